// The check that a refusal failed: its place in the rules, what it demands, and the figures or the state that stood against it.
import { type Command, CommandKind, MarginType, PositionMode, PositionSide } from '@maru/engine/wire/command.ts';
import type { CustodyRejectName, RejectName, RoundRejectName } from '@maru/engine/reject.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { quantityText } from '../decimal-text.ts';
import { rejectionFigure } from '../refuse.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { tradingWord } from '../trading-state.ts';
import type { Moment } from './moment.ts';

type FuturesReject = Exclude<RejectName, RoundRejectName | CustodyRejectName>;

/** Where the rules name each check. */
const rules = {
  SYMBOL_UNKNOWN: '3.6 #1',
  SYMBOL_CLOSED: '3.6 #1',
  MARKET_CLOSED: '3.6 #2',
  TRADING_HALTED: '3.6 #2',
  CANCEL_ONLY: '3.6 #2',
  REDUCE_ONLY_MODE: '3.6 #2',
  PRICE_STALE: '3.6 #2',
  NO_MARK_PRICE: '3.6 #2',
  MARK_NOT_CONFIRMED: '3.6 #2',
  ACCOUNT_UNKNOWN: '3.6 #2',
  ACCOUNT_EXISTS: '3.6 #2',
  ACCOUNT_MAY_NOT_TRADE: '3.6 #2',
  ACCOUNT_FROZEN: '3.6 #2',
  ACCOUNT_REDUCE_ONLY: '3.6 #2',
  PARTNER_MAY_NOT_ORDER: '3.6 #2',
  PARTNER_MAY_NOT_INVEST: '3.6 #2',
  TRADER_MAY_NOT_TPSL: '3.6',
  TRADER_ORDER_OPPOSITE: '3.6',
  TRADER_CLOSES_BY_COPYING: '3.6',
  FOLLOWER_USES_COPY_TAB: '3.6',
  PARAM_MALFORMED: '3.6 #3',
  INVALID_COUNTDOWN: '3.6 #3',
  INVALID_CALLBACK_RATE: '3.6 #3',
  PARAM_NOT_REQUIRED: '3.6 #4',
  TPSL_ON_CLOSING_ORDER: '3.6 #4',
  INVALID_TIME_IN_FORCE: '3.6 #5',
  INVALID_ORDER_TYPE: '3.6 #5',
  INVALID_SIDE: '3.6 #5',
  BAD_PRECISION: '3.6 #6',
  QUANTITY_NOT_POSITIVE: '3.6 #7',
  QUANTITY_TOO_SMALL: '3.6 #7',
  QUANTITY_TOO_LARGE: '3.6 #7',
  QUANTITY_OFF_STEP: '3.6 #7',
  PRICE_NOT_POSITIVE: '3.6 #8',
  PRICE_TOO_HIGH: '3.6 #8',
  PRICE_TOO_LOW: '3.6 #8',
  PRICE_OFF_TICK: '3.6 #8',
  PRICE_ABOVE_BAND: '3.6 #9',
  PRICE_BELOW_BAND: '3.6 #10',
  STOP_PRICE_NOT_POSITIVE: '3.6 #11',
  STOP_PRICE_TOO_HIGH: '3.6 #11',
  INVALID_WORKING_TYPE: '3.6 #11',
  WOULD_TRIGGER_AT_ONCE: '3.6 #12',
  INVALID_ACTIVATION_PRICE: '3.6 #12',
  TAKE_PROFIT_WRONG_SIDE: '3.6 #12',
  STOP_LOSS_WRONG_SIDE: '3.6 #12',
  NOTIONAL_TOO_SMALL: '3.6 #13',
  MARKET_ORDER_OUT_OF_RANGE: '3.6 #14',
  NO_LIQUIDITY: '3.6 #14',
  INVALID_POSITION_SIDE: '3.6 #15',
  POSITION_SIDE_MISMATCH: '3.6 #15',
  REDUCE_ONLY_REJECTED: '3.5',
  REDUCE_ONLY_CONFLICT: '3.6 #16',
  CLOSE_POSITION_TAKES_NO_QUANTITY: '3.6 #17',
  CLOSE_POSITION_TAKES_NO_REDUCE_ONLY: '3.6 #17',
  CLOSE_POSITION_EXISTS: '3.5',
  POSITION_NOT_SUFFICIENT: '3.6 #18',
  ACCOUNT_IN_LIQUIDATION: '3.6 #19',
  TOO_MANY_ORDERS: '3.6 #20',
  TOO_MANY_CONDITIONAL_ORDERS: '3.6 #20',
  CAPACITY_FULL: '3.6 #20',
  NOTIONAL_ABOVE_BRACKET: '5.4',
  OPEN_INTEREST_CAP: '5.4',
  INSUFFICIENT_BALANCE: '6.3',
  CONVERSION_TOO_SMALL: '6.3',
  INSUFFICIENT_MARGIN: '6.4',
  FOK_NOT_FILLED: '3.2',
  POST_ONLY_WOULD_TAKE: '3.6 #23',
  ORDER_UNKNOWN: '3.6 #24',
  ORDER_UNCHANGED: '3.6 #24',
  TRIGGERED_ALREADY: '3.6 #24',
  REQUEST_REUSED: '3.6 #3',
  INVALID_LEVERAGE: '5.3',
  LEVERAGE_LIMITED: '5.3',
  LEVERAGE_LOCKED_BY_POSITION: '5.3',
  MARGIN_TYPE_UNCHANGED: '5.2',
  MARGIN_TYPE_LOCKED_BY_ORDERS: '5.2',
  MARGIN_TYPE_LOCKED_BY_POSITION: '5.2',
  POSITION_MODE_UNCHANGED: '5.1',
  POSITION_MODE_LOCKED_BY_ORDERS: '5.1',
  POSITION_MODE_LOCKED_BY_POSITION: '5.1',
  MARGIN_IS_CROSSED: '5.6',
  CROSS_BALANCE_SHORT: '5.6',
  ISOLATED_BALANCE_SHORT: '5.6',
  AMOUNT_NOT_POSITIVE: '5.6',
  POSITION_UNKNOWN: '5.6',
  FUNDING_SETTLED_ALREADY: '8.5',
  FUNDING_NOT_DUE: '8.5',
  FUNDING_RUNNING: '8.5',
} as const satisfies Record<FuturesReject, string>;

