// Locking one's own account at once: what it does, and one question before it is done.
import { call } from '@maru/kit/web/api-client.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { endSession } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { lockAccount } from '../profile-contract.ts';
import { guardingTexts } from './guarding-texts.ts';

export function LockDialog({ onClose }: { onClose(): void }) {
  const t = useText(guardingTexts);
  return (
    <AskDialog
      title={t('lock.ask')}
      description={t('lock.ask.words')}
      cancel={t('lock.cancel')}
      confirm={t('lock.do')}
      onClose={onClose}
      onConfirm={async () => {
        await call(lockAccount);
        socket.stop();
        endSession('/find/password');
      }}
    />
  );
}

export function LockAccount() {
  const t = useText(guardingTexts);
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-labelledby="lock" className="flex items-center gap-4 border-t border-line px-4 py-6 laptop:px-6">
      <div className="min-w-0 flex-1">
        <h2 id="lock" className="text-14 font-semibold">
          {t('lock.title')}
        </h2>
        <p className="mt-0.5 text-13 text-mute">{t('lock.words')}</p>
      </div>
      <Button className="border-danger/40! text-danger!" icon={<Lock size={16} />} onClick={() => setAsking(true)}>
        {t('lock.do')}
      </Button>
      {isAsking && <LockDialog onClose={() => setAsking(false)} />}
    </section>
  );
}
