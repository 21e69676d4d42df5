// Whom alerts are told to: each with how it last went, a test whose result is shown at once, one more by whoever may.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { type AlertTarget, listAlertTargets, removeAlertTarget, testAlertTarget } from '../alert-contract.ts';
import { AddTarget, SecretDialog } from './alert-target-dialogs.tsx';
import { alertTexts } from './alert-texts.ts';

type Doing = { what: 'add' } | { what: 'secret'; secret: string } | { what: 'remove'; target: AlertTarget };

export function AlertTargets({ mayChangeAll }: { mayChangeAll: boolean }) {
  const t = useText(alertTexts);
  const mayAdd = useCan('alert.write');
  const query = useCall(listAlertTargets, { everyMs: 15_000, keepsOld: true });
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  // The secret stands in its own dialog by the time the one that asked for it closes.
  const closeAdding = () => setDoing((now) => (now?.what === 'add' ? undefined : now));
  const add = mayAdd && (
    <Button size={32} onClick={() => setDoing({ what: 'add' })}>
      {t('al.add')}
    </Button>
  );
  return (
    <DeskPanel title={t('al.targets')} aside={(query.data?.length ?? 0) > 0 && add}>
      <Loaded query={query} title={t('al.targets.failed')} rows={3}>
        {(targets) =>
          targets.length === 0 ? (
            <EmptyState isLow title={t('al.targets.none')} actions={add}>
              {t('al.targets.none.words')}
            </EmptyState>
          ) : (
            <ul>
              {targets.map((target) => (
                <Target key={target.id} target={target} onRemove={() => setDoing({ what: 'remove', target })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {doing?.what === 'add' && (
        <AddTarget mayChangeAll={mayChangeAll} onSecret={(secret) => setDoing({ what: 'secret', secret })} onClose={closeAdding} />
      )}
      {doing?.what === 'secret' && <SecretDialog secret={doing.secret} onClose={close} />}
      {doing?.what === 'remove' && (
        <ReasonDialog
          title={t('al.remove.title', { name: doing.target.name })}
          description={t('al.remove.words')}
          confirm={t('al.remove')}
          look="danger"
          onConfirm={async (reason) => {
            await call(removeAlertTarget, { body: { id: doing.target.id, reason } });
            await refetch(listAlertTargets);
          }}
          onClose={close}
        />
      )}
    </DeskPanel>
  );
}

function Target({ target, onRemove }: { target: AlertTarget; onRemove(): void }) {
  const t = useText(alertTexts);
  const [isBusy, setBusy] = useState(false);
  const { id, name, kind, shown, least, isOfSite, lastOkAt, failingSince, fault, mayChange } = target;
  const test = async () => {
    setBusy(true);
    try {
      const { hasArrived, fault: why, tookMs } = await call(testAlertTarget, { body: { id } });
      if (hasArrived) toast({ title: t('al.test.ok', { name, ms: tookMs }), kind: 'done' });
      else toast({ title: t('al.test.failed', { name }), line: why ?? '', kind: 'danger' });
      await refetch(listAlertTargets);
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger' });
    }
    setBusy(false);
  };
  const state =
    failingSince !== null
      ? t('al.state.failing', { at: tableMoment(failingSince, false) })
      : lastOkAt !== null
        ? t('al.state.ok', { at: tableMoment(lastOkAt, false) })
        : t('al.state.new');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <b className="text-13 font-semibold">{name}</b>
          <Badge>{t(`al.kind.${kind}`)}</Badge>
          <Badge tone={failingSince !== null ? 'danger' : lastOkAt !== null ? 'good' : 'plain'}>{state}</Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-sub">
          <span className="[overflow-wrap:anywhere]">{shown}</span>
          <span>{t(isOfSite ? 'al.scope.site' : 'al.scope.all')}</span>
          <span>{t(`al.least.${least}`)}</span>
        </p>
        {failingSince !== null && fault !== null && <p className="mt-0.5 text-12 text-danger [overflow-wrap:anywhere]">{fault}</p>}
      </div>
      {mayChange && (
        <span className="flex gap-1.5">
          <Button size={32} isBusy={isBusy} onClick={() => void test()}>
            {t('al.test')}
          </Button>
          <Button size={32} look="quiet" onClick={onRemove}>
            {t('al.remove')}
          </Button>
        </span>
      )}
    </li>
  );
}