/** What a check with two figures demands: the first is the limit, the second what came. */
const demands: Partial<Record<FuturesReject, { formula: string; sign: '≤' | '≥' | '<' }>> = {
  QUANTITY_TOO_SMALL: { formula: 'q ≥ minQty', sign: '≥' },
  QUANTITY_TOO_LARGE: { formula: 'q ≤ maxQty', sign: '≤' },
  PRICE_TOO_HIGH: { formula: 'P ≤ maxPrice', sign: '≤' },
  PRICE_TOO_LOW: { formula: 'P ≥ minPrice', sign: '≥' },
  PRICE_ABOVE_BAND: { formula: 'P ≤ MP × multiplierUp', sign: '≤' },
  PRICE_BELOW_BAND: { formula: 'P ≥ MP × multiplierDown', sign: '≥' },
  STOP_PRICE_TOO_HIGH: { formula: 'stopPrice ≤ maxPrice', sign: '≤' },
  NOTIONAL_TOO_SMALL: { formula: 'P × q ≥ minNotional', sign: '≥' },
  REDUCE_ONLY_REJECTED: { formula: 'q ≤ position − waiting', sign: '≤' },
  POSITION_NOT_SUFFICIENT: { formula: 'q ≤ position', sign: '≤' },
  TOO_MANY_ORDERS: { formula: 'open orders < maxOpenOrders', sign: '<' },
  TOO_MANY_CONDITIONAL_ORDERS: { formula: 'conditional orders < max', sign: '<' },
  NOTIONAL_ABOVE_BRACKET: { formula: 'N + orders + this ≤ maxNotionalValue(L)', sign: '≤' },
  INSUFFICIENT_BALANCE: { formula: 'asked ≤ maxWithdrawAmount', sign: '≤' },
  INSUFFICIENT_MARGIN: { formula: 'cost ≤ availableBalance', sign: '≤' },
  CROSS_BALANCE_SHORT: { formula: 'asked ≤ availableBalance', sign: '≤' },
  ISOLATED_BALANCE_SHORT: { formula: 'asked ≤ maxRemovable', sign: '≤' },
  OPEN_INTEREST_CAP: { formula: 'open interest ≤ cap', sign: '≤' },
  INVALID_LEVERAGE: { formula: 'L ≤ maxLeverage', sign: '≤' },
  LEVERAGE_LIMITED: { formula: 'L ≤ limit of the account', sign: '≤' },
};

