// One listed symbol with a mark and funded accounts, and the records to trade on it: what benches of the journal feed the engine.
import {
  type Command,
  CommandKind,
  OrderType,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
  encodeCommand,
} from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';

/** A record as the gateway makes it: no key, no client order id, 96 bytes for the hot kinds. */
export function command(c: Partial<Command> & { kind: number }): Float64Array {
  return encodeCommand({ time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command);
}

/** BTCUSDT's mark in ticks of 0.01. */
const MARK_TICKS = 6_000_000;

/** A limit order of the least notional, `away` ticks from the mark on its own side: it rests. */
export function limitOrder(account: number, side: number, away: number): Float64Array {
  const price = side === Side.Buy ? MARK_TICKS - away : MARK_TICKS + away;
  return command({
    kind: CommandKind.PlaceOrder,
    account,
    symbol: 0,
    side,
    positionSide: PositionSide.Both,
    type: OrderType.Limit,
    timeInForce: TimeInForce.GTC,
    selfTrade: SelfTrade.ExpireTaker,
    reduceOnly: false,
    price,
    lots: 2,
    slippage: 0,
    clientOrderId: '',
  });
}

/** Lists the symbol, marks it, opens and funds accounts 0 to n - 1. */
export function openMarket(accounts: number): Float64Array[] {
  const btc = listedSymbols[0];
  const terms = { makerFee: 20_000, takerFee: 50_000 };
  const records = [
    command({ kind: CommandKind.ListSymbol, symbol: 0, spec: encodeInstrument(instrumentOf(btc, terms)) }),
    command({ kind: CommandKind.SetMark, symbol: 0, mark: MARK_TICKS * 100, index: MARK_TICKS * 100, last: MARK_TICKS, valid: 1 }),
  ];
  for (let account = 0; account < accounts; account++) {
    records.push(command({ kind: CommandKind.OpenAccount, account }));
    const [debit, credit] = [HouseAccount.External, futuresWallet(account)];
    records.push(command({ kind: CommandKind.Transfer, account, debit, credit, amount: 1e12, reason: 0 }));
  }
  return records;
}
