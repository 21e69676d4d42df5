// Take profit and stop loss that come with an entry, in the words in which ccxt sends them; what is asked for is kept or refused, never passed over.
import { FapiFault, faults } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';

const legs = ['takeProfit', 'stopLoss'] as const;
type Leg = (typeof legs)[number];
const limits = { takeProfit: 'takeProfitLimit', stopLoss: 'stopLossLimit' } as const;
const byMark = { takeProfit: 'isMarkTp', stopLoss: 'isMarkSl' } as const;
const fields = ['triggerPrice', 'stopPrice', 'price', 'type', 'triggerPriceType', 'priceType', 'workingType'] as const;
/** What fires it, as clients and the venue name it. */
const watched: Readonly<Record<string, boolean>> = {
  mark: true,
  mark_price: true,
  last: false,
  contract: false,
  contract_price: false,
};

/** Terms of the entry: each leg closes what this order opened. Empty where none is asked for. */
export function attachedExits(params: Params): Record<string, unknown> {
  refuseUnread(
    params,
    legs.flatMap((leg) => fields.map((field) => `${leg}[${field}]`)),
  );
  const terms = Object.assign({}, ...legs.map((leg) => legOf(params, leg))) as Record<string, unknown>;
  return Object.keys(terms).length === 0 ? {} : { ...terms, isPartialTpsl: true };
}

/** Where none can come along: changes, and orders that only close. */
export function refuseExits(params: Params): void {
  refuseUnread(params, []);
}

function refuseUnread(params: Params, read: readonly string[]): void {
  const unread = params.names().find((name) => legs.some((leg) => name.startsWith(leg)) && !read.includes(name));
  if (unread !== undefined) throw faults.unsent(unread.slice(0, 60));
}

function legOf(params: Params, leg: Leg): Record<string, unknown> {
  const named = (field: (typeof fields)[number]) => `${leg}[${field}]`;
  if (!fields.some((field) => params.text(named(field)) !== undefined)) return {};
  const trigger = params.decimal(named('triggerPrice')) ?? params.decimal(named('stopPrice'));
  if (trigger === undefined) throw faults.missing(named('triggerPrice'));
  const price = params.decimal(named('price'));
  const type = params.oneOf(named('type'), ['LIMIT', 'MARKET'], -1116, 'Invalid orderType.') ?? (price === undefined ? 'MARKET' : 'LIMIT');
  if (type === 'LIMIT' && price === undefined) throw faults.missing(named('price'));
  if (type === 'MARKET' && price !== undefined) throw faults.unsent(named('price'));
  const by = (
    params.text(named('triggerPriceType')) ??
    params.text(named('priceType')) ??
    params.text(named('workingType'))
  )?.toLowerCase();
  if (by !== undefined && watched[by] === undefined) throw new FapiFault(-4031, 'Invalid working type.');
  return {
    [leg]: trigger,
    ...(price === undefined ? {} : { [limits[leg]]: price }),
    ...(by !== undefined && watched[by] ? { [byMark[leg]]: true } : {}),
  };
}
