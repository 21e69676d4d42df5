// What is being typed into the ticket, by tab: kept through a reload until the log-out, shared by ticket, book and chart.
import { useSession } from '@maru/kit/web/session.ts';
import { create } from 'zustand';
import { emptyTicket, type TicketFields } from './order-fields.ts';

const KEY = 'maru.ticket';

export interface TicketStore {
  fields: TicketFields;
  /** Button the pointer or focus is on: whose after-figures are shown. */
  looksAt: 'BUY' | 'SELL';
  /** The refusal of the last order, on its field. */
  refused: { code: string; message: string; field: string | undefined; sequence: string | undefined } | undefined;
  /** The price stands there because the screen put it there: it follows the market until somebody begins an order. */
  isPriceOffered: boolean;
  /** How many orders of this ticket were filled at once: the phone shows what they led to. */
  fills: number;
}

function restored(): TicketFields {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (kept && typeof kept === 'object' && 'type' in kept) return { ...emptyTicket, ...(kept as Partial<TicketFields>) };
  } catch {
    // A broken draft is no draft.
  }
  return emptyTicket;
}

export const useTicket = create<TicketStore>(() => ({
  fields: typeof sessionStorage === 'undefined' ? emptyTicket : restored(),
  looksAt: 'BUY',
  refused: undefined,
  isPriceOffered: false,
  fills: 0,
}));

export function setTicket(change: Partial<TicketFields>): void {
  useTicket.setState(({ fields, isPriceOffered }) => ({
    fields: { ...fields, ...change },
    refused: undefined,
    isPriceOffered: isPriceOffered && change.price === undefined,
  }));
  const { fields, isPriceOffered } = useTicket.getState();
  // A price that nobody wrote is offered anew after a reload.
  sessionStorage.setItem(KEY, JSON.stringify(isPriceOffered ? { ...fields, price: '' } : fields));
}

/** The market's price for an empty field. */
export function offerPrice(price: string): void {
  const { fields } = useTicket.getState();
  if (fields.price === '') useTicket.setState({ fields: { ...fields, price }, isPriceOffered: true });
}

/** An offered price goes on with the market, but not under somebody's hands. */
export function followPrice(price: string, isHeld: boolean): void {
  const { fields, isPriceOffered } = useTicket.getState();
  const isBegun = fields.quantity !== '' || fields.takeProfit !== '' || fields.stopLoss !== '';
  if (isPriceOffered && !isHeld && !isBegun && fields.price !== price) useTicket.setState({ fields: { ...fields, price } });
}

export function lookAt(side: 'BUY' | 'SELL'): void {
  if (useTicket.getState().looksAt !== side) useTicket.setState({ looksAt: side });
}

/** Prices and sizes; what was chosen stays. */
const noFigures = {
  price: '',
  quantity: '',
  stopPrice: '',
  activationPrice: '',
  scaleFrom: '',
  scaleTo: '',
  twapLimit: '',
  takeProfit: '',
  stopLoss: '',
  takeProfitLimit: '',
  stopLossLimit: '',
};

/** The size is gone with its order; a written price stays for the next one. Who began that one while the answer was on its way keeps it. */
export function orderSent(sent: TicketFields): void {
  const { fields } = useTicket.getState();
  const isAsSent = fields.quantity === sent.quantity && fields.takeProfit === sent.takeProfit && fields.stopLoss === sent.stopLoss;
  // Only reducing was this order's request: the next one says it anew.
  if (isAsSent) setTicket({ quantity: '', takeProfit: '', stopLoss: '', reduceOnly: false });
}

export const orderFilled = (): void => useTicket.setState(({ fills }) => ({ fills: fills + 1 }));

/** Nothing is left to reduce: a box that stayed ticked would refuse the next entry. */
export function dropReduceOnly(): void {
  if (useTicket.getState().fields.reduceOnly) setTicket({ reduceOnly: false });
}

/** Another symbol: its prices and sizes have other units. */
export const clearTicketFigures = (): void => setTicket(noFigures);

// A half-written order is its member's: whoever logs in next on this tab does not find it.
useSession.subscribe(({ status }, was) => {
  if (status !== was.status && (status === 'fail' || status === 'logout')) clearTicketFigures();
});
