// Prices on the desk: which are believed, what is told instead of those that are not, and what two operators may do about it.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { directionOf, figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { sinceMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { getFeedStanding, listPriceStandings, type PriceStanding, setStepBound } from '../admin-contract.ts';
import { BelieveDialog, BoundDialog } from './price-dialogs.tsx';
import { PriceSources } from './price-sources.tsx';
import { PriceTabs } from './price-tabs.tsx';
import { priceTexts } from './price-texts.ts';

const ASK_MS = 2_000;
const tones: Readonly<Record<PriceStanding['state'], Tone>> = {
  live: 'good',
  stale: 'warn',
  unsafe: 'danger',
  halted: 'danger',
  closed: 'plain',
};

/** Something is told that is not believed; where nothing is told at all there is nothing to doubt. */
const isInDoubt = ({ doubt }: PriceStanding) => doubt !== null && doubt.why !== 'NO_FEED';

type Asked = { what: 'believe' | 'bound'; of: PriceStanding };

export function PricesPage() {
  const t = useText(priceTexts);
  const query = useCall(listPriceStandings, { everyMs: ASK_MS, keepsOld: true });
  const may = useMay(setStepBound);
  const [asked, setAsked] = useState<Asked>();
  const columns = useColumns(may ? setAsked : undefined);
  const close = () => setAsked(undefined);
  return (
    <DeskPage title={t('px.title')} line={t('px.words')}>
      <PriceTabs view="prices" />
      <Loaded query={query} title={t('px.failed')} rows={12}>
        {(all) => (
          <>
            <KeyFigures
              items={[
                { label: t('px.doubted'), value: figure(String(all.filter(isInDoubt).length)) },
                {
                  label: t('px.late'),
                  value: figure(String(all.filter((row) => !isInDoubt(row) && (row.state === 'stale' || row.state === 'halted')).length)),
                },
                { label: t('px.live'), value: figure(String(all.filter(({ state }) => state === 'live').length)) },
              ]}
            />
            <FeedWords />
            <PriceSources />
            <DataTable
              label={t('px.list')}
              columns={columns}
              rows={all.toSorted((a, b) => Number(isInDoubt(b)) - Number(isInDoubt(a)))}
              keyOf={({ symbol }) => symbol}
            />
          </>
        )}
      </Loaded>
      {asked?.what === 'believe' && <BelieveDialog of={asked.of} onClose={close} />}
      {asked?.what === 'bound' && <BoundDialog of={asked.of} onClose={close} />}
    </DeskPage>
  );
}

/** The same that the header says, in whole words. */
function FeedWords() {
  const t = useText(priceTexts);
  const { data } = useCall(getFeedStanding, { everyMs: ASK_MS, keepsOld: true });
  if (data === undefined || data.since === null) return null;
  const { open, waiting, since, isAway } = data;
  return (
    <output className="block border-b border-line bg-warn-tint px-4 py-3 text-13 text-warn laptop:px-6">
      {t(isAway ? 'px.away' : 'px.waiting', { open, waiting, time: sinceMoment(since) })}
    </output>
  );
}

function useColumns(ask: ((asked: Asked) => void) | undefined): DeskColumn<PriceStanding>[] {
  const t = useText(priceTexts);
  const price = (value: string | undefined) =>
    value === undefined || directionOf(value) === 0 ? <span className="text-mute">–</span> : <Figure value={value} />;
  return [
    {
      key: 'symbol',
      head: t('px.list'),
      cell: ({ symbol }) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <CoinMark base={pairOf(symbol).replace(/USDT$/, '')} size={16} />
          <b className="font-semibold">{pairOf(symbol)}</b>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('px.state'),
      cell: ({ state, doubt, waitsSince }) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Badge tone={tones[state]}>{t(`px.state.${state}`)}</Badge>
          {doubt?.why === 'NO_FEED' && <span className="text-12 text-warn">{t('px.noFeed')}</span>}
          {doubt?.why === 'SOURCES_APART' && <span className="text-12 text-warn">{t('px.apart')}</span>}
          {waitsSince && doubt?.why !== 'NO_FEED' && (
            <span className="text-12 text-mute">{t('px.news.ago', { age: shortSpan(ageMs(waitsSince)) })}</span>
          )}
        </span>
      ),
    },
    { key: 'told', head: t('px.told'), isFigure: true, cell: ({ doubt }) => price(doubt?.told) },
    { key: 'believed', head: t('px.believed'), isFigure: true, cell: ({ doubt, price: mark }) => price(doubt?.believed ?? mark) },
    {
      key: 'sources',
      head: t('px.sources'),
      isFigure: true,
      cell: ({ doubt }) => (
        <span className="text-12 whitespace-nowrap text-sub">
          {doubt?.sources
            .map(({ name, price: told }) => `${t(name === 'venue' ? 'px.source.venue' : `px.from.${name as 'okx'}`)} ${figure(told)}`)
            .join(' · ')}
        </span>
      ),
    },
    {
      key: 'bound',
      head: t('px.bound'),
      isFigure: true,
      cell: ({ bound, isOwn }) => (
        <>
          {isOwn && <span className="mr-2 text-12 text-mute">{t('px.own')}</span>}
          {`${bound}%`}
        </>
      ),
    },
    {
      key: 'do',
      head: '',
      isFigure: true,
      width: '150px',
      isAtHand: true,
      cell: (row) =>
        ask && (
          <span className="flex justify-end gap-4 text-12 font-semibold whitespace-nowrap">
            {row.doubt?.why === 'STEP' && (
              <button type="button" className="touch text-danger" onClick={() => ask({ what: 'believe', of: row })}>
                {t('px.believe')}
              </button>
            )}
            <button type="button" className="touch hover:text-brand" onClick={() => ask({ what: 'bound', of: row })}>
              {t('px.change')}
            </button>
          </span>
        ),
    },
  ];
}
