// What a round's ticks, or its seed and entropy, come to by the published rules: worked out again from the record alone (rules 11.4 to 11.7, 12.2).
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { drawPowerBall, type PowerBallDraw, wins } from '@maru/engine/rounds/power-ball.ts';
import {
  type DrawEvidence,
  ENTROPY_TICKS,
  ENTROPY_WAIT_MS,
  type EvidenceBoundary,
  type EvidenceTick,
  entropyHash,
  playOf,
  type PriceEvidence,
  type RoundEvidence,
  type TickEntropy,
} from './evidence.ts';
import { isBeaconRound } from './evidence-beacon.ts';

/** Older than this at its boundary, a tick is a gap of the feed. */
const OLDEST_TICK_MS = 2_000n;
const LATEST_SETTLEMENT_MS = 600_000n;
/** A step above 5 % between two ticks wants a second source within 3 %. */
const STEP_PERCENT = 5n;
const AGREE_PERCENT = 3n;
const SCALE = 12;

/** A plain decimal text as an integer of 10^-places; a fault when it is none, or finer. */
export function units(text: string, places = SCALE): bigint {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  const fraction = (match?.[2] ?? '').replace(/0+$/, '');
  if (match === null || fraction.length > places) throw new RangeError(`no decimal of ${places} places: ${text}`);
  return BigInt(match[1] + fraction.padEnd(places, '0'));
}

const time = (text: string): bigint => units(text, 0);
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** Age of a boundary's tick in ms; undefined: there was none. */
export const tickAge = ({ at, tick }: EvidenceBoundary): bigint | undefined =>
  tick === null ? undefined : time(at) - time(tick.receivedAt);

/** True when the tick is the last that had come by then, after the one it names before it, as far as the record shows its neighbours; a late void was given none. */
export function isLastTick({ at, tick, before, near }: EvidenceBoundary, isLateVoid: boolean): boolean {
  const known = near.filter((each) => time(each.receivedAt) <= time(at));
  if (tick === null) return isLateVoid || known.length === 0;
  if (time(tick.receivedAt) > time(at)) return false;
  const step = known.at(-2);
  if (step !== undefined && (before === null || units(before) !== units(step.price))) return false;
  return near.length === 0 || isSameTick(known.at(-1), tick);
}

const isSameTick = (a: EvidenceTick | undefined, b: EvidenceTick): boolean =>
  a !== undefined && a.id === b.id && a.price === b.price && a.sourceAt === b.sourceAt && a.receivedAt === b.receivedAt;

const isGap = (boundary: EvidenceBoundary): boolean => (tickAge(boundary) ?? OLDEST_TICK_MS + 1n) > OLDEST_TICK_MS;

function isUnconfirmedStep({ tick, before, second }: EvidenceBoundary): boolean {
  if (tick === null || before === null) return false;
  const isBeyond = (percent: bigint, from: string) => distance(units(tick.price), units(from)) * 100n > units(from) * percent;
  return isBeyond(STEP_PERCENT, before) && (second === null || isBeyond(AGREE_PERCENT, second));
}

/** Nobody settled it in time: what had not come by then voids a round, whatever it would have been (rules 11.7). */
export const isTooLate = ({ settledAt, endAt }: Pick<RoundEvidence, 'settledAt' | 'endAt'>): boolean =>
  time(settledAt) >= time(endAt) + LATEST_SETTLEMENT_MS;

/** Every reason for which a price round is void; none: it has a result. */
export function voidReasonsOf(record: RoundEvidence, price: PriceEvidence): string[] {
  const { strike, close } = price;
  const reasons = new Set<string>();
  if (isTooLate(record)) reasons.add('TOO_LATE');
  if (price.isHalted) reasons.add('HALTED');
  // In-round bets bring their own strikes: there the start is no boundary.
  const boundaries = playOf(record.rule) === 'in-round' ? [close] : [strike, close];
  if (boundaries.some(isGap)) reasons.add('FEED_GAP');
  if (close.tick === null || time(close.tick.receivedAt) <= time(record.startAt)) reasons.add('NO_TICK');
  if (boundaries.some(isUnconfirmedStep)) reasons.add('PRICE_JUMP');
  return [...reasons];
}

/** What the boundaries' prices come to. */
export function priceResult(from: string, to: string): 'UP' | 'DOWN' | 'TIE' {
  const [strike, close] = [units(from), units(to)];
  return close > strike ? 'UP' : close < strike ? 'DOWN' : 'TIE';
}

export const isSealMet = ({ seal, seed }: DrawEvidence): boolean => seed !== null && hashOfHex(seed) === seal;

const hashOfHex = (hex: string): string | undefined => {
  const bytes = digest(hex);
  return bytes === undefined ? undefined : hexOfBytes(sha256(bytes));
};

function digest(hex: string): Uint8Array | undefined {
  return /^[0-9a-f]{64}$/.test(hex) ? bytesOfHex(hex) : undefined;
}

/** The public value is the planned one and came after the cut-off; a beacon's signature is another check (evidence-beacon-signed.ts). */
export function isEntropyMet(record: RoundEvidence, { entropy, entropyOf, planned }: DrawEvidence): boolean {
  if (entropy === null || entropyOf === null || entropyOf.after !== record.betCloseAt || entropyHash(entropyOf) !== entropy) return false;
  if (entropyOf.kind === 'beacon') return planned.kind === 'beacon' && planned.chain === entropyOf.beacon.chain && isBeaconRound(entropyOf);
  return planned.kind === 'ticks' && planned.symbol === entropyOf.symbol && areFirstTicks(entropyOf);
}

/** In the order they came, soon after the cut-off. */
function areFirstTicks({ after, ticks }: TickEntropy): boolean {
  const times = ticks.map((tick) => time(tick.receivedAt));
  const isInOrder = times.every((at, i) => at > time(after) && (i === 0 || at >= times[i - 1]));
  return isInOrder && ticks.length === ENTROPY_TICKS && times[ENTROPY_TICKS - 1] <= time(after) + BigInt(ENTROPY_WAIT_MS);
}

/** The draw that seed, round and entropy give; undefined: the draw failed. */
export function drawAgain(record: RoundEvidence, { seed, entropy }: DrawEvidence): PowerBallDraw | undefined {
  const [seedBytes, entropyBytes] = [digest(seed ?? ''), digest(entropy ?? '')];
  if (seedBytes === undefined || entropyBytes === undefined) return undefined;
  return drawPowerBall(seedBytes, Number(record.tradeRoundId), entropyBytes);
}

export const isSameDraw = (draw: PowerBallDraw | undefined, shown: DrawEvidence['draw']): boolean =>
  draw !== undefined && shown !== null && draw.balls.join() === shown.balls.join() && `${draw.power}` === shown.power;

/** Whether a draw's market won; undefined: no such market. */
export function isDrawn(code: string, draw: PowerBallDraw): boolean | undefined {
  const market = POWER_BALL_MARKETS.findIndex((each) => each.code === code);
  return market < 0 ? undefined : wins(market, draw);
}
