// How full a round is: tick rulers of both sides against the cap, or the fullest markets of a draw.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import type { LiveGame, LiveRound } from '../desk-contract.ts';
import { familyOf } from '../round-codes.ts';
import { deskRoundsTexts } from './rounds-texts.ts';

/** Markets of a draw that are shown. */
const FULLEST = 2;
const warnFrom = 0.8;

/** A bet type in words: a side, or a market with its row. */
export function useTypeName(): (type: string) => string {
  const t = useText(deskRoundsTexts);
  const words = useWords();
  return (type) => {
    if (type === 'UP' || type === 'DOWN') return t(type === 'UP' ? 'rv.up' : 'rv.down');
    const market = POWER_BALL_MARKETS.find(({ code }) => code === type);
    return market === undefined ? type : `${words(POWER_BALL_ROW_NAMES[market.row])} ${words(market)}`;
  };
}

export function CapRulers({ game, live: { markets }, currency }: { game: LiveGame; live: LiveRound; currency: string }) {
  const t = useText(deskRoundsTexts);
  if (markets.length === 0) return <span className="text-mute">{t('rv.noBets')}</span>;
  const isDraw = familyOf(game.code) === 'P';
  const fullest = isDraw ? markets.toSorted((a, b) => Number(b.stake) - Number(a.stake)).slice(0, FULLEST) : bothSides(markets);
  return (
    <div className="grid gap-x-6 gap-y-1 py-1 tablet:grid-cols-2">
      {fullest.map((market) => (
        <Cap key={market.type} market={market} cap={game.maxSidePoint} currency={currency} />
      ))}
      {isDraw && markets.length > FULLEST && <span className="text-12 text-mute">{t('rv.markets', { count: markets.length })}</span>}
    </div>
  );
}

type Market = LiveRound['markets'][number];

const bothSides = (markets: readonly Market[]): Market[] =>
  ['UP', 'DOWN'].map((type) => markets.find((market) => market.type === type) ?? { type, bets: 0, stake: '0', pays: '0' });

function Cap({ market: { type, bets, stake }, cap, currency }: { market: Market; cap: string; currency: string }) {
  const t = useText(deskRoundsTexts);
  const nameOf = useTypeName();
  const share = Number(cap) === 0 ? 0 : Number(stake) / Number(cap);
  return (
    <span className="min-w-40">
      <span className="flex justify-between gap-3 text-12 whitespace-nowrap">
        <span className="font-medium">{nameOf(type)}</span>
        <span className="text-sub" title={currency}>
          {t('rv.ofCap', { stake: figure(stake, { decimals: shownDecimals(currency) }), cap: figure(cap, { decimals: 0 }), bets })}
        </span>
      </span>
      <TickRuler
        value={share}
        marks={41}
        height={8}
        warnFrom={warnFrom}
        tone={share >= warnFrom ? 'warn' : 'text'}
        label={t('rv.cap', { type: nameOf(type) })}
      />
    </span>
  );
}
