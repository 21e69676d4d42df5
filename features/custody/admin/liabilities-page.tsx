// Proofs of liabilities of a site: what is owed beside what the chains hold, why one is missing, and one more on demand.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { askLiabilities, listDeskLiabilities } from '../liabilities-admin-contract.ts';
import { liabilityColumns, liabilityFilters } from '../liability-list-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { LiabilityBadges, LiabilityFaults } from './liability-parts.tsx';
import { deskLiabilityTexts } from './liability-texts.ts';

const ASK_MS = 5_000;

export const LiabilitiesPage = defineDeskPage({
  texts: deskLiabilityTexts,
  title: 'pl.title',
  line: 'pl.line',
  Badges: LiabilityBadges,
  Above: LiabilityFaults,
  list: {
    route: listDeskLiabilities,
    columns: liabilityColumns,
    filters: liabilityFilters,
    looks: {
      coin: { namesRow: true },
      sum: ({ sum, coin }) => <Figure value={sum} unit={coin} className="font-semibold" />,
      below: ({ below }) => <Figure value={below} />,
      chain: ({ chain }) => (chain === null ? null : <Figure value={chain} />),
      paper: ({ paper }) => (paper === null ? null : <Figure value={paper} />),
      signed: { tone: ({ isSigned }) => (isSigned ? 'good' : 'warn') },
      root: ({ root }) => <ChainEnds text={root} />,
    },
    keyOf: ({ proofId }) => proofId,
    everyMs: ASK_MS,
    empty: ['pl.empty', 'pl.empty.words'],
    none: ['pl.none'],
    failed: ['pl.failed', 'pl.failed.words'],
  },
  actions: [
    {
      key: 'ask',
      label: 'pl.ask',
      may: askLiabilities,
      look: 'brand',
      isOff: (reply) => reply?.isAsked === true,
      does: () => call(askLiabilities, { body: {} }).finally(() => refetch(listDeskLiabilities)),
    },
  ],
  file: { label: 'pl.file', name: 'liabilities' },
});
