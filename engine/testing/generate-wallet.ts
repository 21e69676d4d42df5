// Commands of the wallets that a simulation draws: between a member's own wallets, with a change of currency, and reports of equity.
import { CommandKind } from '../wire/command.ts';
import {
  HouseAccount,
  isolatedPurse,
  SPARE_HOUSE_ACCOUNT,
  futuresWallet,
  WalletWord,
  walletAccount,
  PostingReason,
  Purse,
  assetOf,
  houseAccount,
} from '../ledger/account.ts';
import type { ConversionQuote } from '../wire/conversion-terms.ts';
import { withdrawableNow } from './edges.ts';
import type { SiteCommand } from './generate-site.ts';
import type { Naive } from './naive/model.ts';
import { Random } from './random.ts';
import { DAY_MS } from '../time.ts';

const MAX = Number.MAX_SAFE_INTEGER;
/** Units of the other currency a micro-USDT: KRW and BKT of different worth, and rates that leave remainders or overflow. */
const RATES: readonly (readonly [num: number, den: number])[] = [
  [1_382, 1_000_000],
  [138_250_000_000, 100_000_000_000_000],
  [1_000, 1_000_000],
  [1, 1_000_000],
  [7, 3],
  [MAX, 1],
  [1, MAX],
  [MAX, MAX - 1],
];

/** To and from the USDT wallet, or a conversion; amounts around what is there. */
export function someWalletMove(r: Random, world: Naive, account: number): SiteCommand {
  const purse = (kind: number) => walletAccount(account, kind);
  if (r.chance(25)) {
    const [debit, credit] = r.chance(60)
      ? [futuresWallet(account), purse(WalletWord.Usdt)]
      : [purse(WalletWord.Usdt), futuresWallet(account)];
    const amount = someAmount(r, world, account, debit);
    return { kind: CommandKind.Transfer, account, symbol: -1, debit, credit, amount, reason: PostingReason.Transfer };
  }
  const usdt = r.pick([WalletWord.Futures, WalletWord.Futures, WalletWord.Usdt]);
  const isOut = r.chance(55);
  const [from, to] = r.chance(97) ? (isOut ? [usdt, WalletWord.Binary] : [WalletWord.Binary, usdt]) : [r.below(5), r.below(5)];
  const rate = r.pick(r.chance(70) ? RATES.slice(0, 3) : RATES);
  const [num, den] = isOut ? rate : [rate[1], rate[0]];
  return {
    kind: CommandKind.Convert,
    account: r.chance(98) ? account : 99,
    symbol: -1,
    from,
    to,
    amount: someAmount(r, world, account, purse(from)),
    spread: r.pick([0, 0, 100_000, 333_333, 5_000_000, 100_000_000, r.chance(10) ? -1 : 1]),
    num: r.chance(98) ? num : r.pick([0, -1, 0.5]),
    den: r.chance(98) ? den : r.pick([0, -1, 0.5]),
    ...someQuote(world, purse(from), purse(to)),
  };
}

/**
 * Most conversions carry a quote: mostly a good one, else one that is just over or about to be, or up to what the house has already. Drawn
 * out of the moment, so that all else that a seed draws stays what it was.
 */
export function someQuote(world: Naive, debit: number, credit: number): { quote?: ConversionQuote } {
  const r = new Random(world.time % 2 ** 31);
  if (r.chance(35)) return {};
  if (r.chance(3)) return { quote: { until: -1, shortMost: 0.5, longMost: 0 } };
  const until = world.time + r.pick([10_000, 10_000, 10_000, 1, 0, -1]);
  const [given, taken] = [debit, credit].map((ledger) => {
    const asset = Number.isSafeInteger(ledger) && ledger >= 0 ? assetOf(ledger) : 0;
    return Number(world.balances.get(houseAccount(asset, Purse.Exchange)) ?? 0n);
  });
  const most = (held: number) => r.pick([MAX, MAX, Math.max(0, held), Math.max(0, held) + r.below(5_000_000), 0]);
  return { quote: { until: Math.max(0, until), shortMost: most(-taken), longMost: most(given) } };
}

function someAmount(r: Random, world: Naive, account: number, debit: number): number {
  const held = Number(world.balances.get(debit) ?? 0n);
  const most = debit === futuresWallet(account) && world.accounts.has(account) ? withdrawableNow(world, account) : held;
  return r.pick([most, most + 1, Math.ceil(most / 2), Math.ceil(most / 7), r.below(5_000_000), r.below(1_000), 1, 0, -1]);
}

/** Between a futures wallet and the outside, or between accounts where nothing should pass. */
export function someOutsideMove(r: Random, world: Naive, account: number): [debit: number, credit: number, amount: number] {
  const external = HouseAccount.External;
  const some = r.pick([r.below(1_000_000_000), r.below(1000), Number(world.balances.get(futuresWallet(account)) ?? 0n), 0, -1]);
  if (r.chance(40)) return [external, futuresWallet(account), Math.abs(some) + 1];
  if (r.chance(60)) return [futuresWallet(account), external, some];
  return [
    r.pick([HouseAccount.Fee, HouseAccount.Insurance, isolatedPurse(account), futuresWallet(98), futuresWallet(account), external]),
    r.pick([HouseAccount.Futures, futuresWallet(account), external, isolatedPurse(account), SPARE_HOUSE_ACCOUNT]),
    some,
  ];
}

export function someReport(r: Random, world: Naive, accounts: number): SiteCommand {
  const [first, count] = r.pick([
    [0, 10_000],
    [0, 1 + r.below(accounts)],
    [r.below(accounts), 1 + r.below(3)],
    [0, r.pick([0, -1, 10_001, 1.5])],
    [r.pick([-1, 17, 16]), 5],
  ]);
  return { kind: CommandKind.ReportEquity, account: -1, symbol: -1, first, count, day: Math.floor(world.time / DAY_MS) };
}

/** Margin put to an isolated position or taken from it. */
export function someMargin(r: Random, world: Naive, account: number): SiteCommand {
  const isolated = world.positions.filter((p) => p.isolated > 0n);
  const position = r.chance(80) && isolated.length > 0 ? r.pick(isolated) : r.pick([...world.positions, undefined]);
  return {
    kind: CommandKind.ChangeMargin,
    account: position !== undefined && r.chance(95) ? position.account : account,
    symbol: position?.symbol ?? 0,
    positionId: position?.id ?? r.below(10),
    amount: r.pick([r.below(2_000_000_000), r.below(10_000_000), Number(position?.isolated ?? 1n), 10_000_000_000_000, 1, 0, -5]),
    direction: r.pick([1, 1, 2, 2, 3]),
  };
}
