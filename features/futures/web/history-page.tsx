// /dnw_history/future_list: all of a member's futures records, by kind, period, symbol and state, with a file of them.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { listOptions } from '@maru/futures/contract.ts';
import { useMemo, useState } from 'react';
import { openedTexts } from './opened-texts.ts';
import { type HistoryFilters, type HistoryKind, historyKinds, kindOfAddress, noFilters } from './history-filters.ts';
import { HistoryPanel } from './history-panel.tsx';
import { historyTexts } from './history-texts.ts';
import { instrumentOf } from './instrument.ts';
import { WhyDialog } from './why-dialog.tsx';

const ALL = 'ALL';

export function FutureListPage() {
  const search = useSearchText();
  return <FutureList key={search} first={kindOfAddress(search)} />;
}

function FutureList({ first }: { first: HistoryKind }) {
  const t = useText(openedTexts);
  const h = useText(historyTexts);
  const words = useWords();
  const [kind, setKind] = useState(first);
  const [filters, setFilters] = useState<HistoryFilters>({ ...noFilters, period: '30' });
  const isPhone = useMedia('(max-width: 759px)');
  const options = useCall(listOptions, { staleMs: 60_000 });
  const instruments = useMemo(() => new Map((options.data ?? []).map((o) => [o.futuresOptionId, instrumentOf(o)])), [options.data]);
  const change = (next: Partial<HistoryFilters>) => setFilters((was) => ({ ...was, ...next }));
  const symbols = (
    <Select<string>
      label={h('filter.symbol')}
      value={filters.futuresOptionId === undefined ? ALL : String(filters.futuresOptionId)}
      onChange={(value) => change({ futuresOptionId: value === ALL ? undefined : Number(value) })}
      className="flex h-8 items-center gap-1.5 rounded-6 px-2 text-13 font-medium whitespace-nowrap hover:bg-hover pointer-coarse:h-11"
      options={[
        { value: ALL, label: h('filter.allSymbols') },
        ...(options.data ?? []).map((o) => ({
          value: String(o.futuresOptionId),
          label: o.category === 'crypto' ? pairOf(o.symbol) : words(o.name),
        })),
      ]}
    />
  );
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 laptop:px-8" data-testid="future-list">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{h('history.title')}</h1>
        {isPhone && symbols}
      </div>
      <p className="mt-1 mb-4 text-14 text-sub">{h('history.lead')}</p>
      <div className="bg-surface tablet:-mx-3">
        <Tabs<HistoryKind>
          label={h('history.kinds')}
          items={historyKinds.map((value) => ({ value, label: h(`history.${value}`) }))}
          value={kind}
          onChange={setKind}
          isPhone={isPhone}
          aside={!isPhone && symbols}
        >
          <TabPanel value={kind} className={isPhone ? '' : 'px-3 pb-3'}>
            {options.isError ? (
              <FailingState
                title={t('failed.list')}
                error={options.error}
                onRetry={() => void options.refetch()}
                isRetrying={options.isFetching}
              />
            ) : (
              <HistoryPanel key={kind} {...{ kind, filters, instruments, isPhone }} onFilters={change} isPage />
            )}
          </TabPanel>
        </Tabs>
      </div>
      <WhyDialog />
    </div>
  );
}
