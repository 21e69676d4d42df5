// The mark kernel gives exactly what the formulas give, for every listed symbol, at every size and across brackets (rules 6.1, 6.6, 7.4).
import { describe, expect, it } from 'vitest';
import { apply } from '../apply.ts';
import { type Command, CommandKind, OrderType, encodeCommand } from '../wire/command.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { EQUITY, MAINTENANCE, POSITION_MARGIN, RISK } from '../layout.ts';
import { HouseAccount, futuresWallet } from '../ledger/account.ts';
import { type Instrument, encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { listedSymbols } from '../market/symbols.ts';
import { mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { type EngineState, createState } from '../state.ts';
import { Random } from '../testing/random.ts';
import { initialMarginAtMark, maintenanceMarginAt } from './margin.ts';
import { unrealizedPnl } from './pnl.ts';
import { entryCostOf } from './position.ts';

const ACCOUNTS = 24;

interface Site {
  s: EngineState;
  send: (c: Partial<Command> & { kind: number }) => number;
}

function site(): Site {
  const s = createState('small');
  const e = new EventBuffer();
  const send: Site['send'] = (c) => {
    e.clear();
    return apply(s, encodeCommand({ time: 1, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command), 0, s.seq + 1, e);
  };
  for (let account = 0; account < ACCOUNTS; account++) {
    send({ kind: CommandKind.OpenAccount, account });
    send({ kind: CommandKind.Transfer, debit: HouseAccount.External, credit: futuresWallet(account), amount: 3e13, reason: 0 });
  }
  return { s, send };
}

/** Positions from the smallest to near the largest that one order may open, on both sides. */
function open({ s, send }: Site, random: Random, price: number): number {
  let opened = 0;
  for (let account = 0; account < ACCOUNTS; account++) {
    const i = s.instruments[0] as Instrument;
    send({ kind: CommandKind.SetLeverage, account, symbol: 0, leverage: 1 + random.below(i.spec.tiers.maxLeverages[0]) });
    const most = Math.min(i.spec.maxMarketLots, mulDivFloor(i.maxProduct, 1, Math.ceil(price * 1.06)));
    const lots = Math.max(1, Math.floor(most * 10 ** -random.below(12)));
    send({ kind: CommandKind.SetLadder, symbol: 0, bids: [price - 1, 1e15], asks: [price + 1, 1e15] });
    const refused = send({
      kind: CommandKind.PlaceOrder,
      account,
      symbol: 0,
      side: account & 1,
      positionSide: 0,
      type: OrderType.Market,
      timeInForce: 1,
      selfTrade: 0,
      reduceOnly: false,
      price: 0,
      lots,
      slippage: 0,
      clientOrderId: '',
    });
    if (refused === 0) opened++;
  }
  return opened;
}

function check(s: EngineState, mark: number): number {
  const i = s.instruments[0] as Instrument;
  let checked = 0;
  for (let slot = 0; slot < s.capacity.positions; slot++) {
    const lots = s.positionLots[slot];
    if (lots === 0) continue;
    const size = Math.abs(lots);
    const row = s.positionScope[slot] * RISK;
    const pnl = unrealizedPnl(i.units, lots < 0 ? -1 : 1, mark, size, entryCostOf(s, slot));
    const maintenance = maintenanceMarginAt(i.maintenance, mark, size);
    const margin = initialMarginAtMark(i.units, mark, size, s.positionLeverage[slot]);
    expect([s.positionPnl[slot], s.positionMaintenance[slot], s.positionMargin[slot]]).toEqual([pnl, maintenance, margin]);
    expect(s.risk[row + EQUITY]).toBe(s.ledger[futuresWallet(s.positionScope[slot])] + pnl);
    expect([s.risk[row + MAINTENANCE], s.risk[row + POSITION_MARGIN]]).toEqual([maintenance, margin]);
    checked++;
  }
  return checked;
}

describe('mark to market', () => {
  it.each(listedSymbols.map((data, k) => [data.code, k] as const))('%s: kernel and formulas agree through 40 marks', (_code, index) => {
    const random = new Random(index + 1);
    const exchange = site();
    const data = listedSymbols[index];
    const price = Math.max(50, Math.round(Number(data.referencePrice) * 10 ** data.tickDecimals));
    const spec = {
      ...instrumentOf(data, { makerFee: 0, takerFee: 0 }),
      minNotional: 0,
      counterpartyCapLots: 1e15,
      maxLots: 1e14,
      maxMarketLots: 1e14,
    };
    exchange.send({ kind: CommandKind.ListSymbol, symbol: 0, spec: encodeInstrument(spec) });
    exchange.send({ kind: CommandKind.SetMark, symbol: 0, mark: price * MARK_PER_TICK, index: 0, last: price, valid: 1 });
    expect(open(exchange, random, price)).toBeGreaterThan(4);
    let checked = check(exchange.s, price * MARK_PER_TICK);
    for (let k = 0; k < 40; k++) {
      const mark = Math.max(1, Math.round(price * MARK_PER_TICK * (0.97 + random.below(60_000) * 1e-6)));
      exchange.send({ kind: CommandKind.SetMark, symbol: 0, mark, index: 0, last: price, valid: 1 });
      checked += check(exchange.s, mark);
    }
    expect(checked).toBeGreaterThan(100);
  });
});
