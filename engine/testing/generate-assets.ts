// Commands on assets beyond USDT that a simulation draws: custody in and out, between a member's purses, into escrow and out of it, conversions.
import { CommandKind } from '../wire/command.ts';
import {
  accountOf,
  assetOf,
  futuresWallet,
  houseAccount,
  MOST_ASSETS,
  memberOf,
  PostingReason,
  Purse,
  purseOf,
  walletWordOf,
} from '../ledger/account.ts';
import { someQuote } from './generate-wallet.ts';
import { withdrawableNow } from './edges.ts';
import type { SiteCommand } from './generate-site.ts';
import type { Naive } from './naive/model.ts';
import type { Random } from './random.ts';

/** USDT and the games' currency in purses without a slot, four coins, and the last asset there can be. */
const ASSETS = [0, 0, 1, 2, 3, 4, 5, MOST_ASSETS - 1] as const;
const OWN = [Purse.Available, Purse.Available, Purse.Held, Purse.Pending, Purse.Staked, Purse.Escrow, Purse.InTransit] as const;
const HOUSE = [
  Purse.External,
  Purse.External,
  Purse.Promo,
  Purse.Escrow,
  Purse.Suspense,
  Purse.Hot,
  Purse.NetworkFee,
  Purse.Fee,
  Purse.Grant,
] as const;
/** No account: a spare purse by key, or the long number of what has a slot. */
const UNREAL = [2 ** 46, 2 ** 46 + 1, 2 ** 46 + 50, 2 ** 46 + 16_384 + 1, 2 ** 46 + 3 * 64 + 63, 2 ** 60, 0.5, -1] as const;

export function someAssetMove(r: Random, world: Naive, account: number): SiteCommand {
  if (r.chance(20)) return someConversion(r, world, account);
  const asset = r.pick(ASSETS);
  const own = () => accountOf(account, asset, r.pick(OWN));
  const house = () => houseAccount(asset, r.pick(HOUSE));
  const [debit, credit] = r.pick([
    () => [house(), own()],
    () => [houseAccount(asset, Purse.External), own()],
    () => [own(), own()],
    () => [own(), own()],
    () => [own(), house()],
    () => [house(), house()],
    () => [futuresWallet(account), accountOf(account, 0, Purse.Held)],
    () => [accountOf(account, 0, Purse.Held), futuresWallet(account)],
    // Never between USDT and the games' currency, which are one to the engine: here games do not count in USDT.
    () => [own(), accountOf(account, asset < 2 ? 2 : r.pick(ASSETS), Purse.Available)],
    () => [r.pick(UNREAL), own()],
    () => [own(), r.pick([...UNREAL, accountOf(98, asset, Purse.Held)])],
  ])();
  const by = r.chance(70) ? account : -1;
  return {
    kind: CommandKind.Transfer,
    account: by,
    symbol: -1,
    debit,
    credit,
    amount: someAmount(r, world, debit),
    reason: PostingReason.Transfer,
  };
}

function someConversion(r: Random, world: Naive, account: number): SiteCommand {
  const wallets = [
    futuresWallet(account),
    ...ASSETS.map((asset) => accountOf(account, asset, Purse.Available)),
    accountOf(account, 2, Purse.Held),
  ];
  const [debit, credit] = [r.pick(wallets), r.pick(wallets)];
  const [from, to] = [walletWordOf(debit), r.chance(97) ? walletWordOf(credit) : r.pick([-1, 48, 16_400, 0.5, 2 ** 40])];
  const [num, den] = r.pick([
    [1, 1],
    [7, 3],
    [1, 1_000],
    [137_250, 100],
  ]);
  return {
    kind: CommandKind.Convert,
    account,
    symbol: -1,
    from,
    to,
    amount: someAmount(r, world, debit),
    spread: r.pick([0, 100_000, 5_000_000]),
    num,
    den,
    ...someQuote(world, debit, credit),
  };
}

function someAmount(r: Random, world: Naive, debit: number): number {
  const owner = Number.isSafeInteger(debit) && debit >= 0 ? memberOf(debit) : -1;
  const isWallet = owner >= 0 && debit === futuresWallet(owner) && world.accounts.has(owner);
  const held = isWallet ? withdrawableNow(world, owner) : Number(world.balances.get(debit) ?? 0n);
  const isFromHouse = owner < 0 && Number.isSafeInteger(debit) && assetOf(debit) !== 0 && purseOf(debit) === Purse.External;
  if (isFromHouse && r.chance(80)) return 1 + r.below(5_000_000_000);
  return r.pick([held, held + 1, Math.ceil(held / 2), Math.ceil(held / 7), r.below(5_000_000), 1, 0, -1]);
}
