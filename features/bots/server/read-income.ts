// What moved a member's futures wallet, in Binance's words: income, and isolated margin that the member moved itself.
import { futuresArchive } from '@maru/futures/contract.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { type FuturesLedger, futuresLedger, type FuturesPosting } from '@maru/wallet/contract.ts';
import type { Endpoint, MemberAsk } from './fapi-endpoint.ts';
import { faults } from './fapi-fault.ts';
import { botNameOf, optionIdOf } from './fapi-symbols.ts';
import { symbolIdOf } from './find-order.ts';
import { spanOf } from './read-history.ts';

const USUAL = 100;
const MOST = 1000;
const MOST_PAGES = 1000;

/** The venue's names for what is not a transfer. A takeover's and a settlement's PnL are what `userTrades` names realized as well. */
const namesOf: Readonly<Record<number, string>> = {
  [PostingReason.TradingFee]: 'COMMISSION',
  [PostingReason.RealizedPnl]: 'REALIZED_PNL',
  [PostingReason.LiquidationTakeover]: 'REALIZED_PNL',
  [PostingReason.Settlement]: 'REALIZED_PNL',
  [PostingReason.FundingFee]: 'FUNDING_FEE',
  [PostingReason.FundingDebt]: 'FUNDING_FEE',
  [PostingReason.ClearanceFee]: 'INSURANCE_CLEAR',
  [PostingReason.LiquidationDeficit]: 'INSURANCE_CLEAR',
  [PostingReason.Coupon]: 'WELCOME_BONUS',
};
const typeOf = (reason: number) => namesOf[reason] ?? 'TRANSFER';
/** Types that the venue knows and nothing here ever is: an empty list, not a fault. */
const neverHere = [
  'REFERRAL_KICKBACK',
  'COMMISSION_REBATE',
  'API_REBATE',
  'CONTEST_REWARD',
  'CROSS_COLLATERAL_TRANSFER',
  'OPTIONS_PREMIUM_FEE',
  'OPTIONS_SETTLE_PROFIT',
  'INTERNAL_TRANSFER',
  'AUTO_EXCHANGE',
  'DELIVERED_SETTELMENT',
  'COIN_SWAP_DEPOSIT',
  'COIN_SWAP_WITHDRAW',
  'POSITION_LIMIT_INCREASE_FEE',
  'STRATEGY_UMFUTURES_TRANSFER',
  'FEE_RETURN',
  'BFUSD_REWARD',
] as const;
const types = ['TRANSFER', ...new Set(Object.values(namesOf)), ...neverHere];
const reasonsOf = (type: string) => Object.values(PostingReason).filter((reason) => typeOf(reason) === type);

async function income(ask: MemberAsk): Promise<unknown> {
  const { params, site, session } = ask;
  const { from, to } = spanOf(ask);
  if (from !== undefined && to !== undefined && from > to) throw faults.badTimes();
  const limit = Math.min(params.whole('limit', 1) ?? USUAL, MOST);
  const page = params.whole('page', 1, MOST_PAGES) ?? 1;
  const wanted = params.oneOf('incomeType', types, -1102, "Parameter 'incomeType' is malformed.");
  const name = params.text('symbol');
  const reasons = wanted === undefined ? undefined : reasonsOf(wanted);
  if (reasons?.length === 0) return [];
  const symbol = name === undefined ? undefined : optionIdOf(site, name) - 1;
  // Who names a beginning reads on from there; else the newest, told oldest first as well.
  const first = from === undefined ? 'NEWEST' : 'OLDEST';
  const ledger = await upToNow(ask);
  const found = await ledger.income(site.id, session.account, { from, to, symbol, reasons, first, limit, offset: (page - 1) * limit });
  return (first === 'NEWEST' ? found.reverse() : found).map((posting) => incomeShape(site.symbols, posting));
}

function incomeShape(symbols: readonly string[], { seq, idx, amount, reason, ref, symbol, timeMs }: FuturesPosting) {
  const type = typeOf(reason);
  return {
    symbol: symbols[symbol] === undefined ? '' : botNameOf(symbols[symbol]),
    incomeType: type,
    income: formatDecimal(amount, USDT_DECIMALS),
    asset: 'USDT',
    info: type,
    time: timeMs,
    tranId: tranIdOf(seq, idx),
    tradeId: (type === 'COMMISSION' || type === 'REALIZED_PNL') && ref > 0 ? String(ref) : '',
  };
}

const PLACES = 10_000;

/** The venue's are numbers: the sequence, and the place within its command. Unique beside each type, as there. */
const tranIdOf = (seq: number, place: number) => seq * PLACES + (place % PLACES);

/** What the member added to and took from isolated positions itself; what trades moved shows in income and userTrades. */
async function marginHistory(ask: MemberAsk): Promise<unknown> {
  const { site, session, context } = ask;
  const symbol = symbolIdOf(ask) - 1;
  const type = ask.params.whole('type', 1, 2);
  const { from, to, limit: asked } = spanOf(ask);
  const ledger = await upToNow(ask);
  const way = type === undefined ? undefined : type === ADDED ? -1 : 1;
  const span = { from, to, symbol, way, first: 'NEWEST', limit: Math.min(asked, MOST), offset: 0 } as const;
  const found = await ledger.marginMoves(site.id, session.account, span);
  const ids = [...new Set(found.map(({ ref }) => ref))];
  const sides = await context.services.use(futuresArchive).positionSides(site, session.account, ids);
  return found.map((one) => ({
    symbol: botNameOf(site.symbols[symbol]),
    type: marginTypeOf(one),
    deltaType: 'USER_ADJUST',
    amount: formatDecimal(Math.abs(one.amount), USDT_DECIMALS),
    asset: 'USDT',
    time: one.timeMs,
    positionSide: sides.get(one.ref) ?? 'BOTH',
  }));
}

const [ADDED, REDUCED] = [1, 2];
/** What was added left the wallet. */
const marginTypeOf = ({ amount }: FuturesPosting) => (amount < 0 ? ADDED : REDUCED);

/** A bot reads at once what it has just done. */
async function upToNow({ context, site }: MemberAsk): Promise<FuturesLedger> {
  const seq = appliedSeq(context.engine, site.id);
  if (seq > 0 && !(await context.projections.waitFor(site.id, seq))) throw new EngineBusy('projection behind');
  return context.services.use(futuresLedger);
}

export const incomeEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/fapi/v1/positionMargin/history', weight: 1, security: 'READ', run: marginHistory },
  { method: 'GET', path: '/fapi/v1/income', weight: 30, security: 'READ', run: income },
];
