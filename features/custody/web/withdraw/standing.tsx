// What stands in the way before anything is typed: a hold with its end, a pause, a network that is away, no withdrawal password.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { CloudOff, Hourglass, KeyRound, PauseCircle } from 'lucide-react';
import type { WithdrawNetwork } from '../../contract.ts';
import { quoteWithdrawal } from '../../withdraw-contract.ts';
import { Countdown } from '../countdown.tsx';
import { Notice } from '../notice.tsx';
import type { Quote } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  network: WithdrawNetwork;
  quote: Quote | undefined;
  hasPassword: boolean | undefined;
  onSetPassword(): void;
}

export function Standing({ network, quote, hasPassword, onSetPassword }: Props) {
  const t = useText(withdrawTexts);
  const { state, stateAt } = network;
  if (hasPassword !== false && !quote?.hold && state !== 'PAUSED' && state !== 'AWAY') return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-5 laptop:px-8">
      {hasPassword === false && (
        <Notice icon={<KeyRound size={18} />} title={t('withdraw.password.none')} words={t('withdraw.password.none.words')}>
          <Button size={36} look="line" onClick={onSetPassword}>
            {t('withdraw.password.set')}
          </Button>
        </Notice>
      )}
      {quote?.hold && <Hold hold={quote.hold} />}
      {state === 'PAUSED' && (
        <Notice
          icon={<PauseCircle size={18} />}
          title={t('withdraw.PAUSED')}
          words={[
            ...(stateAt === null ? [] : [t('withdraw.PAUSED.until', { time: moment(stateAt, 'said') })]),
            t('withdraw.PAUSED.words'),
          ].join(' ')}
        />
      )}
      {state === 'AWAY' && <Notice icon={<CloudOff size={18} />} title={t('withdraw.AWAY')} words={t('withdraw.AWAY.words')} />}
    </div>
  );
}

function Hold({ hold }: { hold: NonNullable<Quote['hold']> }) {
  const t = useText(withdrawTexts);
  const { until, reason } = hold;
  const words =
    until === null
      ? t('withdraw.hold.open')
      : t(reason === 'OPERATOR' ? 'withdraw.hold.OPERATOR' : 'withdraw.hold.words', { time: moment(until, 'said') });
  return (
    <Notice icon={<Hourglass size={18} />} title={t('withdraw.hold.title')} words={words}>
      {until !== null && <Countdown until={until} routes={[quoteWithdrawal]} />}
    </Notice>
  );
}
