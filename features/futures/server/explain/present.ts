// The parts that every explanation shares: the journaled command, the mark and what it was made of, the account before and after.
import { rateText } from '@maru/engine/money/decimal.ts';
import { type Command, CommandKind, MarginType } from '@maru/engine/wire/command.ts';
import type { ExplainAccount, ExplainMarket } from '../../explain-contract.ts';
import { orderTypeNames } from '../../order-type-table.ts';
import { amountText, isoText, markText, priceText, quantityText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import type { Moment, Standing } from './moment.ts';

export function presentMarket(m: Moment, symbol: SiteSymbol): ExplainMarket | null {
  const state = m.after.symbols.find((s) => s.symbol === symbol.symbol);
  if (state === undefined || state.mark === 0) return null;
  const told = m.marks.get(symbol.symbol);
  // A mark that may not be used leaves the one before in force (rules 8.2): then its parts are not those of the last record.
  const isOwn = told !== undefined && told.mark === state.mark;
  const [price1, price2, rate] = isOwn ? told.parts : [];
  return {
    mark: markText(symbol, state.mark),
    index: markText(symbol, state.index),
    last: told === undefined || told.last === 0 ? '--' : markText(symbol, told.last),
    price1: price1 === undefined ? null : markText(symbol, price1),
    price2: price2 === undefined ? null : markText(symbol, price2),
    fundingRate: rate === undefined ? null : rateText(rate),
    markSequence: isOwn ? told.seq : null,
    markTime: isOwn ? isoText(told.time) : null,
  };
}

export function presentStanding({ account: a }: Standing): ExplainAccount {
  return {
    crossWallet: amountText(a.crossWallet),
    isolatedWallets: amountText(a.isolatedWallets),
    unrealizedPnl: amountText(a.crossUnrealizedPnl),
    positionMargin: amountText(a.positionMargin),
    orderMargin: amountText(a.orderMargin),
    maintenanceMargin: amountText(a.maintenanceMargin),
    available: amountText(a.available),
  };
}

const commandNames = Object.fromEntries(Object.entries(CommandKind).map(([name, kind]) => [kind, name]));
/** Fields whose unit depends on the symbol or on nothing at all; others are shown as they are. */
const prices: readonly string[] = ['price', 'stopPrice', 'takeProfit', 'stopLoss'];
const marks: readonly string[] = ['mark', 'index', 'last'];
const quantities: readonly string[] = ['lots'];
const amounts: readonly string[] = ['amount'];
const rates: readonly string[] = ['rate', 'slippage', 'callbackRate'];
const hidden: readonly string[] = [
  'kind',
  'time',
  'account',
  'symbol',
  'keyHi',
  'keyLo',
  'body',
  'parts',
  'bids',
  'asks',
  'spec',
  'origin',
];
/** None of it was given. */
const unset: readonly string[] = ['price', 'slippage', 'takeProfitLimit', 'stopLossLimit'];
const words: Readonly<Record<string, readonly string[]>> = {
  side: ['BUY', 'SELL'],
  positionSide: ['BOTH', 'LONG', 'SHORT'],
  type: Object.values(orderTypeNames),
  timeInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
  workingType: ['CONTRACT_PRICE', 'MARK_PRICE'],
  selfTrade: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  marginType: Object.keys(MarginType).map((name) => name.toUpperCase()),
  mode: ['ONE_WAY', 'HEDGE'],
};

/** The command as the journal holds it, in decimal text; what is empty is left out. Other members' commands are named only. */
export function presentRequest(command: Command, symbol: SiteSymbol | undefined, isOwn: boolean): { name: string; value: string }[] {
  const fields = [{ name: 'command', value: commandNames[command.kind] }];
  // A mark is everybody's; another member's order is nobody else's business.
  if (!isOwn && command.kind !== CommandKind.SetMark && command.kind !== CommandKind.SettleFunding) return fields;
  // TP/SL that an entry carries are told among its fields.
  const { attached } = command as { attached?: object };
  for (const [name, value] of Object.entries({ ...command, attached: undefined, ...attached })) {
    if (hidden.includes(name) || value === '' || value === undefined || (value === 0 && unset.includes(name))) continue;
    fields.push({ name, value: fieldText(name, value as number | string | boolean, symbol) });
  }
  return fields;
}

function fieldText(name: string, value: number | string | boolean, symbol: SiteSymbol | undefined): string {
  if (typeof value !== 'number') return String(value);
  if (name in words) return words[name][value] ?? String(value);
  if (amounts.includes(name)) return amountText(value);
  if (rates.includes(name)) return rateText(value);
  if (name === 'fundingTime') return isoText(value);
  if (symbol === undefined) return String(value);
  // A leg of TP/SL that stays as it is.
  if (prices.includes(name)) return value < 0 ? '--' : priceText(symbol, value);
  if (marks.includes(name)) return markText(symbol, value);
  return quantities.includes(name) ? quantityText(symbol, value) : String(value);
}
