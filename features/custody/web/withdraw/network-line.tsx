// What sending on a network costs and about how long it takes, or why not now.
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

export function NetworkLine({ network: { state, stateAt, fee, currency, seconds } }: { network: WithdrawNetwork }) {
  const t = useText(withdrawTexts);
  if (state === 'PAUSED' && stateAt !== null) return t('withdraw.PAUSED.until', { time: moment(stateAt, 'said') });
  if (state !== 'OPEN') return t(`withdraw.${state}`);
  return t('withdraw.network.line', { fee: figure(fee), coin: unitOf(currency), time: timeWords(t, seconds) });
}
