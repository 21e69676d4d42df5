// Futures on the desk: every symbol with its exposure and what may be traded in it, the switches, and who is near liquidation.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { directionOf, figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useMemo, useState } from 'react';
import { type DeskSymbol, getDeskRisk, listDeskSymbols } from '../desk-contract.ts';
import { futuresDeskTexts } from './desk-texts.ts';
import { DelistDialog, type Delisted } from './delist-dialog.tsx';
import { NearTable } from './near-table.tsx';
import { type Restricted, SwitchDialog } from './switch-dialog.tsx';
import { type Exposures, exposuresOf, type SymbolRow, symbolRows } from './symbol-rows.ts';

/** Asked again so often, by the page itself. */
const ASK_MS = 5_000;

export function SymbolsPage() {
  const t = useText(futuresDeskTexts);
  const symbols = useCall(listDeskSymbols, { everyMs: ASK_MS, keepsOld: true });
  const risk = useCall(getDeskRisk, { everyMs: ASK_MS, keepsOld: true });
  const maySwitch = useCan('futures.switch');
  const mayDelist = useCan('futures.delist');
  const [restricting, setRestricting] = useState<Restricted>();
  const [delisting, setDelisting] = useState<Delisted>();
  const columns = useColumns({ ...(maySwitch && { restrict: setRestricting }), ...(mayDelist && { delist: setDelisting }) });
  const exposures = useMemo(() => exposuresOf(risk.data?.symbols ?? []), [risk.data]);
  // A row that is about to be pressed must not be another one.
  const [held, setHeld] = useState<Exposures>();
  const rows = useMemo(() => symbolRows(symbols.data?.symbols ?? [], exposures, held), [symbols.data, exposures, held]);
  const hold = () => setHeld((before) => before ?? exposures);
  const site = symbols.data?.site ?? 'NONE';
  const standing =
    restricting?.futuresOptionId === undefined ? site : rows.find((row) => row.futuresOptionId === restricting.futuresOptionId)?.own;
  return (
    <DeskPage
      title={t('fd.title')}
      line={t('fd.rule')}
      badges={site !== 'NONE' && <Badge tone="warn">{`${t('fd.site')} · ${t(`fd.trading.${site}`)}`}</Badge>}
      actions={
        maySwitch &&
        symbols.data && (
          <Button size={32} onClick={() => setRestricting({ name: t('fd.site') })}>
            {t('fd.site.do')}
          </Button>
        )
      }
    >
      <Loaded query={symbols} title={t('fd.failed')} words={t('fd.failed.words')} rows={12}>
        {() => (
          <>
            <KeyFigures
              items={[
                { label: t('fd.interest'), value: <Sum value={risk.data?.openInterest} />, unit: 'USDT' },
                { label: t('fd.near.count'), value: risk.data ? figure(String(risk.data.nearCount)) : '–' },
                { label: t('fd.insurance'), value: <Sum value={risk.data?.insurance} />, unit: 'USDT' },
                { label: t('fd.fees'), value: <Sum value={risk.data?.fees} />, unit: 'USDT' },
              ]}
            />
            {rows.length === 0 ? (
              <EmptyState title={t('fd.none')}>{t('fd.none.words')}</EmptyState>
            ) : (
              <div
                onPointerEnter={hold}
                onPointerLeave={({ currentTarget }) => !currentTarget.contains(document.activeElement) && setHeld(undefined)}
                onFocus={hold}
                onBlur={({ currentTarget, relatedTarget }) =>
                  !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && setHeld(undefined)
                }
              >
                <DataTable label={t('fd.list')} columns={columns} rows={rows} keyOf={({ futuresOptionId }) => futuresOptionId} />
              </div>
            )}
            <DeskPanel
              title={t('fd.near')}
              aside={risk.data && risk.data.nearCount > risk.data.near.length && t('fd.near.first', { shown: risk.data.near.length })}
            >
              <Loaded query={risk} title={t('fd.near.failed')} rows={3}>
                {({ near }) => <NearTable near={near} />}
              </Loaded>
            </DeskPanel>
          </>
        )}
      </Loaded>
      {restricting && <SwitchDialog of={restricting} standing={standing ?? 'NONE'} onClose={() => setRestricting(undefined)} />}
      {delisting && <DelistDialog of={delisting} onClose={() => setDelisting(undefined)} />}
    </DeskPage>
  );
}