/** What must be more than nothing. */
const positives: Partial<Record<FuturesReject, string>> = {
  QUANTITY_NOT_POSITIVE: 'q',
  PRICE_NOT_POSITIVE: 'P',
  STOP_PRICE_NOT_POSITIVE: 'stopPrice',
  AMOUNT_NOT_POSITIVE: 'asked',
};
/** The limit that the refusal does not name; the longest one it does. */
const LEAST_COUNTDOWN_MS = 1000;

/** Prices that must lie on one side of another: which side was meant is told by where they lay. */
const sided: Partial<Record<FuturesReject, { price: string; other: string; isBelowMeant: (offered: number, limit: number) => boolean }>> = {
  WOULD_TRIGGER_AT_ONCE: { price: 'stopPrice', other: 'workingPrice', isBelowMeant: (offered, limit) => offered >= limit },
  INVALID_ACTIVATION_PRICE: { price: 'activationPrice', other: 'workingPrice', isBelowMeant: (offered, limit) => offered >= limit },
  TAKE_PROFIT_WRONG_SIDE: { price: 'takeProfit', other: 'entry', isBelowMeant: (offered, limit) => offered > limit },
  STOP_LOSS_WRONG_SIDE: { price: 'stopLoss', other: 'entry', isBelowMeant: (offered, limit) => offered >= limit },
  POST_ONLY_WOULD_TAKE: { price: 'P', other: 'best', isBelowMeant: (offered, limit) => offered >= limit },
  MARKET_ORDER_OUT_OF_RANGE: { price: 'best', other: 'bound', isBelowMeant: (offered, limit) => offered > limit },
};

/** The condition that failed, with its figures or the state that stood against it. */
export function demandSteps(m: Moment, name: RejectName, a: number, b: number, symbol: SiteSymbol | undefined): ExplainStep[] {
  const rule = (rules as Partial<Record<RejectName, string>>)[name];
  if (rule === undefined) return [];
  const said = figures(name as FuturesReject, a, b, symbol) ?? stateOf(m, name as FuturesReject, symbol) ?? { formula: '', numbers: '' };
  return [{ name: { ko: '지키지 못한 조건', en: 'The condition that failed' }, rule, ...said, result: 'false', unit: '', holds: true }];
}

type Said = Pick<ExplainStep, 'formula' | 'numbers'>;

function figures(name: FuturesReject, a: number, b: number, symbol: SiteSymbol | undefined): Said | undefined {
  const [limit, offered] = [rejectionFigure(name, a, symbol), rejectionFigure(name, b, symbol, 1)];
  // Told the other way round: how much the book had.
  if (name === 'FOK_NOT_FILLED') return { formula: 'fillable ≥ q', numbers: `${limit} ≥ ${offered}` };
  if (name === 'INVALID_COUNTDOWN')
    return { formula: 'minCountdown ≤ countdown ≤ maxCountdown', numbers: `${LEAST_COUNTDOWN_MS} ≤ ${offered} ≤ ${limit}` };
  if (name === 'CLOSE_POSITION_TAKES_NO_QUANTITY') return { formula: 'q = 0', numbers: `${offered} = 0` };
  const positive = positives[name];
  if (positive !== undefined) return { formula: `${positive} > 0`, numbers: `${offered} > 0` };
  if (name === 'INVALID_CALLBACK_RATE') return { formula: '0.1 ≤ callbackRate ≤ max', numbers: `0.1 ≤ ${offered} ≤ ${limit}` };
  const demand = demands[name];
  if (demand !== undefined) return { formula: demand.formula, numbers: `${offered} ${demand.sign} ${limit}` };
  const side = sided[name];
  if (side === undefined) return undefined;
  const sign = side.isBelowMeant(Number(offered), Number(limit)) ? '<' : '>';
  return { formula: `${side.price} ${sign} ${side.other}`, numbers: `${offered} ${sign} ${limit}` };
}

