// Over every page: the warning before an idle session ends, and the log-in over a page whose session is over, so that nothing typed is lost.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { touch, useIdleWatch } from './idle-watch.ts';
import { LogInForm } from './log-in-form.tsx';
import { endIdle, useSelfState } from './self.ts';
import { texts } from './texts.ts';

export function SessionGuard() {
  const t = useText(texts);
  const { self, ended } = useSelfState();
  const leftSeconds = useIdleWatch(self?.idleMs ?? Number.POSITIVE_INFINITY, self !== undefined && ended === undefined, endIdle);
  if (self && ended) {
    return (
      <>
        {/* Whoever comes by reads nothing of it. */}
        <div className="fixed inset-0 z-40 bg-bg" />
        <Dialog
          isOpen
          isFirm
          onClose={() => undefined}
          title={t('op.ended.title')}
          description={t(ended === 'IDLE' ? 'op.ended.idle' : 'op.ended.ended')}
        >
          <LogInForm username={self.username} onDone={() => undefined} />
        </Dialog>
      </>
    );
  }
  if (leftSeconds === undefined) return null;
  return (
    <Dialog
      isOpen
      onClose={touch}
      title={t('op.idle.title')}
      description={t('op.idle.words', { seconds: leftSeconds })}
      foot={
        <Button look="brand" onClick={touch}>
          {t('op.idle.stay')}
        </Button>
      }
    />
  );
}
