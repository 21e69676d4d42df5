// The site's slot games as they are shown: figures of the engine's data, limits of the site.
import { pointDecimals as decimalsOf } from '@maru/kit/contract/point-decimals.ts';
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import { SLOT_GAMES, SLOT_POSITIONS, type SlotGame } from '@maru/engine/slot/slot-games.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { SlotGameShown } from '../contract.ts';

/** Decimals of the BINARY wallet's currency. */
export const pointDecimals = ({ binaryCurrency }: SiteConfig): number => decimalsOf(binaryCurrency);
export const pointText = (site: SiteConfig, amount: number): string => formatDecimal(amount, pointDecimals(site));
/** In a sentence: without the zeros that a column of amounts keeps. */
export const pointFigure = (site: SiteConfig, amount: number): string => formatDecimal(amount, pointDecimals(site), true);
/** Hundredths as a plain decimal. */
const hundredths = (value: number): string => formatDecimal(value, 2, true);
/** `part` of `whole` in percent, four decimals, cut down. */
const percent = (part: number, whole: number): string => formatDecimal(mulDivFloor(part, 1_000_000, whole), 4, true);

/** A site offers the slot by the row of its configuration, or has none. */
export function needSlot(site: SiteConfig): NonNullable<SiteConfig['slot']> {
  if (site.slot?.isPlay !== true) throw new Refusal('PRODUCT_OFF');
  return site.slot;
}

/** Positions of the reels at which one line pays a symbol: three of it or of the wild, but not three wilds. */
function linePositions({ reels }: SlotGame, symbol: number): number {
  const ofAll = (isOne: (shown: number) => boolean) => reels.reduce((all, reel) => all * reel.filter(isOne).length, 1);
  const wilds = ofAll((shown) => shown === 0);
  return symbol === 0 ? wilds : ofAll((shown) => shown === 0 || shown === symbol) - wilds;
}

function shownSymbols(game: SlotGame): SlotGameShown['symbols'] {
  return game.symbols.map(({ code, ko, en, pays }, symbol) => {
    const positions = linePositions(game, symbol);
    const brings = percent(positions * game.lines.length * pays, SLOT_POSITIONS * 100);
    return { code, name: { ko, en }, pays: hundredths(pays), chancePercent: percent(positions, SLOT_POSITIONS), returnPercent: brings };
  });
}

export function shownGame(site: SiteConfig, game: number): SlotGameShown {
  const { minStake, maxStake } = needSlot(site);
  const { code, ko, en, reels, lines, paysOfAll, winningPositions, mostPays } = SLOT_GAMES[game];
  return {
    slotId: game + 1,
    code,
    name: { ko, en },
    symbols: shownSymbols(SLOT_GAMES[game]),
    reels: reels.map((reel) => [...reel]),
    lines: lines.map((line) => [...line]),
    returnPercent: percent(paysOfAll, SLOT_POSITIONS * 100),
    hitPercent: percent(winningPositions, SLOT_POSITIONS),
    mostPays: hundredths(mostPays),
    currency: site.binaryCurrency,
    pointPrecision: pointDecimals(site),
    minPoint: minStake,
    maxPoint: maxStake,
  };
}

export function requestedGame(site: SiteConfig, slotId: number): number {
  needSlot(site);
  if (SLOT_GAMES[slotId - 1] === undefined) throw new Refusal('SLOT_GAME_UNKNOWN', { field: 'slotId' });
  return slotId - 1;
}

/** A stake within the site's limits, in the currency's smallest unit; too many decimals are refused, never rounded. */
export function stakeOf(site: SiteConfig, text: string, field = 'point'): number {
  const { minStake, maxStake } = needSlot(site);
  const decimals = pointDecimals(site);
  const read = (point: string) => readDecimal(point, decimals);
  const stake = read(text);
  if (stake === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, limit: String(decimals), offered: text });
  if (typeof stake !== 'number') throw new Refusal('INVALID_FIELD', { field });
  const terms = { field, offered: text, unit: site.binaryCurrency };
  if (stake < Number(read(minStake))) throw new Refusal('BELOW_MINIMUM', { ...terms, limit: minStake });
  if (stake > Number(read(maxStake))) throw new Refusal('ABOVE_MAXIMUM', { ...terms, limit: maxStake });
  return stake;
}
