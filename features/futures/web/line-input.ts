// What the lines over the chart are made of, and what they may ask for.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import type { PositionNow } from './account-now.ts';
import type { futuresTexts } from './futures-texts.ts';
import type { Instrument } from './instrument.ts';
import type { TicketFields } from './order-fields.ts';
import type { AccountNow, MarketNow, Preview } from './order-preview.ts';

export interface LineActions {
  moveOrder(order: Order, price: string): void;
  /** It would trade there at once: the member says so first. */
  askToMove(order: Order, price: string): void;
  cancelOrder(order: Order): void;
  closePosition(p: PositionNow): void;
  turnPosition(p: PositionNow): void;
  addMargin(p: PositionNow): void;
  writePrice(price: string): void;
  writeStop(price: string): void;
  writeExit(kind: 'takeProfit' | 'stopLoss', price: string): void;
  moveTrigger(order: Order, price: string): void;
  moveExit(p: PositionNow, kind: 'takeProfit' | 'stopLoss', price: string): void;
}
export interface LineInput {
  i: Instrument;
  positions: readonly PositionNow[];
  orders: readonly Order[];
  fields: TicketFields;
  preview: Preview;
  account: AccountNow;
  market: MarketNow;
  t: Text<typeof futuresTexts>;
  actions: LineActions;
  isPhone: boolean;
}
