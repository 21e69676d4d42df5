// What the asset history is narrowed to, and the question that makes of it: one place for list and file.
import { periodOf, type Span } from '@maru/kit/web/periods.ts';
import type { DnwType, WalletType } from '../contract.ts';

/** Codes of the specification, in groups that a person looks for. */
export const typeGroups = {
  DW: ['D', 'W', 'WB', 'WS', 'E'],
  T: ['TI', 'TO'],
  X: ['CI', 'CO'],
  C: ['C'],
  B: ['B', 'PB', 'PM'],
} as const satisfies Record<string, readonly DnwType[]>;
export type TypeGroup = keyof typeof typeGroups;
export const groupNames = Object.keys(typeGroups) as TypeGroup[];

export interface DnwFilters extends Span {
  wallet: WalletType | 'ALL';
  group: TypeGroup | 'ALL';
}
export const noFilters: DnwFilters = { period: '30', from: '', to: '', wallet: 'ALL', group: 'ALL' };

export function dnwQuery(filters: DnwFilters, nowMs: number) {
  const { wallet, group } = filters;
  return {
    ...periodOf(filters, nowMs),
    ...(wallet === 'ALL' ? {} : { walletType: wallet }),
    ...(group === 'ALL' ? {} : { typeStrs: typeGroups[group].join(',') }),
  };
}
