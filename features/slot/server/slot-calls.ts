// What a site's slot offers, whether a member may play, and the member's spins so far.
import { AccountFlag, SHUT_FLAGS } from '@maru/engine/wire/command-kind.ts';
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { type Call, handle } from '@maru/kit/server/feature.ts';
import { dayStartSql } from '@maru/kit/server/sql-day-start.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { keyOwner, requestKeyWords } from '@maru/kit/server/request-key.ts';
import { checkSlot, getSlot, listSlots, listSpins, type SlotRestriction, type SlotDay, type SlotSpin } from '../contract.ts';
import { pointText, requestedGame, shownGame } from './games.ts';
import { memberOf, playerOf } from './play.ts';
import { presentSpin, type SpinFacts } from './present-spin.ts';
import { presentSeal, seedInUse, sealOf } from './seeds.ts';

const MAX_SIZE = 100;
/** Pages reach no further, and a count says "this many or more". */
const COUNT_LIMIT = 10_000;
const MOST_DAYS = 366;

export const listSlotsHandler = handle(listSlots, async (_context, { site }) => ({
  data: SLOT_GAMES.map((_, game) => shownGame(site, game)),
}));

export const getSlotHandler = handle(getSlot, async (_context, { site, query }) => ({
  data: shownGame(site, requestedGame(site, query.slotId)),
}));

export const checkSlotHandler = handle(checkSlot, async (context, call) => {
  const player = playerOf(call);
  const inUse = await seedInUse(context, player);
  const [seal, nextSeal, spin] = await Promise.all([
    presentSeal(context, player, inUse),
    sealOf(context, player, inUse.serial + 1),
    call.query.roundId === undefined ? null : spinOfRound(context, call, call.query.roundId),
  ]);
  const state = await context.engine.query<PlayerState | null>(player.site, 'player', player.account);
  const reason = restrictionOf(call.site, state);
  const point = pointText(call.site, state?.binary ?? 0);
  return { data: { isPlayable: reason === null, reason, currency: call.site.binaryCurrency, point, ...seal, nextSeal, spin } };
});

export interface PlayerState {
  flags: number;
  isHalted: boolean;
  binary: number;
}

/** In the order in which the engine refuses. */
export function restrictionOf(site: SiteConfig, state: PlayerState | null): SlotRestriction | null {
  if (site.slot?.isPlay !== true) return 'PRODUCT_OFF';
  const has = (flag: number) => ((state?.flags ?? 0) & flag) !== 0;
  if (has(SHUT_FLAGS)) return 'ACCOUNT_FROZEN';
  if (has(AccountFlag.SelfExcluded)) return 'SELF_EXCLUDED';
  if (has(AccountFlag.MayNotInvest)) return 'PARTNER_MAY_NOT_INVEST';
  return state?.isHalted === true ? 'TRADING_HALTED' : null;
}

/** The spin that a page asked for and never heard of: by the name its request had, as header or in the body. */
async function spinOfRound(context: AppContext, call: Call, roundId: string): Promise<SlotSpin | null> {
  const { site, account } = playerOf(call);
  const owner = { site, member: keyOwner(memberOf(call)) };
  for (const key of [
    requestKeyWords({ ...owner, requestKey: roundId }),
    requestKeyWords({ ...owner, requestKey: undefined, ownName: roundId }),
  ]) {
    const seq = key === undefined ? 0 : await context.engine.query<number>(site, 'request', account, ...key);
    if (seq === 0) continue;
    const isThere = await context.projections.waitFor(site, seq);
    const { rows } = await context.pool.query<SpinFacts>(`${SPINS} AND s.seq = $3`, [site, account, seq]);
    if (rows[0] !== undefined) return presentSpin(call.site, rows[0], await sealOf(context, { site, account }, rows[0].serial));
    // To say that it never was would be wrong: the page asks again.
    if (!isThere) throw new EngineBusy('projection behind');
  }
  return null;
}

