// What every queue of the desk has beside its acts: taking a row to work on or leaving it, and the request that waits for a second person.
import { attempt } from '@maru/kit/web/desk/acts.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

export function AskedAlready({ requestId }: { requestId: number }) {
  const t = useText(deskWithdrawalTexts);
  return (
    <span className="mr-auto flex flex-wrap items-center gap-2 text-13">
      {t('dw.asked')}
      <Link to="/approvals" search={{ open: String(requestId) } as never} className={buttonClass('quiet', 32)}>
        {t('dw.asked.open')}
      </Link>
    </span>
  );
}

/** `onPress` takes it, or leaves it where it is one's own. */
export function TakeOrLeave({ isTaken, onPress }: { isTaken: boolean; onPress(): Promise<unknown> }) {
  const t = useText(deskWithdrawalTexts);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await attempt(onPress());
    setBusy(false);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void press()}>
      {t(isTaken ? 'dw.release' : 'dw.claim')}
    </Button>
  );
}

/** Why it is not this operator's to decide. */
export const Whose = ({ words }: { words: string }) => <span className="mr-auto self-center text-13 font-semibold text-warn">{words}</span>;
