// The engine's invariants (reliability page, section 3) as code: I1 to I6, I8 to I10, I13, I14 and I16 on the real state.
//
// `checkCommand` is cheap and runs after every command on what it touched; `checkAll` walks everything, every 500 commands and
// after faults. I7 and I8 are judged on the events (shadow.ts), I9 and I10 by the simulator that knows the requests and the tape.
import { OrderType, TimeInForce, unpackOrderFlags } from '../wire/command.ts';
import { type EngineEvent, EventKind, FillRole } from '../wire/event.ts';
import {
  HouseAccount,
  futuresWallet,
  isolatedPurse,
  WalletWord,
  isHouse,
  everyAccount,
  walletWordOf,
  assetOf,
  hasSlot,
  Purse,
  purseOf,
} from '../ledger/account.ts';
import type { InstrumentSpec } from '../market/instrument.ts';
import { RATE_ONE, unitsOf } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { accountView, counterpartyLots, ledgerView, openInterest, positionViews, restingOrders } from './engine-reader.ts';
import type { Shadow } from './shadow.ts';

/** Purses that may be below zero: the outside world and the house's own risk. */
const MAY_BE_NEGATIVE: readonly number[] = [
  Purse.External,
  Purse.Futures,
  Purse.Promo,
  Purse.Exchange,
  Purse.Games,
  Purse.NetworkFee,
  Purse.Receivable,
];
const isFutures = (ledger: number) => walletWordOf(ledger) === WalletWord.Futures || walletWordOf(ledger) === WalletWord.Isolated;

export function checkCommand(
  state: EngineState,
  shadow: Shadow,
  events: readonly EngineEvent[],
  specs: readonly InstrumentSpec[],
): string[] {
  const broken: string[] = [];
  const accounts = new Set<number>();
  for (const e of events) {
    if (e.account >= 0) accounts.add(e.account);
    if (e.kind === EventKind.OrderFilled) checkFill(e, specs[e.symbol], broken);
    if (e.kind === EventKind.OrderClosed) checkKilled(e, broken);
    if (e.kind === EventKind.LedgerPosted) checkPosting(state, shadow, e, broken);
    if (e.kind === EventKind.LiquidationFinished && e.insurancePaid > 0) checkDeficit(state, e, broken);
  }
  for (const account of accounts) checkAccount(state, account, broken);
  return broken;
}

// I16: a fill-or-kill order that was taken was filled, whole.
function checkKilled(e: Extract<EngineEvent, { kind: typeof EventKind.OrderClosed }>, broken: string[]): void {
  const { type, timeInForce } = unpackOrderFlags(e.flags);
  if (type === OrderType.Limit && timeInForce === TimeInForce.FOK && e.filledLots !== e.lots)
    broken.push(`I16 fill-or-kill order ${e.orderId} ended with ${e.filledLots} of ${e.lots}`);
}

// I14: a fee is the exact figure rounded up, by less than one unit.
function checkFill(e: Extract<EngineEvent, { kind: typeof EventKind.OrderFilled }>, spec: InstrumentSpec, broken: string[]): void {
  if (e.role !== FillRole.Taker && e.role !== FillRole.Maker) return;
  const units = unitsOf(spec.tickDecimals, spec.lotDecimals);
  const rate = e.role === FillRole.Maker ? spec.makerFee : spec.takerFee;
  const exact = BigInt(e.price) * BigInt(e.lots) * BigInt(units.costNum) * BigInt(rate);
  const fee = BigInt(e.fee) * BigInt(units.costDen) * BigInt(RATE_ONE);
  if (fee < exact || fee >= exact + BigInt(units.costDen) * BigInt(RATE_ONE))
    broken.push(`I14 fee ${e.fee} of ${e.lots} lots at ${e.price}`);
}

// I1 and I2: what the events say is what the state holds, and only named purses are below zero.
function checkPosting(
  state: EngineState,
  shadow: Shadow,
  e: Extract<EngineEvent, { kind: typeof EventKind.LedgerPosted }>,
  broken: string[],
): void {
  for (const ledger of [e.debit, e.credit]) {
    const held = ledgerView(state, ledger);
    if (held !== (shadow.ledger.get(ledger) ?? 0))
      broken.push(`I1 ledger ${ledger} holds ${held}, by the postings ${shadow.ledger.get(ledger) ?? 0}`);
    if (isHouse(ledger) && held < 0 && !MAY_BE_NEGATIVE.includes(purseOf(ledger))) broken.push(`I2 house purse ${ledger} at ${held}`);
  }
}