const SPINS = `SELECT s.seq, s.game, s.serial, s.nonce, s.stake, s.payout, s.reels, s.at_ms AS "atMs", c.client_seed AS "clientSeed", n.seed
  FROM slot_spin s JOIN slot_seed c USING (site_id, account, serial) LEFT JOIN slot_shown n USING (site_id, account, serial)
  WHERE s.site_id = $1 AND s.account = $2`;
const byTime = { table: 'slot_spin', key: 'seq', column: 'at_ms' };
const IN_SPAN = `seq >= coalesce(CASE WHEN $3::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$3')} END, 0)
  AND seq < coalesce(CASE WHEN $4::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$4')} END, 9007199254740991)`;
const OWN = `FROM slot_spin WHERE site_id = $1 AND account = $2 AND ${IN_SPAN}`;
const COUNT = `SELECT count(*)::int AS total FROM (SELECT 1 ${OWN} LIMIT ${COUNT_LIMIT}) s`;
// Days with the newest spins; the oldest of them is read to its beginning.
const DAYS = `WITH newest AS MATERIALIZED (SELECT seq, stake, payout, at_ms ${OWN} ORDER BY seq DESC LIMIT ${COUNT_LIMIT}),
    cut AS (SELECT CASE WHEN count(*) = ${COUNT_LIMIT} THEN min(seq) ELSE 0 END AS seq, ${dayStartSql('min(at_ms)', '$5')} AS since FROM newest),
    rest AS (SELECT seq, stake, payout, at_ms ${OWN} AND seq < (SELECT c.seq FROM cut c)
      AND seq >= ${firstAtSql(byTime, '(SELECT since FROM cut)')})
  SELECT to_char(to_timestamp(at_ms / 1000.0) AT TIME ZONE $5, 'YYYY-MM-DD') AS date, count(*)::int AS spins,
    sum(stake)::text AS stake, sum(payout)::text AS payout
  FROM (SELECT * FROM newest UNION ALL SELECT * FROM rest) s GROUP BY 1 ORDER BY 1 DESC LIMIT ${MOST_DAYS}`;
const PAGE = `${SPINS} AND ${IN_SPAN} AND ($5::bigint IS NULL OR s.seq < $5) ORDER BY s.seq DESC LIMIT $6 OFFSET $7`;

export const listSpinsHandler = handle(listSpins, async (context, call) => {
  const { page = 0, after, cursor = null } = call.query;
  const size = Math.min(call.query.size ?? 20, MAX_SIZE);
  const player = playerOf(call);
  if (after !== undefined) await context.projections.waitFor(call.site.id, after);
  const offset = cursor === null ? Math.min(page * size, COUNT_LIMIT) : 0;
  const { from = null, to = null } = dateRange(call.query);
  const span = [player.site, player.account, from, to];
  const [{ rows }, { rows: counts }, { rows: days }] = await Promise.all([
    context.pool.query<SpinFacts & { seq: number }>(PAGE, [...span, cursor, size + 1, offset]),
    context.pool.query<{ total: number }>(COUNT, span),
    context.pool.query<DayRow>(DAYS, [...span, call.site.timeZone]),
  ]);
  const shown = rows.slice(0, size);
  const content = await Promise.all(shown.map(async (spin) => presentSpin(call.site, spin, await sealOf(context, player, spin.serial))));
  const next = rows.length > size ? String(shown[size - 1].seq) : null;
  return { data: { content, page, size, totalElements: counts[0].total, days: days.map((day) => presentDay(call.site, day)), next } };
});

interface DayRow {
  date: string;
  spins: number;
  stake: string;
  payout: string;
}

function presentDay(site: SiteConfig, { date, spins, ...sums }: DayRow): SlotDay {
  const [stake, payout] = [Number(sums.stake), Number(sums.payout)];
  return { date, spins, point: pointText(site, stake), payout: pointText(site, payout), profit: pointText(site, payout - stake) };
}
