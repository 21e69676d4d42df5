// What somebody wants explained: asked from rows, toasts and refusals, answered by one dialog and by a page of its own address.
import type { explain } from '@maru/futures/contract.ts';
import type { z } from 'zod/mini';
import { create } from 'zustand';

export type WhyQuery = Partial<Record<keyof z.output<NonNullable<typeof explain.query>>, string>>;
export const useWhy = create<{ asked: WhyQuery | undefined }>(() => ({ asked: undefined }));
export const askWhy = (asked: WhyQuery): void => useWhy.setState({ asked });
export const dropWhy = (): void => useWhy.setState({ asked: undefined });

export const WHY_PATH = '/dnw_history/explain';
/** The list of closed positions, whose rows open the same dialog as a close does. */
export const CLOSED_PATH = '/dnw_history/future_list?kind=position';
const names = ['tradeId', 'orderId', 'futuresPositionId', 'liquidationId', 'fundingId', 'sequence', 'requestKey'] as const;

export const whyAddress = (query: WhyQuery): string => `${WHY_PATH}?${new URLSearchParams(query as Record<string, string>).toString()}`;

/** On a toast and on its row in the drawer: at once in the dialog, later at the address. */
export const whyWays = (label: string, query: WhyQuery) => ({
  action: { label, onChoose: () => askWhy(query) },
  way: { label, to: whyAddress(query) },
});

/** Only what the call knows is taken from an address. */
export function whyOfAddress(search: string): WhyQuery {
  const given = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name) as string]] : [])));
}
