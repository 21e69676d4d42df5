// The list of assets with their sums: its columns, and the words of its state.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { AssetSum } from './asset-sums-contract.ts';

export const sumWords = (row: Pick<AssetSum, 'isZero' | 'currency'>): Said =>
  row.isZero ? { ko: '합계 0', en: 'Sums to zero' } : { ko: `${row.currency} 합계가 0이 아님`, en: `${row.currency} does not sum to zero` };

export const assetSumColumns: readonly ListColumn<AssetSum>[] = [
  { key: 'currency', head: { ko: '자산', en: 'Asset' }, value: ({ currency }) => currency },
  { key: 'members', head: { ko: '회원 보유', en: 'Members' }, kind: 'figure', value: ({ members }) => members },
  { key: 'transit', head: { ko: '이동 중', en: 'In transit' }, kind: 'figure', value: ({ transit }) => transit },
  { key: 'own', head: { ko: '하우스 보유', en: 'House' }, kind: 'figure', value: ({ own }) => own },
  { key: 'outside', head: { ko: '외부', en: 'Outside' }, kind: 'figure', value: ({ outside }) => outside },
  { key: 'sum', head: { ko: '합계', en: 'Sum' }, kind: 'figure', value: ({ sum }) => sum },
  { key: 'state', head: { ko: '검산', en: 'Proof' }, value: (row, say) => say(sumWords(row)) },
];
