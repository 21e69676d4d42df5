// Types of orders by the names that bots know them by.
import { type Order, type OrderTypeName, orderTypeOf, orderTypes } from '@maru/futures/contract.ts';

interface VenueType {
  type: OrderTypeName;
  isLimit: boolean;
}

const namesOf = (isTaken: (type: OrderTypeName) => boolean): Readonly<Record<string, VenueType>> =>
  Object.fromEntries(
    orderTypes.filter(isTaken).flatMap((type) => {
      const { limit, market } = orderTypeOf[type].venue;
      const both = [limit && ([limit, { type, isLimit: true }] as const), market && ([market, { type, isLimit: false }] as const)];
      return both.filter((one) => one !== undefined && one !== '');
    }),
  );

/** What waits for a price: the venue keeps those apart ("algo" orders). */
export const waits = (type: OrderTypeName): boolean => orderTypeOf[type].trigger !== undefined;
export const algoTypes = namesOf(waits);
export const plainTypes = namesOf((type) => !waits(type));
/** As the venue lists them. */
export const venueNames: readonly string[] = [...Object.keys(plainTypes), ...Object.keys(algoTypes)].toSorted();

/** The venue's word for what an order was placed as. */
export function originalType({ type, price }: Pick<Order, 'type' | 'price'>): string {
  const { limit, market } = orderTypeOf[type].venue;
  const atMarket = isZeroText(price);
  return (waits(type) ? (atMarket ? market : limit) : (limit ?? market)) ?? type;
}

export const isZeroText = (text: string): boolean => /^[0.]*$/.test(text);
