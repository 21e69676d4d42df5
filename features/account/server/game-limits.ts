// A member's own limits of games. The engine alone keeps and binds them, where all bets and spins of a member stand in one order; nothing
// of them is a row here (docs/decisions/0024).
import { type CommandFields, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { playLimitsView } from '@maru/engine/rounds/views.ts';
import { DAY_MS, MINUTE_MS, siteClock } from '@maru/kit/contract/calendar.ts';
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { type GameLimitKind, gameLimitKinds, type LimitKind, type OwnLimit, PLAY_RANGE } from '../limits-contract.ts';

const { CommandRejected } = EventWord;
/** A word of SetPlayLimits that leaves its limit as it is. */
const AS_IT_IS = -1;

/** One member's play; 0 = none. */
type Play = NonNullable<ReturnType<typeof playLimitsView>>;

const names = {
  GAME_LOSS: ['dayLoss', 'pendingLoss', 'lossFrom'],
  GAME_STAKE: ['dayStake', 'pendingStake', 'stakeFrom'],
  GAME_TIME: ['dayPlayMs', 'pendingPlayMs', 'playFrom'],
} as const satisfies Record<GameLimitKind, readonly (keyof Play)[]>;

export const isGameKind = (kind: LimitKind): kind is GameLimitKind => (gameLimitKinds as readonly string[]).includes(kind);
export const hasGames = (site: SiteConfig) => hasProduct(site, 'binary') || hasProduct(site, 'powerball');

/** In the order of the page; none where neither the site has games nor the member a limit of them. */
export async function gameLimits(context: AppContext, site: SiteConfig, account: number): Promise<OwnLimit[]> {
  const now = context.clock.now();
  const play = await readPlay(context, site.id, account, now);
  const isLimited = play !== null && gameLimitKinds.some((kind) => names[kind].some((name) => play[name] !== 0));
  return hasGames(site) || isLimited ? gameLimitKinds.map((kind) => present(site, kind, play, now)) : [];
}

export async function setGameLimit(
  context: AppContext,
  site: SiteConfig,
  account: number,
  kind: GameLimitKind,
  limit: string | null,
): Promise<OwnLimit> {
  if (limit !== null && !hasGames(site)) throw new Refusal('PRODUCT_OFF');
  const words = { dayLoss: AS_IT_IS, dayStake: AS_IT_IS, dayPlayMs: AS_IT_IS, dayOffsetMs: AS_IT_IS };
  const wanted = limit === null ? 0 : amountOf(site, kind, limit);
  await send(context, site.id, account, { ...words, [names[kind][0]]: wanted });
  const now = context.clock.now();
  return present(site, kind, await readPlay(context, site.id, account, now), now);
}

/** Limits that a person brought into its new account: the row goes when the engine has them. */
export async function setBrought(context: AppContext): Promise<void> {
  const { rows } = await context.pool.query<{ site: number; account: number; limits: Pick<Words, 'dayLoss' | 'dayStake' | 'dayPlayMs'> }>(
    `SELECT b.site_id AS site, b.account, b.limits FROM account_limit_brought b
     JOIN account_member m ON m.site_id = b.site_id AND m.account_no = b.account WHERE m.opened_seq IS NOT NULL`,
  );
  for (const { site, account, limits } of rows) {
    await send(context, site, account, { ...limits, dayOffsetMs: AS_IT_IS });
    await context.pool.query('DELETE FROM account_limit_brought WHERE site_id = $1 AND account = $2', [site, account]);
  }
}

/** Brings the engine's idea of the site's days to the site's own clock, with its next change: told again when another is the next. */
export async function keepPlayDay(context: AppContext, site: SiteConfig): Promise<void> {
  if (!hasGames(site)) return;
  const { offsetMs, change } = siteClock(site.timeZone, context.clock.now());
  const dayOffsetMs = (offsetMs + DAY_MS) % DAY_MS;
  const told = await context.engine.query<{ dayOffsetMs: number; changeAt: number; changeByMs: number }>(site.id, 'playDay');
  const isTold = told.changeAt === (change?.at ?? 0) && told.changeByMs === (change?.byMs ?? 0);
  if (isTold && told.dayOffsetMs === dayOffsetMs) return;
  const words = { dayLoss: AS_IT_IS, dayStake: AS_IT_IS, dayPlayMs: AS_IT_IS, dayOffsetMs };
  await send(context, site.id, -1, change === undefined ? words : { ...words, change });
}

type Words = Omit<Extract<CommandFields, { kind: typeof CommandKind.SetPlayLimits }>, 'kind'>;

async function send({ engine }: AppContext, site: number, account: number, words: Words): Promise<void> {
  const { events } = await engine.submit(site, encodeFields(account, -1, { kind: CommandKind.SetPlayLimits, ...words }));
  if (events[0] === EventKind.CommandRejected) throw new Refusal(rejections.get(events[CommandRejected.code])?.name ?? 'UNAVAILABLE');
}

export const readPlay = ({ engine }: AppContext, site: number, account: number, now: number) =>
  engine.query<Play | null>(site, 'playLimits', account, now);

function amountOf(site: SiteConfig, kind: GameLimitKind, text: string): number {
  const isTime = kind === 'GAME_TIME';
  const read = readDecimal(text, isTime ? 0 : pointDecimals(site.binaryCurrency));
  const isInRange = !isTime || (typeof read === 'number' && read >= PLAY_RANGE.least && read <= PLAY_RANGE.most);
  if (typeof read !== 'number' || read <= 0 || !isInRange) throw new Refusal('INVALID_FIELD', { field: 'limit' });
  return isTime ? read * MINUTE_MS : read;
}

function present(site: SiteConfig, kind: GameLimitKind, play: Play | null, now: number): OwnLimit {
  const isTime = kind === 'GAME_TIME';
  const decimals = pointDecimals(site.binaryCurrency);
  const shown = (value: number) => (value === 0 ? null : isTime ? String(value / MINUTE_MS) : formatDecimal(value, decimals, true));
  const [binding, later, from] = names[kind];
  const limit = play?.[binding] ?? 0;
  const isWaiting = play !== null && play[from] !== 0;
  return {
    kind,
    currency: isTime ? null : site.binaryCurrency,
    limit: shown(limit),
    used: usedOf(kind, play, now, decimals),
    until: isTime && play !== null && play.firstAt !== 0 && limit !== 0 ? new Date(play.firstAt + limit).toISOString() : null,
    next: isWaiting ? { limit: shown(play[later]), at: new Date(play[from]).toISOString() } : null,
  };
}

/** Open stakes count as lost, as they do where the limit binds. */
function usedOf(kind: GameLimitKind, play: Play | null, now: number, decimals: number): string {
  if (play === null) return kind === 'GAME_TIME' ? '0' : formatDecimal(0, decimals);
  if (kind === 'GAME_LOSS') return formatDecimal(0 - play.lostToday - play.waiting, decimals);
  if (kind === 'GAME_STAKE') return formatDecimal(play.stakedToday, decimals);
  const played = play.firstAt === 0 ? 0 : Math.max(0, now - play.firstAt);
  return String(Math.floor((play.dayPlayMs === 0 ? played : Math.min(played, play.dayPlayMs)) / MINUTE_MS));
}
