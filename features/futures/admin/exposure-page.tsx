// The house's exposure: what it holds of each symbol, how much of the operators' limits that is, and what to trade elsewhere to be flat.
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type ExposureState, getHouseExposure, type HouseExposure } from '../exposure-contract.ts';
import { exposureTexts } from './exposure-texts.ts';
import { LimitDialog, type Limited } from './limit-dialog.tsx';

const ASK_MS = 5_000;
const tones: Readonly<Record<ExposureState, Tone>> = { NONE: 'plain', CALM: 'good', NEAR: 'warn', OVER: 'danger' };
type T = Text<typeof exposureTexts>;

export function ExposurePage() {
  const t = useText(exposureTexts);
  const query = useCall(getHouseExposure, { everyMs: ASK_MS, keepsOld: true });
  const mayLimit = useCan('futures.limit');
  const [limiting, setLimiting] = useState<Limited>();
  const columns = useMemo(() => columnsOf(t, mayLimit ? setLimiting : undefined), [t, mayLimit]);
  const save = (symbols: readonly HouseExposure[]) =>
    downloadCsv(
      'hedge-list.csv',
      csvText(
        ['symbol', 'side', 'quantity', 'notional'],
        symbols.flatMap(({ symbol, hedge }) => (hedge === null ? [] : [[symbol, hedge.side, hedge.quantity, hedge.notional]])),
      ),
    );
  return (
    <DeskPage
      title={t('fx.title')}
      line={t('fx.words')}
      badges={query.data && query.data.site.state !== 'NONE' && <State t={t} of={query.data.site} />}
      actions={
        query.data && (
          <>
            {mayLimit && (
              <Button size={32} onClick={() => setLimiting({ name: t('fx.site'), limit: query.data?.site.limit ?? null })}>
                {t('fx.site.limit')}
              </Button>
            )}
            <Button size={32} icon={<Download size={14} />} onClick={() => save(query.data?.symbols ?? [])}>
              {t('fx.csv')}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} title={t('fx.failed')} rows={10}>
        {({ site, symbols }) => {
          const rows = symbols
            .filter(({ hedge, limit }) => hedge !== null || limit !== null)
            .toSorted((a, b) => Math.abs(Number(b.house)) - Math.abs(Number(a.house)));
          return (
            <>
              <KeyFigures
                items={[
                  { label: t('fx.gross'), value: figure(site.gross, { decimals: 2 }), unit: 'USDT' },
                  { label: t('fx.net'), value: figure(site.net, { decimals: 2, sign: true }), unit: 'USDT' },
                  {
                    label: t('fx.limit.site'),
                    value: site.limit === null ? t('fx.none') : figure(site.limit, { decimals: 0 }),
                    ...(site.limit === null ? {} : { unit: 'USDT' }),
                  },
                  { label: t('fx.use'), value: site.use === null ? '–' : `${site.use}%` },
                ]}
              />
              {rows.length === 0 ? (
                <EmptyState title={t('fx.flat')}>{t('fx.flat.words')}</EmptyState>
              ) : (
                <DataTable label={t('fx.list')} columns={columns} rows={rows} keyOf={({ futuresOptionId }) => futuresOptionId} />
              )}
              <p className="px-4 py-3 text-12 text-mute floor:px-6">{t('fx.more', { count: symbols.length - rows.length })}</p>
              {mayLimit && (
                <div className="flex flex-wrap gap-1.5 px-4 pb-6 floor:px-6">
                  {symbols
                    .filter(({ hedge, limit }) => hedge === null && limit === null)
                    .map(({ futuresOptionId, base, limit }) => (
                      <Button
                        key={futuresOptionId}
                        size={24}
                        look="line"
                        aria-label={t('fx.limit.of', { name: base })}
                        onClick={() => setLimiting({ futuresOptionId, name: base, limit })}
                      >
                        {base}
                      </Button>
                    ))}
                </div>
              )}
            </>
          );
        }}
      </Loaded>
      {limiting && <LimitDialog of={limiting} onClose={() => setLimiting(undefined)} />}
    </DeskPage>
  );
}

function State({ t, of: { state, use, overSince } }: { t: T; of: Pick<HouseExposure, 'state' | 'use' | 'overSince'> }) {
  return (
    <Badge tone={tones[state]}>
      {t(`fx.state.${state}`)}
      {use !== null && ` ${use}%`}
      {overSince !== null && ` · ${ageWords(overSince)}`}
    </Badge>
  );
}

const columnsOf = (t: T, onLimit: ((of: Limited) => void) | undefined): DeskColumn<HouseExposure>[] => [
  {
    key: 'symbol',
    head: t('fx.symbol'),
    cell: ({ base }) => (
      <span className="flex items-center gap-2 font-semibold">
        <CoinMark base={base} size={16} />
        {base}
      </span>
    ),
  },
  {
    key: 'house',
    head: t('fx.house'),
    isFigure: true,
    sort: ({ house }) => Number(house),
    cell: ({ house, quantity, base }) => (
      <span className="whitespace-nowrap">
        {directionOf(house) === 0 ? '–' : t(directionOf(house) > 0 ? 'fx.long' : 'fx.short')}{' '}
        <b>{figure(house.replace('-', ''), { decimals: 2 })}</b>
        <span className="ml-2 text-mute">
          {figure(quantity.replace('-', ''))} {base}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    head: t('fx.use'),
    isFigure: true,
    cell: (row) => (row.state === 'NONE' ? <span className="text-mute">–</span> : <State t={t} of={row} />),
  },
  {
    key: 'limit',
    head: t('fx.limit'),
    isFigure: true,
    cell: ({ limit }) => (limit === null ? <span className="text-mute">{t('fx.none')}</span> : figure(limit, { decimals: 0 })),
  },
  {
    key: 'hedge',
    head: t('fx.hedge'),
    isFigure: true,
    cell: ({ hedge, base }) =>
      hedge === null ? (
        <span className="text-mute">{t('fx.nothing')}</span>
      ) : (
        <b className="whitespace-nowrap">
          {t(`fx.hedge.${hedge.side}`)} {figure(hedge.quantity)} {base}
        </b>
      ),
  },
  ...(onLimit
    ? [
        {
          key: 'act',
          head: '',
          isFigure: true,
          isAtHand: true,
          cell: ({ futuresOptionId, base, limit }: HouseExposure) => (
            <Button size={24} aria-label={t('fx.limit.of', { name: base })} onClick={() => onLimit({ futuresOptionId, name: base, limit })}>
              {t('fx.limit')}
            </Button>
          ),
        },
      ]
    : []),
];