// I5: after a deficit the scope ends at exactly nothing.
function checkDeficit(state: EngineState, e: Extract<EngineEvent, { kind: typeof EventKind.LiquidationFinished }>, broken: string[]): void {
  if (e.positionId !== 0) return;
  const wallet = ledgerView(state, futuresWallet(e.account));
  if (wallet !== 0) broken.push(`I5 account ${e.account} was liquidated with a deficit and holds ${wallet}`);
}

function checkAccount(state: EngineState, account: number, broken: string[]): void {
  const a = accountView(state, account);
  if (!a.known) return;
  const isolated = ledgerView(state, isolatedPurse(account));
  const positions = positionViews(state, account);
  let sum = 0;
  for (const p of positions) {
    sum += p.isolatedWallet;
    if (p.isolatedWallet < 0) broken.push(`I2 isolated wallet ${p.isolatedWallet} of account ${account}`);
    if (p.lots === 0) broken.push(`I3 empty position of account ${account}`);
  }
  if (sum !== isolated) broken.push(`I1 isolated purse ${isolated} of account ${account}, its wallets ${sum}`);
  if (a.available < 0 || a.orderMargin < 0) broken.push(`I2 available ${a.available}, order margin ${a.orderMargin} of account ${account}`);
  const crossed = positions.some((p) => p.marginType === 0);
  if (a.crossWallet < 0 && !crossed) broken.push(`I2 cross wallet ${a.crossWallet} of account ${account} without a cross position`);
}

/** Everything: I1 over all accounts, I3 every book, I6 every symbol, and each account's figures. */
export function checkAll(state: EngineState, shadow: Shadow, accounts: number, symbols: number): string[] {
  const broken: string[] = [];
  const sums = new Map<number, bigint>();
  for (const ledger of [...everyAccount(accounts), ...[...shadow.ledger.keys()].filter((one) => !hasSlot(one))]) {
    const held = ledgerView(state, ledger);
    sums.set(assetOf(ledger), (sums.get(assetOf(ledger)) ?? 0n) + BigInt(held));
    if (!isHouse(ledger) && !isFutures(ledger) && held < 0) broken.push(`I2 wallet ${ledger} at ${held}`);
    if (held !== (shadow.ledger.get(ledger) ?? 0))
      broken.push(`I1 ledger ${ledger} holds ${held}, by the postings ${shadow.ledger.get(ledger) ?? 0}`);
  }
  for (const [asset, sum] of sums) if (sum !== 0n) broken.push(`I1 the ledger sums to ${sum} in asset ${asset}`);
  for (const purse of [HouseAccount.Fee, HouseAccount.Insurance, HouseAccount.Dust, HouseAccount.BinaryFee, HouseAccount.BinaryDust]) {
    if (ledgerView(state, purse) < 0) broken.push(`I2 house purse ${purse} below zero`);
  }
  for (let symbol = 0; symbol < symbols; symbol++) checkSymbol(state, shadow, symbol, accounts, broken);
  for (let account = 0; account < accounts; account++) checkAccount(state, account, broken);
  return broken;
}

function checkSymbol(state: EngineState, shadow: Shadow, symbol: number, accounts: number, broken: string[]): void {
  let net = counterpartyLots(state, symbol);
  let long = 0;
  let short = 0;
  for (let account = 0; account < accounts; account++) {
    for (const p of positionViews(state, account)) {
      if (p.symbol !== symbol) continue;
      net += p.lots;
      if (p.lots > 0) long += p.lots;
      else short -= p.lots;
      if (shadow.positions.get(`${account}:${symbol}:${p.positionSide}`) !== p.lots)
        broken.push(`I8 position of ${account} in ${symbol} unknown to the events`);
    }
  }
  const open = openInterest(state, symbol);
  if (open.long !== long || open.short !== short)
    broken.push(`I6 symbol ${symbol}: open interest ${open.long}/${open.short}, by the positions ${long}/${short}`);
  if (net !== 0) broken.push(`I6 symbol ${symbol}: members and counterparty hold ${net} lots together`);
  checkBook(state, shadow, symbol, broken);
}

function checkBook(state: EngineState, shadow: Shadow, symbol: number, broken: string[]): void {
  let bestBid = 0;
  let bestAsk = Number.POSITIVE_INFINITY;
  for (const o of restingOrders(state, symbol)) {
    if (o.rest <= 0) broken.push(`I3 order ${o.orderId} rests with ${o.rest}`);
    if (shadow.orders.get(o.orderId)?.rest !== o.rest)
      broken.push(`I8 order ${o.orderId} rests with ${o.rest}, by its events ${shadow.orders.get(o.orderId)?.rest}`);
    if (o.side === 0) bestBid = Math.max(bestBid, o.price);
    else bestAsk = Math.min(bestAsk, o.price);
  }
  if (bestBid >= bestAsk) broken.push(`I3 book of symbol ${symbol} crossed: ${bestBid} and ${bestAsk}`);
}
