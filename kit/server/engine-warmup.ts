// Trades on a scratch state after a start, so that the first orders of a day do not run through cold code (bench/engine.ts: 4 to 10 times
// the cost of a warm command). In short slices between the thread's real work; nothing of it is journaled, told or kept.
import { apply } from '@maru/engine/apply.ts';
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
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { createState } from '@maru/engine/state.ts';

const { OrderPlaced } = EventWord;

const COMMANDS = 200_000;
/** On a busy machine it ends sooner. */
const MOST_MS = 1_000;
const SLICE_MS = 4;
/** The thread's own work comes first: a slice, then at least as long nothing. */
const PAUSE_MS = 6;
const ACCOUNTS = 64;
const OPEN_MOST = 500;
const MARK = 6_000_000;
const FLUSH = 64;

/** Starts the warm-up; resolves with what it cost when it is over. Never keeps a process alive. */
export function warmUpEngine(commands = COMMANDS): Promise<{ commands: number; ms: number }> {
  const trade = makeTrade();
  let done = 0;
  let spentMs = 0;
  return new Promise((resolve) => {
    const slice = () => {
      const from = performance.now();
      while (done < commands && performance.now() - from < SLICE_MS) for (let k = 0; k < FLUSH; k++) trade(done++);
      spentMs += performance.now() - from;
      if (done >= commands || spentMs > MOST_MS) resolve({ commands: done, ms: spentMs });
      else setTimeout(slice, PAUSE_MS).unref();
    };
    setTimeout(slice, PAUSE_MS).unref();
  });
}

/**
 * One command after the other on a state of its own: adds and cancels, every tenth order crosses. The mark stands: the mark kernel is
 * compiled for the arrays of one state as long as only one has made it (engine/futures/mark-kernel.ts).
 */
function makeTrade(): (k: number) => void {
  const state = createState('small');
  const events = new EventBuffer();
  let seq = 0;
  const send = (c: Partial<Command> & { kind: number }) => {
    if (seq % FLUSH === 0) events.clear();
    const from = events.length;
    apply(state, encodeCommand({ time: 1, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command), 0, ++seq, events);
    return from;
  };
  send({
    kind: CommandKind.ListSymbol,
    symbol: 0,
    spec: encodeInstrument(instrumentOf(listedSymbols[0], { makerFee: 20_000, takerFee: 40_000 })),
  });
  send({ kind: CommandKind.SetMark, symbol: 0, mark: MARK * 100, index: MARK * 100, last: MARK, valid: 1 });
  for (let account = 0; account < ACCOUNTS; account++) {
    send({ kind: CommandKind.OpenAccount, account });
    send({ kind: CommandKind.Transfer, account, debit: HouseAccount.External, credit: futuresWallet(account), amount: 1e13, reason: 0 });
  }
  const open: { account: number; orderId: number }[] = [];
  return (k) => {
    if (k % 10 > 6 || open.length > OPEN_MOST) {
      const eldest = open.shift();
      if (eldest) send({ kind: CommandKind.CancelOrder, symbol: 0, ...eldest });
      return;
    }
    const account = (k * 31) % ACCOUNTS;
    const from = send(orderOf(k, account));
    if (k % 10 !== 0 && events.words[from] === EventKind.OrderPlaced)
      open.push({ account, orderId: events.words[from + OrderPlaced.orderId] });
  };
}

function orderOf(k: number, account: number): Partial<Command> & { kind: number } {
  const crosses = k % 10 === 0;
  const side = k & 2 ? Side.Buy : Side.Sell;
  const away = crosses ? -400 : 20 + ((k * 7919) % 2_000);
  return {
    kind: CommandKind.PlaceOrder,
    account,
    symbol: 0,
    side,
    positionSide: PositionSide.Both,
    type: OrderType.Limit,
    timeInForce: crosses ? TimeInForce.IOC : TimeInForce.GTC,
    selfTrade: SelfTrade.ExpireTaker,
    reduceOnly: false,
    price: side === Side.Buy ? MARK - away : MARK + away,
    lots: crosses ? 40 : 2 + (k % 9),
    slippage: 0,
    clientOrderId: '',
  } as Partial<Command> & { kind: number };
}
