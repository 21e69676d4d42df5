// The naive engine's slot: seeds and spins from the published description, symbol by symbol.
import { type Command, CommandKind } from '../../wire/command.ts';
import { hmacSha256 } from '../../draw/hmac-stream.ts';
import { asciiBytes, bytesOfWords, hexOfBytes, sha256, wordsOfBytes } from '../../draw/sha256.ts';
import { HouseAccount } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { SLOT_GAMES, type SlotGame } from '../../slot/slot-games.ts';
import { balance, type Naive, post } from './model.ts';
import { playerFault } from './round-bets.ts';
import { binaryOf, ownLimitFault, payoutOf, playOf } from './rounds-model.ts';

type Of<K> = Extract<Command, { kind: K }>;
const MAX = 4_503_599_627_370_496n;
const WORDS = 8;

const areWords = (words: readonly number[]): boolean => words.every((word) => Number.isSafeInteger(word) && word >= 0 && word < 2 ** 32);
const meets = (seal: readonly number[], seed: readonly number[]): boolean =>
  wordsOfBytes(sha256(bytesOfWords(seed, 0))).join() === seal.join();

export function performSlot(s: Naive, c: Of<typeof CommandKind.CommitSlot> | Of<typeof CommandKind.SpinSlot>): number {
  return c.kind === CommandKind.CommitSlot ? commit(s, c) : spin(s, c);
}

function commit(s: Naive, c: Of<typeof CommandKind.CommitSlot>): number {
  const { hash, seed } = c;
  if (hash.length !== WORDS || (seed !== undefined && seed.length !== WORDS) || !areWords([...hash, ...(seed ?? [])]))
    return Reject.PARAM_MALFORMED;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const before = s.rounds.slots.get(c.account);
  if ((before === undefined) !== (seed === undefined)) return Reject.SLOT_MISMATCH;
  if (before !== undefined && seed !== undefined && !meets(before.seal, seed)) return Reject.SLOT_MISMATCH;
  const serial = (before?.serial ?? 0) + 1;
  s.rounds.slots.set(c.account, { serial, seal: [...hash], spins: 0 });
  if (before !== undefined) s.rounds.told.push(`shown ${before.serial} of ${c.account} after ${before.spins}`);
  s.rounds.told.push(`sealed ${serial} of ${c.account}`);
  return 0;
}

function spin(s: Naive, c: Of<typeof CommandKind.SpinSlot>): number {
  const player = playerFault(s, c.account) || siteFault(s);
  if (player) return player;
  const game = Number.isSafeInteger(c.game) && c.game >= 0 ? SLOT_GAMES[c.game] : undefined;
  if (game === undefined) return Reject.SLOT_GAME_UNKNOWN;
  if (c.seed.length !== WORDS || c.client.length !== WORDS || !areWords([...c.seed, ...c.client])) return Reject.PARAM_MALFORMED;
  const slot = s.rounds.slots.get(c.account);
  if (slot === undefined) return Reject.SLOT_NOT_COMMITTED;
  if (!meets(slot.seal, c.seed)) return Reject.SLOT_MISMATCH;
  if (!Number.isSafeInteger(c.stake) || c.stake <= 0) return Reject.AMOUNT_NOT_POSITIVE;
  const stake = BigInt(c.stake);
  const limit = ownLimitFault(s, c.account, stake) || capacityFault(s, c.account, stake, game);
  if (limit) return limit;
  const stops = stopsOf(game, c, slot.spins);
  const payout = (stake * BigInt(paysAt(game, stops))) / 100n;
  const own = binaryOf(c.account);
  post(s, own, HouseAccount.Rounds, stake);
  post(s, HouseAccount.Rounds, own, payout);
  const play = playOf(s, c.account);
  play.staked += stake;
  play.played.push(s.time);
  play.lost += stake - payout;
  s.rounds.told.push(`spun ${slot.serial}/${slot.spins} of ${c.account}: ${stops.join('-')} pays ${payout} balance ${balance(s, own)}`);
  slot.spins += 1;
  return 0;
}

const HALTED = 4;
/** A halted site takes no stakes. */
const siteFault = (s: Naive): number => ((s.siteSwitches & HALTED) !== 0 ? Reject.TRADING_HALTED : 0);

function capacityFault(s: Naive, account: number, stake: bigint, game: SlotGame): number {
  const held = balance(s, binaryOf(account));
  if (stake > held) return Reject.INSUFFICIENT_BALANCE;
  const could = (own: boolean) => s.rounds.bets.filter((b) => !own || b.account === account).reduce((all, b) => all + payoutOf(b), 0n);
  const most = (stake * BigInt(game.mostPays)) / 100n;
  const house = balance(s, HouseAccount.Rounds);
  const open = s.rounds.bets.reduce((all, b) => all + b.stake, 0n);
  const isTooLarge = held + could(true) + most >= MAX || house - could(false) - most <= -MAX || house + open + stake >= MAX;
  return isTooLarge ? Reject.QUANTITY_TOO_LARGE : 0;
}

/** Three words of the first block: 2^32 is a multiple of 32, so none is passed over. */
function stopsOf(game: SlotGame, c: Of<typeof CommandKind.SpinSlot>, nonce: number): number[] {
  const label = `maru-slot-1|${game.code}|${hexOfBytes(bytesOfWords(c.client, 0))}|${nonce}|0`;
  return wordsOfBytes(hmacSha256(bytesOfWords(c.seed, 0), asciiBytes(label)))
    .slice(0, 3)
    .map((word) => word % 32);
}

function paysAt(game: SlotGame, stops: readonly number[]): number {
  let pays = 0;
  for (const line of game.lines) {
    const shown = line.map((row, reel) => game.symbols[game.reels[reel][(stops[reel] + row) % 32]].code);
    const kinds = new Set(shown.filter((code) => code !== game.symbols[0].code));
    if (kinds.size > 1) continue;
    const [kind = game.symbols[0].code] = kinds;
    pays += game.symbols.find((symbol) => symbol.code === kind)!.pays;
  }
  return pays;
}
