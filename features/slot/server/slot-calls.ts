// What a site's slot offers, whether a member may play, and the member's spins so far.
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { checkSlot, getSlot, listSlots, listSpins } from '../contract.ts';
import { requestedGame, shownGame } from './games.ts';
import { playerOf } from './play.ts';
import { presentSpin, type SpinFacts } from './present-spin.ts';
import { presentSeal, seedInUse, sealOf } from './seeds.ts';

const MAX_SIZE = 100;
/** Pages reach no further, and a count says "this many or more". */
const COUNT_LIMIT = 10_000;

export const listSlotsHandler = handle(listSlots, async (_context, { site }) => ({
  data: SLOT_GAMES.map((_, game) => shownGame(site, game)),
}));

export const getSlotHandler = handle(getSlot, async (_context, { site, query }) => ({
  data: shownGame(site, requestedGame(site, query.slotId)),
}));

export const checkSlotHandler = handle(checkSlot, async (context, call) => {
  const player = playerOf(call);
  const seal = await presentSeal(context, player, await seedInUse(context, player));
  return { data: { isPlayable: call.site.slot?.isPlay === true, currency: call.site.binaryCurrency, ...seal } };
});

const SPINS = `SELECT s.game, s.serial, s.nonce, s.stake, s.payout, s.reels, s.at_ms AS "atMs", c.client_seed AS "clientSeed", n.seed
  FROM slot_spin s JOIN slot_seed c USING (site_id, account, serial) LEFT JOIN slot_shown n USING (site_id, account, serial)
  WHERE s.site_id = $1 AND s.account = $2 ORDER BY s.seq DESC LIMIT $3 OFFSET $4`;
const COUNT = `SELECT count(*)::int AS total FROM (SELECT 1 FROM slot_spin WHERE site_id = $1 AND account = $2 LIMIT ${COUNT_LIMIT}) s`;

export const listSpinsHandler = handle(listSpins, async (context, call) => {
  const { page = 0, after } = call.query;
  const size = Math.min(call.query.size ?? 20, MAX_SIZE);
  const player = playerOf(call);
  if (after !== undefined) await context.projections.waitFor(call.site.id, after);
  const offset = Math.min(page * size, COUNT_LIMIT);
  const [{ rows }, { rows: counts }] = await Promise.all([
    context.pool.query<SpinFacts>(SPINS, [player.site, player.account, size, offset]),
    context.pool.query<{ total: number }>(COUNT, [player.site, player.account]),
  ]);
  const content = await Promise.all(rows.map(async (spin) => presentSpin(call.site, spin, await sealOf(context, player, spin.serial))));
  return { data: { content, page, size, totalElements: counts[0].total } };
});
