// What a change of a game's terms does, before it is made: field by field, with names that people read.
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import type { DeskTerms } from '../admin-contract.ts';
import type { RoundCode } from '../round-codes.ts';
import { amountFields, cutoffText, termsBeside } from './game-form-state.ts';
import type { GamesText } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';

export function TermChanges({ code, ...terms }: { code: RoundCode; before: DeskTerms; after: DeskTerms }) {
  const t = useText(gamesTexts);
  const words = useWords();
  const [before, after] = termsBeside(terms.before, terms.after);
  const labels: Record<string, string> = {
    'odds.UP': `${t('rd.edit.up')} ${t('rd.edit.odds')}`,
    'odds.DOWN': `${t('rd.edit.down')} ${t('rd.edit.odds')}`,
    cutoffSeconds: t(cutoffText(code, terms.after)),
    isPlay: t('rd.edit.isPlay'),
    isInRound: t('rd.edit.isInRound'),
    isEarlySale: t('rd.edit.isEarlySale'),
    saleFee: t('rd.edit.saleFee'),
    saleVolatility: t('rd.edit.saleVolatility'),
    hours: t('rd.edit.hours.own'),
    'hours.days': t('rd.edit.hours.days'),
    'hours.from': t('rd.edit.hours.from'),
    'hours.to': t('rd.edit.hours.to'),
    ...Object.fromEntries(amountFields.map((field) => [field, t(`rd.edit.${field}`)])),
    ...Object.fromEntries(
      POWER_BALL_MARKETS.map((market) => [`odds.${market.code}`, `${words(POWER_BALL_ROW_NAMES[market.row])} ${words(market)}`]),
    ),
  };
  return (
    <BeforeAfter
      before={before}
      after={after}
      labels={labels}
      format={(path, value) => (path === 'hours.days' ? daysShown(t, String(value)) : shown(path, value, t))}
    />
  );
}

const daysShown = (t: GamesText, days: string): string =>
  ([0, 1, 2, 3, 4, 5, 6] as const)
    .filter((day) => days[day] === '1')
    .map((day) => t(`rd.edit.hours.${day}`))
    .join(' ');

function shown(path: string, value: unknown, t: (id: 'rd.yes' | 'rd.no') => string): string {
  if (typeof value === 'boolean') return t(value ? 'rd.yes' : 'rd.no');
  return path === 'saleFee' || path === 'saleVolatility' ? `${Number((Number(value) * 100).toPrecision(12))}%` : String(value);
}
