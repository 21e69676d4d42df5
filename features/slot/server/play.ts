// A spin by call, and a new seed: the engine spins and pays; this module hands it the sealed seed and tells what came of it.
import { ownLimitFigures } from '@maru/account/contract.ts';
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { wordsOfBytes } from '@maru/engine/draw/sha256.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { rejections } from '@maru/engine/reject.ts';
import { SPINS_OF_SEED } from '@maru/engine/slot/spin-slot.ts';
import { spinReels } from '@maru/engine/slot/slot-spin.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { keyOwner, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { renewSlotSeed, spinSlot } from '../contract.ts';
import { clientBytes } from '../spin-check.ts';
import { pointFigure, requestedGame, stakeOf } from './games.ts';
import { presentSpin, type SpinFacts } from './present-spin.ts';
import { clientSeedOf, keepSeed, type Player, presentSeal, seedInUse, seedOf } from './seeds.ts';

const Head = EventHeadWord;
const { CommandRejected, RequestRepeated, SlotSpun } = EventWord;

const WAIT_MS = 3000;

const sealBytes = async (context: AppContext, player: Player, serial: number) =>
  Buffer.from((await presentSeal(context, player, { serial, clientSeed: '' })).seal, 'hex');

/** The member of a call; routes of members never run without one. */
export function memberOf(call: Call): Session {
  if (call.session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return call.session;
}
export const playerOf = (call: Call): Player => ({ site: call.site.id, account: memberOf(call).account });

export const spinSlotHandler = handle(spinSlot, async (context, call) => {
  const { slotId = 1, point, roundId } = call.body;
  const game = requestedGame(call.site, slotId);
  const stake = stakeOf(call.site, point);
  const player = playerOf(call);
  const send = () => spinOnce(context, call, { player, game, stake, roundId });
  let reply = await send();
  if (isUnsealed(reply.events)) {
    // The first spin, or one while a new seed was taken: the engine is told the seal, then the spin comes again under the same key.
    await commitSeed(context, player, (await seedInUse(context, player)).serial);
    reply = await send();
  }
  refuseIn(call, reply.events);
  const spin = spunIn(reply.events) ?? (await spunBefore(context, player, game, stake, reply.events));
  const [seal, clientSeed] = [await sealBytes(context, player, spin.serial), await clientSeedOf(context, player, spin.serial)];
  return {
    data: presentSpin(call.site, { ...spin, clientSeed, seed: null }, seal.toString('hex')),
    sequence: repeatedIn(reply.events)?.seq ?? reply.seq,
  };
});

interface Requested {
  player: Player;
  game: number;
  stake: number;
  roundId: string | undefined;
}

async function spinOnce(context: AppContext, call: Call, { player, game, stake, roundId }: Requested) {
  const { serial, clientSeed } = await seedInUse(context, player);
  const seed = wordsOfBytes(await seedOf(context, player, serial));
  const record = encodeFields(player.account, -1, {
    kind: CommandKind.SpinSlot,
    game,
    stake,
    seed,
    client: wordsOfBytes(clientBytes(clientSeed)),
  });
  const key = { site: player.site, member: keyOwner(memberOf(call)), requestKey: call.requestKey, ownName: roundId };
  // Seeds are the server's: the request is its game and stake.
  stampRequestKey(record, { ...key, bodyText: `slot|${player.account}|${game}|${stake}` });
  return context.engine.submit(player.site, record);
}

const rejectionIn = (events: Float64Array) =>
  events.length >= EVENT_WORDS && events[0] === EventKind.CommandRejected ? rejections.get(events[CommandRejected.code]) : undefined;
const isUnsealed = (events: Float64Array) => ['SLOT_NOT_COMMITTED', 'SLOT_MISMATCH'].includes(rejectionIn(events)?.name ?? '');

function refuseIn(call: Call, events: Float64Array): void {
  const rejection = rejectionIn(events);
  if (rejection === undefined) return;
  const field = rejection.field === '' ? {} : { field: rejection.field };
  const amount = (units: number) => pointFigure(call.site, units);
  const [limit, offered] = [events[CommandRejected.a], events[CommandRejected.b]];
  const figures = ownLimitFigures(rejection.name, limit, offered, amount) ?? { limit: amount(limit), offered: amount(offered) };
  throw new Refusal(rejection.name, { ...field, ...figures, unit: call.site.binaryCurrency });
}

/** Tells the engine the hash of a seed, and shows it the one before; it refuses what it has already. */
async function commitSeed(context: AppContext, player: Player, serial: number): Promise<SubmitReply> {
  const hash = wordsOfBytes(await sealBytes(context, player, serial));
  const shown = serial === 1 ? {} : { seed: wordsOfBytes(await seedOf(context, player, serial - 1)) };
  const record = encodeFields(player.account, -1, { kind: CommandKind.CommitSlot, hash, ...shown });
  return context.engine.submit(player.site, record);
}

function spunIn(e: Float64Array): Omit<SpinFacts, 'clientSeed' | 'seed'> | undefined {
  for (let i = 0; i < e.length; i += EVENT_WORDS)
    if (e[i] === EventKind.SlotSpun)
      return {
        game: e[i + SlotSpun.game],
        serial: e[i + SlotSpun.serial],
        nonce: e[i + SlotSpun.nonce],
        stake: e[i + SlotSpun.stake],
        payout: e[i + SlotSpun.payout],
        reels: e[i + SlotSpun.reels],
        atMs: e[i + Head.time],
      };
  return undefined;
}

function repeatedIn(e: Float64Array): { seq: number; spinId: number; payout: number } | undefined {
  return e.length >= EVENT_WORDS && e[0] === EventKind.RequestRepeated
    ? { seq: e[RequestRepeated.firstSeq], spinId: e[RequestRepeated.orderId], payout: e[RequestRepeated.filledLots] }
    : undefined;
}

/** The spin that a repeated request had: its reels follow from its seed and number. */
async function spunBefore(context: AppContext, player: Player, game: number, stake: number, events: Float64Array) {
  const repeated = repeatedIn(events);
  if (repeated === undefined) throw new Error('no spin in the answer');
  const serial = Math.floor(repeated.spinId / SPINS_OF_SEED);
  const nonce = repeated.spinId % SPINS_OF_SEED;
  const client = clientBytes(await clientSeedOf(context, player, serial));
  const reels = spinReels(game, await seedOf(context, player, serial), client, nonce);
  return { game, serial, nonce, stake, payout: repeated.payout, reels, atMs: null };
}

export const renewSlotSeedHandler = handle(renewSlotSeed, async (context, call) => {
  const player = playerOf(call);
  const before = await seedInUse(context, player);
  // A seed that was never spun under is sealed first, so that it can be shown; one that is sealed already is refused.
  await commitSeed(context, player, before.serial);
  await keepSeed(context, player, before.serial + 1, call.body.clientSeed);
  const { events, seq } = await commitSeed(context, player, before.serial + 1);
  refuseIn(call, events);
  // So that the spins asked for next have their seed; late, they still get it with the next look.
  await context.projections.waitFor(player.site, seq, WAIT_MS);
  const seed = (await seedOf(context, player, before.serial)).toString('hex');
  return {
    data: {
      shown: { ...(await presentSeal(context, player, before)), seed },
      now: await presentSeal(context, player, await seedInUse(context, player)),
    },
  };
});
