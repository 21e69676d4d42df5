// Refusals of account flags, liquidations under way, open-interest caps, funding and delisting: rows as in rejection-rows.ts.
import { LEVERAGE_LIMIT_SHIFT } from '../wire/command-kind.ts';
import {
  AccountFlag,
  ALL_ACCOUNT_FLAGS,
  CommandKind,
  MarginType,
  OrderType,
  PositionMode,
  PositionSide,
  Side,
  SwitchBit,
  TimeInForce,
} from '../wire/command.ts';
import { OrderEnd } from '../wire/event-kind.ts';
import { futuresWallet } from '../ledger/account.ts';
import type { TestExchange } from './test-exchange.ts';
import type { Row } from './rejection-rows.ts';
import {
  amend,
  cancelOf,
  EXTERNAL,
  hedge,
  leverage,
  list,
  long,
  MARK,
  mode,
  onSwitch,
  order,
  resting,
  type Step,
  transfer,
  USDT,
} from './rejection-steps.ts';

const flagged =
  (flags: number, account = 0) =>
  (exchange: TestExchange) => {
    exchange.accept({ kind: CommandKind.SetAccountFlags, account, symbol: -1, flags });
  };
const limited = (most: number) => flagged(most << LEVERAGE_LIMIT_SHIFT);
const fund = (change: { rate?: number; later?: number; symbol?: number } = {}): Step => {
  const { rate = 10_000, later = 0, symbol = 0 } = change;
  return (exchange) => ({ kind: CommandKind.SettleFunding, account: -1, symbol, rate, fundingTime: exchange.time + later });
};
const settle = (exchange: TestExchange, symbol = 0) =>
  exchange.accept({ kind: CommandKind.SettleFunding, account: -1, symbol, rate: 10_000, fundingTime: exchange.time });
const CROWD = 90;
const LAST = CROWD + 9;

/** Ninety members at 100x short against member 2, and a mark that takes all of them down: the last ones wait for a Tick. */
function crowd(exchange: TestExchange, type: number = MarginType.Crossed): void {
  for (let account = 10; account <= LAST; account++) {
    exchange.open(account, 30 * USDT);
    exchange.accept({ ...(leverage(100) as { kind: typeof CommandKind.SetLeverage; symbol: number; leverage: number }), account });
    if (type === MarginType.Isolated) exchange.accept({ kind: CommandKind.SetMarginType, account, symbol: 0, marginType: type });
    exchange.place({ account: 2, side: Side.Buy, price: MARK, lots: 20, timeInForce: TimeInForce.GTX });
    exchange.place({ account, side: Side.Sell, price: MARK, lots: 20, timeInForce: TimeInForce.IOC });
  }
}
const crash = (exchange: TestExchange) => {
  crowd(exchange);
  exchange.mark(0, 6_150_000);
};

