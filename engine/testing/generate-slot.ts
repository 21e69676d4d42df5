// Commands of the slot that a simulation draws: seals, seeds shown rightly and wrongly, spins of every size.
import { CommandKind } from '../wire/command.ts';
import { asciiBytes, sha256, wordsOfBytes } from '../draw/sha256.ts';
import type { SiteCommand } from './generate-site.ts';
import type { Naive } from './naive/model.ts';
import { binaryOf } from './naive/rounds-model.ts';
import type { Random } from './random.ts';

const seedOf = (account: number, serial: number) => sha256(asciiBytes(`slot seed ${serial} of ${account}`));

export function someSlot(r: Random, world: Naive, accounts: number): SiteCommand {
  const account = r.chance(99) ? r.below(accounts) : 99;
  const serial = world.rounds.slots.get(account)?.serial ?? 0;
  if (r.chance(serial === 0 ? 70 : 12)) return someSeal(r, account, serial);
  const held = Number(world.balances.get(binaryOf(account)) ?? 0n);
  const usual = 1 + r.below(Math.max(1, Math.ceil(held / 40)));
  const stake = r.chance(90) ? usual : r.pick([held, held + 1, 0, -3, 0.5]);
  const seed = wordsOfBytes(seedOf(account, r.chance(97) ? serial : serial + 1));
  const client = wordsOfBytes(sha256(asciiBytes(`client ${r.below(3)}`)));
  const game = r.chance(98) ? 0 : r.pick([1, -1, 0.5]);
  return { kind: CommandKind.SpinSlot, account, symbol: -1, game, stake, seed, client };
}

function someSeal(r: Random, account: number, serial: number): SiteCommand {
  const hash = wordsOfBytes(sha256(seedOf(account, serial + 1)));
  const isShown = r.chance(95) ? serial > 0 : serial === 0;
  const seed = wordsOfBytes(seedOf(account, r.chance(95) ? serial : serial + 1));
  return { kind: CommandKind.CommitSlot, account, symbol: -1, hash, ...(isShown ? { seed } : {}) };
}
