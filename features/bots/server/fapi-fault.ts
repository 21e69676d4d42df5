// Refusals in Binance's words: its number, its message, the HTTP status its clients expect.
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import { EngineBusy, EngineUnavailable } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { isAway } from '@maru/kit/server/http-errors.ts';
import { futuresErrors } from '@maru/futures/errors.ts';

export class FapiFault extends Error {
  readonly code: number;
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(code: number, message: string, status = 400, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** A fault of our own that nobody declared. */
export const internalFault = () => new FapiFault(-1001, 'Internal error; unable to process your request. Please try again.', 500);

export const faults = {
  badKey: () => new FapiFault(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  missing: (name: string) => new FapiFault(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  eitherOr: (a: string, b: string) => new FapiFault(-1102, `Param '${a}' or '${b}' must be sent, but both were empty/null!`),
  duplicate: () => new FapiFault(-1101, 'Duplicate values for a parameter detected.'),
  unsent: (name: string) => new FapiFault(-1106, `Parameter '${name}' sent when not required.`),
  precision: () => new FapiFault(-1111, 'Precision is over the maximum defined for this asset.'),
  badSymbol: () => new FapiFault(-1121, 'Invalid symbol.'),
  badPair: () => new FapiFault(-4144, 'Invalid pair.'),
  badContractType: () => new FapiFault(-4104, 'Invalid contract type.'),
  badTimes: () => new FapiFault(-1023, 'Start time is greater than end time.'),
  spanTooLong: (hours: number) =>
    new FapiFault(-1127, `Lookup interval is too big. More than ${hours} hours between startTime and endTime.`),
  badInterval: () => new FapiFault(-1120, 'Invalid interval.'),
  unknownOrder: () => new FapiFault(-2011, 'Unknown order sent.'),
  noSuchOrder: () => new FapiFault(-2013, 'Order does not exist.'),
  duplicateClientId: () => new FapiFault(-4116, 'ClientOrderId is duplicated.'),
  notSupported: (what: string) => new FapiFault(-4088, `${what} is not offered here.`),
  tooLarge: () => new FapiFault(-1101, 'Too many parameters sent for this endpoint.', 413),
  unreadable: () => new FapiFault(-1100, 'Illegal characters found in a parameter.'),
  badJson: () => new FapiFault(-1130, 'Expected a JSON request with id, method and params.'),
  notFound: () => new FapiFault(-5000, 'Path is not found.', 404),
  overloaded: () =>
    new FapiFault(-1008, 'Server is currently overloaded with other requests. Please try again in a few minutes.', 503, {
      'retry-after': '1',
    }),
  unavailable: () => new FapiFault(-1016, 'This service is no longer available.', 503, { 'retry-after': '5' }),
} as const;

/** Binance's own sentence by our rejection; what is not here is told with our own English text. */
const sentences: Partial<Record<RejectName, string>> = {
  SYMBOL_UNKNOWN: 'Invalid symbol.',
  SYMBOL_CLOSED: 'Symbol is closed.',
  INVALID_TIME_IN_FORCE: 'Invalid timeInForce.',
  INVALID_ORDER_TYPE: 'Invalid orderType.',
  INVALID_SIDE: 'Invalid side.',
  BAD_PRECISION: 'Precision is over the maximum defined for this asset.',
  QUANTITY_NOT_POSITIVE: 'Quantity less than or equal to zero.',
  QUANTITY_TOO_SMALL: 'Quantity less than min quantity.',
  QUANTITY_TOO_LARGE: 'Quantity greater than max quantity.',
  QUANTITY_OFF_STEP: 'Quantity not increased by step size.',
  PRICE_NOT_POSITIVE: 'Price less than or equal to zero.',
  PRICE_TOO_HIGH: 'Price greater than max price.',
  PRICE_TOO_LOW: 'Price less than min price.',
  PRICE_OFF_TICK: 'Price not increased by tick size.',
  PRICE_ABOVE_BAND: "Limit price can't be higher than {limit}.",
  PRICE_BELOW_BAND: "Limit price can't be lower than {limit}.",
  STOP_PRICE_NOT_POSITIVE: 'Stop price less than or equal to zero.',
  WOULD_TRIGGER_AT_ONCE: 'Order would immediately trigger.',
  NOTIONAL_TOO_SMALL: "Order's notional must be no smaller than {limit} (unless you choose reduce only).",
  MARKET_ORDER_OUT_OF_RANGE: "The counterparty's best price does not meet the PERCENT_PRICE filter limit.",
  NO_LIQUIDITY: "The counterparty's best price does not meet the PERCENT_PRICE filter limit.",
  INVALID_POSITION_SIDE: 'Invalid position side.',
  POSITION_SIDE_MISMATCH: "Order's position side does not match user's setting.",
  REDUCE_ONLY_REJECTED: 'ReduceOnly Order is rejected.',
  REDUCE_ONLY_CONFLICT: 'Invalid or improper reduceOnly value.',
  POSITION_NOT_SUFFICIENT: 'Position is not sufficient.',
  ACCOUNT_IN_LIQUIDATION: 'User in liquidation mode now.',
  TOO_MANY_ORDERS: 'Reach max open order limit.',
  TOO_MANY_CONDITIONAL_ORDERS: 'Reach max stop order limit.',
  NOTIONAL_ABOVE_BRACKET: 'Exceeded the maximum allowable position at current leverage.',
  INSUFFICIENT_BALANCE: 'Balance is insufficient.',
  INSUFFICIENT_MARGIN: 'Margin is insufficient.',
  FOK_NOT_FILLED:
    'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
  POST_ONLY_WOULD_TAKE:
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
  ORDER_UNKNOWN: 'Unknown order sent.',
  ORDER_UNCHANGED: 'No need to modify the order.',
  INVALID_LEVERAGE: 'Leverage {offered} is not valid',
  MARGIN_TYPE_UNCHANGED: 'No need to change margin type.',
  MARGIN_TYPE_LOCKED_BY_ORDERS: 'Margin type cannot be changed if there exists open orders.',
  MARGIN_TYPE_LOCKED_BY_POSITION: 'Margin type cannot be changed if there exists position.',
  MARGIN_IS_CROSSED: 'Add margin only support for isolated position.',
  CROSS_BALANCE_SHORT: 'Cross balance insufficient.',
  ISOLATED_BALANCE_SHORT: 'Isolated balance insufficient.',
  POSITION_UNKNOWN: 'Cannot add position margin: position is 0.',
  AMOUNT_NOT_POSITIVE: 'Amount must be positive.',
  POSITION_MODE_UNCHANGED: 'No need to change position side.',
  POSITION_MODE_LOCKED_BY_ORDERS: 'Position side cannot be changed if there exists open orders.',
  POSITION_MODE_LOCKED_BY_POSITION: 'Position side cannot be changed if there exists position.',
  REQUEST_REUSED: 'ClientOrderId is duplicated.',
  PARAM_MALFORMED: "Mandatory parameter '{field}' was not sent, was empty/null, or malformed.",
  PARAM_NOT_REQUIRED: "Parameter '{field}' sent when not required.",
};

const byName = new Map([...rejections.values()].map((rejection) => [rejection.name as string, rejection]));
/** Codes of the exchange that are no rejection of the engine. */
const ownCodes: Readonly<Record<string, (data: Record<string, unknown>) => FapiFault>> = {
  NOT_FOUND: () => faults.notFound(),
  SYMBOL_NOT_LISTED: () => faults.badSymbol(),
  READ_ONLY: () => faults.overloaded(),
  OVERLOADED: () => faults.overloaded(),
  UNAVAILABLE: () => faults.overloaded(),
  TOO_MANY_REQUESTS: () => new FapiFault(-1003, 'Too many requests.', 429, { 'retry-after': '1' }),
  NO_PERMISSION: () => faults.badKey(),
  ACCOUNT_DENIED: () => faults.badKey(),
  ACCOUNT_LOCKED: () => faults.badKey(),
  ACCOUNT_EXCLUDED: () => faults.badKey(),
  TOKEN_INVALID: () => faults.badKey(),
  REGION_CLOSED: () => new FapiFault(-2015, 'Service unavailable from a restricted location.', 451),
  PRODUCT_OFF: () => new FapiFault(-4088, 'Only reduce-only orders are taken here.', 403),
  CONSENT_NEEDED: () => new FapiFault(-2015, 'Please log in and agree to the new terms first.', 403),
  REQUIRED_FIELD: ({ field }) => faults.missing(String(field)),
  INVALID_FIELD: ({ field }) => faults.missing(String(field)),
  CLIENT_ORDER_ID_TAKEN: () => faults.duplicateClientId(),
  UNREADABLE_TEXT: () => faults.unreadable(),
  CLIENT_ORDER_ID_RESERVED: () => new FapiFault(-4015, 'Client order id is not valid.'),
  // The venue's own numbers for its algo orders.
  TWAP_UNKNOWN: () => new FapiFault(-20124, 'Invalid algo id or it has been completed.'),
  TWAP_NAME_TAKEN: () => new FapiFault(-20132, 'The client algo id is duplicated.'),
  TWAP_DURATION: () => new FapiFault(-20130, 'Invalid data sent for a parameter: duration goes from 300 to 86400 seconds.'),
  TWAP_TOO_SMALL: ({ limit, unit }) => new FapiFault(-20195, `The total size is too small: at least ${limit} ${unit}.`),
  TWAP_LIMIT_REACHED: ({ limit }) => new FapiFault(-20198, `Reach the max open orders allowed: ${limit}.`),
};

/** Anything thrown on the way; undefined when it is a fault of our own that nobody declared. */
export function faultOf(error: unknown): FapiFault | undefined {
  if (error instanceof FapiFault) return error;
  if (error instanceof EngineUnavailable || error instanceof EngineBusy || isAway(error)) return faults.overloaded();
  if (!(error instanceof Refusal)) return undefined;
  const data = error.data ?? {};
  const rejection = byName.get(error.code);
  if (rejection !== undefined)
    return new FapiFault(error.code === 'REQUEST_REUSED' ? -4116 : rejection.binance, sentenceOf(error.code, data));
  return ownCodes[error.code]?.(data) ?? new FapiFault(-1000, sentenceOf(error.code, data));
}

function sentenceOf(name: string, data: Record<string, unknown>): string {
  const own = (futuresErrors as Record<string, { en: string }>)[name]?.en ?? name;
  const text = sentences[name as RejectName] ?? own;
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(data[key] ?? ''));
}
