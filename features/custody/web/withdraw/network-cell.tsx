// A network to send on: what it costs and about how long it takes, or why not now.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import type { WithdrawNetwork } from '../../contract.ts';
import { withdrawTexts } from './withdraw-texts.ts';

const MINUTE = 60;

function timeWords(t: Text<typeof withdrawTexts>, seconds: number): string {
  return seconds < MINUTE
    ? t('withdraw.time.seconds', { count: seconds })
    : t('withdraw.time.minutes', { count: Math.round(seconds / MINUTE) });
}

export function NetworkCell({ network }: { network: WithdrawNetwork }) {
  const t = useText(withdrawTexts);
  const { chain, state, stateAt, hasMemo, fee, currency, seconds } = network;
  const isPaused = state === 'PAUSED';
  return (
    <span className={isPaused ? 'text-mute' : undefined}>
      <span className="flex items-center justify-between gap-2 text-14 font-bold">
        {t('withdraw.network', { chain })}
        {hasMemo && (
          <span className="rounded-4 bg-warn-tint px-1.5 py-0.5 text-11 font-semibold text-warn">{t('withdraw.network.memo')}</span>
        )}
      </span>
      <span className="mt-0.5 block text-12 text-sub">
        {isPaused && stateAt !== null
          ? t('withdraw.PAUSED.until', { time: moment(stateAt, 'said') })
          : state === 'OPEN'
            ? t('withdraw.network.line', { fee: figure(fee), coin: unitOf(currency), time: timeWords(t, seconds) })
            : t(`withdraw.${state}`)}
      </span>
    </span>
  );
}
