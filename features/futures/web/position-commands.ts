// What rows, lines and warnings ask of a position: straight to market, or a question for the dialogs to put.
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { create } from 'zustand';
import type { PositionNow } from './account-now.ts';
import { futuresTexts } from './futures-texts.ts';
import { closingOrder, sendOrder, tellFailure } from './trade-actions.ts';

export type Asked =
  | { what: 'close' | 'reverse' | 'margin' | 'tpsl'; id: number; isLimit?: boolean; percent?: number }
  /** An order of the symbol on screen, let go where it would trade at once. */
  | { what: 'move'; id: number; price: string }
  | undefined;
export const useAsked = create<{ asked: Asked }>(() => ({ asked: undefined }));
export const dropAsked = (): void => useAsked.setState({ asked: undefined });
export const askToClose = (id: number, isLimit: boolean, percent = 100): void =>
  useAsked.setState({ asked: { what: 'close', id, isLimit, percent } });
export const askToMove = (id: number, price: string): void => useAsked.setState({ asked: { what: 'move', id, price } });
export const askToReverse = (id: number): void => useAsked.setState({ asked: { what: 'reverse', id } });
export const askForTpsl = (id: number): void => useAsked.setState({ asked: { what: 'tpsl', id } });
export const askForMargin = (id: number): void => useAsked.setState({ asked: { what: 'margin', id } });
const t = textOf(futuresTexts);
export const sideWord = (p: { position: { tradeType: 'LONG' | 'SHORT' } }): string =>
  t(p.position.tradeType === 'LONG' ? 'side.long' : 'side.short');

/** Where it was asked, or held: the toast answers. */
export async function closeAtMarket(p: PositionNow, quantity: string = p.position.quantity): Promise<void> {
  const outcome = await sendOrder(closingOrder(p.position, quantity), p.position.symbol);
  if (!outcome.ok) tellFailure(outcome.failure);
}
