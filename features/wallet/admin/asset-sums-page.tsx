// Each asset of the ledger on one line: what members, the site and the world outside hold, and that it sums to zero.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type AssetSum, listAssetSums } from '../asset-sums-contract.ts';
import { assetSumColumns, sumWords } from '../asset-sums-list-contract.ts';

const texts = defineCatalog({
  'zs.title': ['자산별 검산', 'Assets and their sums'],
  'zs.words': [
    '자산마다 모든 계정의 합계는 언제나 0이에요. 0이 아니면 원장이 깨진 것이고, 그 브랜드의 거래는 멈춰요.',
    'All accounts of an asset sum to zero at every moment. Where they do not, the ledger is broken and trading of the brand stops.',
  ],
  'zs.empty': ['아직 아무것도 없어요', 'Nothing yet'],
  'zs.failed': ['합계를 불러오지 못했어요', 'The sums could not be loaded'],
});

function Proof({ row }: { row: AssetSum }) {
  const words = useWords();
  return <Badge tone={row.isZero ? 'good' : 'danger'}>{words(sumWords(row))}</Badge>;
}

const looks: Looks<AssetSum> = {
  currency: {
    namesRow: true,
    cell: ({ currency, assets }) => (
      <span className="whitespace-nowrap">
        <b className="font-semibold">{currency}</b>
        {assets.length > 1 && <span className="ml-1.5 text-mute">{assets.join(' + ')}</span>}
      </span>
    ),
  },
  members: ({ members }) => <Figure value={members} />,
  transit: ({ transit }) => <Figure value={transit} />,
  own: ({ own }) => <Figure value={own} />,
  outside: ({ outside }) => <Figure value={outside} />,
  sum: ({ sum }) => <Figure value={sum} />,
  state: (row) => <Proof row={row} />,
};

export const AssetSumsPage = defineDeskPage({
  texts,
  title: 'zs.title',
  line: 'zs.words',
  list: {
    route: listAssetSums,
    columns: assetSumColumns,
    looks,
    keyOf: ({ currency }) => currency,
    everyMs: 10_000,
    empty: ['zs.empty'],
    failed: ['zs.failed'],
  },
});