const Sum = ({ value }: { value: string | undefined }) =>
  value === undefined ? '–' : <Figure value={value} decimals={2} isDimmed={false} />;

const tones: Readonly<Record<DeskSymbol['trading'], Tone>> = {
  NONE: 'good',
  REDUCE_ONLY: 'warn',
  CANCEL_ONLY: 'warn',
  HALT: 'danger',
  CLOSED: 'plain',
  STALE: 'warn',
};

function State({ row }: { row: SymbolRow }) {
  const t = useText(futuresDeskTexts);
  if (!row.isListed) return <Badge>{t('fd.trading.gone')}</Badge>;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Badge tone={tones[row.trading]}>{t(`fd.trading.${row.trading}`)}</Badge>
      {row.opensAt !== null && <span className="text-12 text-mute">{t('fd.opens', { at: tableMoment(row.opensAt, false) })}</span>}
      {row.own !== 'NONE' && <span className="text-12 text-warn">{t('fd.own', { trading: t(`fd.trading.${row.own}`) })}</span>}
    </span>
  );
}

interface Acts {
  restrict?: (of: Restricted) => void;
  delist?: (of: Delisted) => void;
}

function useColumns({ restrict, delist }: Acts): DeskColumn<SymbolRow>[] {
  const t = useText(futuresDeskTexts);
  const language = useLanguage();
  const words = useWords();
  const sum = (value: string | undefined) =>
    value === undefined || Number(value) === 0 ? <span className="text-mute">–</span> : shortSum(value, language);
  return [
    {
      key: 'symbol',
      head: t('fd.list'),
      cell: (row) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <CoinMark base={row.base} size={16} />
          <span className="flex gap-x-2 tablet:items-baseline max-tablet:flex-col max-tablet:leading-tight">
            <b className="font-semibold">{words(row.name)}</b>
            <span className="text-12 text-mute">{row.symbol.split(':')[1]}</span>
          </span>
        </span>
      ),
    },
    { key: 'state', head: t('fd.state'), cell: (row) => <State row={row} /> },
    {
      key: 'long',
      head: t('fd.long'),
      isFigure: true,
      sort: ({ sortedBy }) => Number(sortedBy?.long ?? 0),
      cell: ({ risk }) => sum(risk?.long),
    },
    {
      key: 'short',
      head: t('fd.short'),
      isFigure: true,
      sort: ({ sortedBy }) => Number(sortedBy?.short ?? 0),
      cell: ({ risk }) => sum(risk?.short),
    },
    {
      key: 'house',
      head: t('fd.house'),
      isFigure: true,
      cell: ({ risk }) =>
        risk === undefined || directionOf(risk.house) === 0 ? (
          <span className="text-mute">–</span>
        ) : (
          `${t(directionOf(risk.house) > 0 ? 'fd.long' : 'fd.short')} ${shortSum(risk.house.replace('-', ''), language)}`
        ),
    },
    {
      key: 'cap',
      head: t('fd.cap'),
      isFigure: true,
      sort: ({ sortedBy }) => sortedBy?.capUse ?? 0,
      cell: ({ risk }) => (risk?.capUse === undefined ? <span className="text-mute">–</span> : `${risk.capUse}%`),
    },
    { key: 'leverage', head: t('fd.leverage'), isFigure: true, cell: ({ maxLeverage }) => t('fd.times', { times: maxLeverage }) },
    { key: 'fee', head: t('fd.fee'), isFigure: true, cell: ({ makerFee, takerFee }) => `${percent(makerFee)} / ${percent(takerFee)}` },
    {
      key: 'do',
      head: '',
      isFigure: true,
      width: '150px',
      isAtHand: true,
      cell: ({ isListed, futuresOptionId, name }) =>
        isListed && (
          <span className="flex justify-end gap-4 whitespace-nowrap text-12 font-semibold">
            {restrict && (
              <button type="button" className="touch hover:text-brand" onClick={() => restrict({ futuresOptionId, name: words(name) })}>
                {t('fd.do')}
              </button>
            )}
            {delist && (
              <button
                type="button"
                className="touch text-sub hover:text-danger"
                onClick={() => delist({ futuresOptionId, name: words(name) })}
              >
                {t('fd.delist.do')}
              </button>
            )}
          </span>
        ),
    },
  ];
}

const percent = (fraction: string) => `${figure(String(Number((Number(fraction) * 100).toPrecision(12))))}%`;