/** Checks without figures of their own: what the journal says of the symbol, the member's positions, orders and settings then. */
function stateOf(m: Moment, name: FuturesReject, symbol: SiteSymbol | undefined): Said | undefined {
  switch (name) {
    case 'MARKET_CLOSED':
    case 'TRADING_HALTED':
    case 'CANCEL_ONLY':
    case 'REDUCE_ONLY_MODE':
    case 'PRICE_STALE': {
      const state = m.before.symbols.find((each) => each.symbol === symbol?.symbol);
      return state && { formula: 'trading = NONE', numbers: `${tradingWord(state.switches)} = NONE` };
    }
    case 'LEVERAGE_LOCKED_BY_POSITION':
    case 'MARGIN_TYPE_LOCKED_BY_POSITION':
    case 'POSITION_MODE_LOCKED_BY_POSITION':
      return positionSaid(m, symbol);
    case 'MARGIN_TYPE_LOCKED_BY_ORDERS':
    case 'POSITION_MODE_LOCKED_BY_ORDERS':
      return { formula: 'open orders = 0', numbers: `${m.orders.length} = 0` };
    case 'MARGIN_TYPE_UNCHANGED':
    case 'POSITION_MODE_UNCHANGED': {
      const asked = settingAsked(m.command);
      return asked === undefined ? undefined : { formula: 'new ≠ present', numbers: `${asked} ≠ ${asked}` };
    }
    // Whichever mode the account has, the order meant the other one.
    case 'POSITION_SIDE_MISMATCH':
      return modesSaid('orderMode = accountMode', m);
    case 'REDUCE_ONLY_CONFLICT':
      return { formula: 'accountMode = ONE_WAY', numbers: 'HEDGE = ONE_WAY' };
    case 'ORDER_UNKNOWN':
      return { formula: 'open orders with this id = 1', numbers: '0 = 1' };
    case 'POSITION_UNKNOWN':
      return { formula: 'positions = 1', numbers: '0 = 1' };
    case 'MARGIN_IS_CROSSED':
      return { formula: 'marginType = ISOLATED', numbers: 'CROSSED = ISOLATED' };
    default:
      return undefined;
  }
}

function modesSaid(formula: string, { command }: Moment): Said | undefined {
  if (!('positionSide' in command)) return undefined;
  return { formula, numbers: command.positionSide === PositionSide.Both ? 'ONE_WAY = HEDGE' : 'HEDGE = ONE_WAY' };
}

function positionSaid(m: Moment, symbol: SiteSymbol | undefined): Said {
  if (symbol === undefined) return { formula: 'positions = 0', numbers: `${m.before.positions.length} = 0` };
  const held = m.before.positions.filter((p) => p.symbol === symbol.symbol).reduce((sum, p) => sum + Math.abs(p.lots), 0);
  return { formula: 'position = 0', numbers: `${quantityText(symbol, held)} = 0` };
}

function settingAsked(command: Command): string | undefined {
  if (command.kind === CommandKind.SetMarginType) return command.marginType === MarginType.Crossed ? 'CROSSED' : 'ISOLATED';
  if (command.kind === CommandKind.SetPositionMode) return command.mode === PositionMode.Hedge ? 'HEDGE' : 'ONE_WAY';
  return undefined;
}