export const riskRows: readonly Row[] = [
  { code: 'ACCOUNT_FROZEN', says: 'an order', given: flagged(AccountFlag.Frozen), refused: order(), control: order({ account: 1 }) },
  {
    code: 'ACCOUNT_FROZEN',
    says: 'of one that leaves',
    given: flagged(AccountFlag.Leaving),
    refused: order(),
    control: order({ account: 1 }),
  },
  {
    code: 'ACCOUNT_FROZEN',
    says: 'a transfer of its own',
    given: flagged(AccountFlag.Frozen),
    refused: { ...(transfer(futuresWallet(0), EXTERNAL, 1) as object), account: 0 } as Step,
    control: transfer(futuresWallet(0), EXTERNAL, 1),
  },
  {
    code: 'PARTNER_MAY_NOT_ORDER',
    says: 'certain partners',
    given: flagged(AccountFlag.MayNotOrder),
    refused: order(),
    control: order({ account: 1 }),
  },
  {
    code: 'ACCOUNT_REDUCE_ONLY',
    says: 'what opens',
    given: (f) => (long(f), flagged(AccountFlag.ReduceOnly)(f)),
    refused: order(),
    control: order({ side: Side.Sell, lots: 100 }),
  },
  {
    code: 'LEVERAGE_LIMITED',
    says: 'a leverage above the limit of the account',
    given: limited(10),
    refused: leverage(11),
    control: leverage(10),
  },
  {
    code: 'LEVERAGE_LIMITED',
    says: 'more of a position held above the limit',
    given: (f) => (long(f), limited(10)(f)),
    refused: order(),
    control: order({ side: Side.Sell, lots: 100 }),
  },
  {
    code: 'LEVERAGE_LIMITED',
    says: 'an order amended upwards on a position held above the limit',
    given: (f) => (long(f), resting(f), limited(10)(f)),
    refused: (f) => amend(f, MARK - 1_000, 11),
    control: (f) => (limited(20)(f), amend(f, MARK - 1_000, 11)),
  },
  {
    code: 'TRADER_CLOSES_BY_COPYING',
    says: 'a lead closes while copied orders are open',
    given: (f) => (long(f), flagged(AccountFlag.Trader | AccountFlag.TraderCopied)(f)),
    refused: order({ side: Side.Sell, lots: 50 }),
    control: order(),
  },
  {
    code: 'TRADER_ORDER_OPPOSITE',
    says: 'a lead opens the other side while copied orders are open',
    given: (f) => {
      hedge(f);
      f.place({ account: 0, side: Side.Buy, positionSide: PositionSide.Long, type: OrderType.Market, lots: 10 });
      flagged(AccountFlag.TraderCopied)(f);
    },
    refused: order({ side: Side.Sell, positionSide: PositionSide.Short }),
    control: order({ positionSide: PositionSide.Long }),
  },
  {
    code: 'FOLLOWER_USES_COPY_TAB',
    says: 'a normal order beside copied ones',
    given: flagged(AccountFlag.FollowerCopied),
    refused: order(),
    control: order({ account: 1 }),
  },
  {
    code: 'FOLLOWER_USES_COPY_TAB',
    says: 'the leverage of a follower',
    given: flagged(AccountFlag.FollowerCopied),
    refused: leverage(10),
    control: { kind: CommandKind.SetLeverage, account: 1, symbol: 0, leverage: 10 },
  },
  {
    code: 'LEVERAGE_LOCKED_BY_POSITION',
    says: 'copied orders of a lead are open',
    given: flagged(AccountFlag.TraderCopied),
    refused: leverage(10),
    control: { kind: CommandKind.SetLeverage, account: 1, symbol: 0, leverage: 10 },
  },
  {
    code: 'POSITION_MODE_LOCKED_BY_POSITION',
    says: 'copied orders of a lead are open',
    given: flagged(AccountFlag.TraderCopied),
    refused: mode(PositionMode.Hedge),
    control: { kind: CommandKind.SetPositionMode, account: 1, symbol: -1, mode: PositionMode.Hedge },
  },
  {
    code: 'ACCOUNT_IN_LIQUIDATION',
    says: 'an order of a cross account that waits for its turn',
    given: crash,
    refused: order({ account: LAST, side: Side.Buy, lots: 2 }),
    control: order({ account: 1, lots: 2 }),
  },
  {
    code: 'ACCOUNT_IN_LIQUIDATION',
    says: 'money out of its wallet',
    given: crash,
    refused: transfer(futuresWallet(LAST), EXTERNAL, 1),
    control: transfer(futuresWallet(1), EXTERNAL, 1),
  },
  {
    code: 'ACCOUNT_IN_LIQUIDATION',
    says: 'an order on an isolated leg that waits for its turn',
    given: (f) => (crowd(f, MarginType.Isolated), f.mark(0, 6_150_000)),
    refused: order({ account: LAST, side: Side.Buy, lots: 20 }),
    control: order({ account: LAST, symbol: 1, lots: 2 }),
  },
  {
    code: 'OPEN_INTEREST_CAP',
    says: 'more than members may hold long of the symbol',
    given: (f) => list(f, 2, { maxOpenInterest: 1_200 * USDT }),
    refused: order({ symbol: 2, lots: 21 }),
    control: order({ symbol: 2, lots: 20 }),
  },
  { code: 'FUNDING_NOT_DUE', says: 'a time to come', refused: fund({ later: 1 }), control: fund() },
  {
    code: 'FUNDING_SETTLED_ALREADY',
    says: 'the same time twice',
    given: (f) => settle(f),
    refused: fund(),
    control: fund({ symbol: 1 }),
  },
  {
    code: 'FUNDING_RUNNING',
    says: 'one of the symbol is not done',
    given: (f) => {
      f.ladder(0, [], []);
      for (let account = 10; account < 300; account++) {
        f.open(account, 100 * USDT);
        f.place({ account: 2, side: Side.Sell, price: MARK, lots: 2, timeInForce: TimeInForce.GTX });
        f.place({ account, side: Side.Buy, price: MARK, lots: 2, timeInForce: TimeInForce.IOC });
      }
      f.time += 1;
      f.mark(0, MARK);
      f.mark(1, MARK);
      settle(f);
    },
    refused: fund(),
    control: fund({ symbol: 1 }),
  },
  {
    code: 'MARK_NOT_CONFIRMED',
    says: 'a mark that may not be used',
    given: (f) => f.accept({ kind: CommandKind.SetMark, account: -1, symbol: 0, mark: MARK * 100, index: 1, last: 1, valid: 0 }),
    refused: fund(),
    control: fund({ rate: 0 }),
  },
  {
    code: 'MARK_NOT_CONFIRMED',
    says: 'a mark older than ten seconds',
    given: (f) => {
      f.time += 10_001;
    },
    refused: fund(),
    control: fund({ rate: 0 }),
  },
  {
    code: 'MARKET_CLOSED',
    says: 'no funding outside hours',
    given: onSwitch(SwitchBit.MarketClosed),
    refused: fund(),
    control: fund({ symbol: 1 }),
  },
  {
    code: 'SYMBOL_CLOSED',
    says: 'a delisted symbol takes no orders',
    given: (f) => f.accept({ kind: CommandKind.DelistSymbol, account: -1, symbol: 0 }),
    refused: order(),
    control: order({ symbol: 1 }),
  },
  {
    code: 'PARAM_MALFORMED',
    says: 'flags that do not exist',
    refused: flags(126 << LEVERAGE_LIMIT_SHIFT),
    control: flags((125 << LEVERAGE_LIMIT_SHIFT) | ALL_ACCOUNT_FLAGS),
  },
  {
    code: 'PARAM_MALFORMED',
    says: 'a cancel for a reason that nobody may give',
    given: resting,
    refused: (f) => ({ ...(cancelOf(f, 0) as object), end: OrderEnd.Liquidation }) as never,
    control: (f) => ({ ...(cancelOf(f, 0) as object), end: OrderEnd.Operator }) as never,
  },
  { code: 'PARAM_MALFORMED', says: 'a rate of a whole', refused: fund({ rate: 100_000_000 }), control: fund({ rate: -99_999_999 }) },
  {
    code: 'SYMBOL_UNKNOWN',
    says: 'delisting what is not listed',
    refused: { kind: CommandKind.DelistSymbol, account: -1, symbol: 7 },
    control: { kind: CommandKind.DelistSymbol, account: -1, symbol: 1 },
  },
];

function flags(bits: number): Step {
  return { kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags: bits };
}
