// The house's exposure: what it holds of each symbol, how much of the operators' limits that is, and what to trade elsewhere to be flat.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { getHouseExposure, setExposureLimit } from '../exposure-contract.ts';
import { exposureColumns } from '../exposure-list-contract.ts';
import { exposedOf, looksOf, QuietSymbols, saveHedges, SiteFigures, SiteLimit, State, SymbolLimit } from './exposure-parts.tsx';
import { exposureTexts } from './exposure-texts.ts';

export const ExposurePage = defineDeskPage({
  texts: exposureTexts,
  title: 'fx.title',
  line: 'fx.words',
  Badges: ({ reply }) => reply.site.state !== 'NONE' && <State of={reply.site} />,
  list: {
    route: getHouseExposure,
    columns: exposureColumns,
    useLooks: (t) => useMemo(() => looksOf(t), [t]),
    rows: exposedOf,
    keyOf: ({ futuresOptionId }) => futuresOptionId,
    label: 'fx.list',
    everyMs: 5_000,
    empty: ['fx.flat', 'fx.flat.words'],
    failed: ['fx.failed'],
  },
  actions: [
    { key: 'limit', label: 'fx.site.limit', may: setExposureLimit, when: (reply) => reply !== undefined, form: SiteLimit },
    {
      key: 'hedges',
      label: 'fx.csv',
      icon: <Download size={14} />,
      when: (reply) => reply !== undefined,
      does: (reply) => Promise.resolve(reply && saveHedges(reply)),
    },
  ],
  acts: [
    {
      key: 'limit',
      label: 'fx.limit',
      may: setExposureLimit,
      look: 'line',
      named: (t, { base }) => t('fx.limit.of', { name: base }),
      form: SymbolLimit,
    },
  ],
  Above: SiteFigures,
  Below: QuietSymbols,
});
