// /dnw_history/binary_list: the member's bets with the sums of each day, filters, pages, and all of it as a file.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fileMoment, fullMoment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Fragment, useState } from 'react';
import { type BetDay, listBets, type TradeBet } from '../contract.ts';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

const SIZE = 20;
/** Pages of a file, the most that a list gives at once on each. */
const FILE_SIZE = 100;
const FILE_PAGES = 100;
const statuses = { all: undefined, open: '0', won: '1', lost: '2', void: '3' } as const;
type Status = keyof typeof statuses;
type Words = Text<typeof roundsTexts>;

/** Amounts with what they have, thousands grouped. */
const grouped = (text: string) => {
  const [whole, part = ''] = text.split('.');
  const cut = part.replace(/0+$/, '').padEnd(part === '' ? 0 : 2, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (cut === '' ? '' : `.${cut}`);
};

export function BinaryHistoryPage() {
  const t = useText(roundsTexts);
  const [status, setStatus] = useState<Status>('all');
  const [page, setPage] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const filter = statuses[status] === undefined ? {} : { statusStrs: statuses[status] };
  const list = useCall(listBets, { query: { ...filter, page: String(page), size: String(SIZE) }, keepsOld: true });
  const save = async () => {
    setSaving(true);
    try {
      downloadCsv(`binary-${fileMoment(Date.now())}.csv`, await fileOf(filter, t));
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 floor:px-8" data-testid="binary-list">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('history.title')}</h1>
      <p className="mt-1 mb-4 text-14 text-sub">{t('history.lead')}</p>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segment<Status>
          label={t('history.status')}
          value={status}
          onChange={(next) => {
            setStatus(next);
            setPage(0);
          }}
          items={(Object.keys(statuses) as Status[]).map((value) => ({ value, label: t(`history.${value}`) }))}
        />
        <Button size={32} onClick={() => void save()} isBusy={isSaving} disabled={list.data?.totalElements === 0}>
          {t('history.csv')}
        </Button>
      </div>
      {list.isError ? (
        <FailingState title={t('failed.list')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.data === undefined ? (
        <PlankRows label={t('history.title')} />
      ) : list.data.content.length === 0 ? (
        <EmptyState title={t('history.empty')}>{t('history.emptyLine')}</EmptyState>
      ) : (
        <>
          <BetTable bets={list.data.content} days={list.data.days} />
          <Pager page={page} size={SIZE} total={list.data.totalElements} onPage={setPage} />
        </>
      )}
    </div>
  );
}

/** The day of a bet in the site's zone, as the sums name it. */
const dayOf = (bet: TradeBet) => fullMoment(bet.betAt).slice(0, 10).replaceAll('.', '-');

function BetTable({ bets, days }: { bets: readonly TradeBet[]; days: readonly BetDay[] }) {
  const t = useText(roundsTexts);
  return (
    <div className="overflow-x-auto">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t('history.time')}</HeadCell>
            <HeadCell>{t('history.round')}</HeadCell>
            <HeadCell>{t('history.side')}</HeadCell>
            <HeadCell isFigure>{t('history.point')}</HeadCell>
            <HeadCell isFigure>{t('history.prices')}</HeadCell>
            <HeadCell className="pl-4">{t('history.status')}</HeadCell>
            <HeadCell isFigure>{t('history.payout')}</HeadCell>
            <HeadCell isFigure>{t('history.profit')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {bets.map((bet, i) => {
            const isFirst = i === 0 || dayOf(bets[i - 1]) !== dayOf(bet);
            const day = isFirst ? days.find(({ date }) => date === dayOf(bet)) : undefined;
            return (
              <Fragment key={bet.tradeHistoryId}>
                {day && <DayRow day={day} currency={bet.currency} />}
                <BetRow bet={bet} />
              </Fragment>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function DayRow({ day, currency }: { day: BetDay; currency: string }) {
  const t = useText(roundsTexts);
  return (
    <tr className="h-9 bg-hover text-12 font-semibold">
      <Cell colSpan={3}>
        {day.date} · {t('history.day', { n: day.bets, won: day.won, lost: day.lost })}
      </Cell>
      <Cell isFigure>{grouped(day.point)}</Cell>
      <Cell colSpan={2} />
      <Cell isFigure>{grouped(day.payout)}</Cell>
      <Cell isFigure>
        {grouped(day.profit)} {currency}
      </Cell>
    </tr>
  );
}

const sideOf = (bet: TradeBet, t: Words) => (bet.type === 'UP' || bet.type === 'DOWN' ? t(`side.${bet.type}`) : bet.type);
function wordOf(bet: TradeBet, t: Words): string {
  if (bet.status === 0) return t('history.open');
  if (bet.isTakenBack) return t('bets.cancel');
  if (bet.status === 3) return `${t('side.VOID')} · ${t(`void.${bet.voidReason ?? 'TIE'}`)}`;
  return bet.status === 1 ? t('history.won') : t('history.lost');
}

function BetRow({ bet }: { bet: TradeBet }) {
  const t = useText(roundsTexts);
  const tone = bet.status === 1 ? 'text-rise' : bet.status === 2 ? 'text-fall' : '';
  return (
    <tr className="h-9">
      <Cell>{tableMoment(bet.betAt)}</Cell>
      <Cell>
        {(bet.stock ?? bet.code).replace(/^\w+:/, '')} {bet.code} · {t('rounds.number', { n: roundNumber(bet) })}
      </Cell>
      <Cell className={bet.type === 'UP' ? 'text-rise' : bet.type === 'DOWN' ? 'text-fall' : ''}>{sideOf(bet, t)}</Cell>
      <Cell isFigure>{grouped(bet.point)}</Cell>
      <Cell isFigure>{bet.strike === null ? '—' : `${bet.strike} → ${bet.closePrice ?? '—'}`}</Cell>
      <Cell className="pl-4">{wordOf(bet, t)}</Cell>
      <Cell isFigure>{bet.payout === null ? '—' : grouped(bet.payout)}</Cell>
      <Cell isFigure className={tone}>
        {bet.profit === null ? '—' : `${bet.profit.startsWith('-') ? '' : '+'}${grouped(bet.profit)}`}
      </Cell>
    </tr>
  );
}

async function fileOf(filter: { statusStrs?: string }, t: Words): Promise<string> {
  const head = [
    t('history.time'),
    'code',
    'symbol',
    'tradeRoundId',
    t('history.side'),
    t('history.point'),
    'odds',
    'strike',
    'close',
    t('history.status'),
    t('history.payout'),
    t('history.profit'),
    'currency',
  ];
  const rows: string[][] = [];
  for (let page = 0; page < FILE_PAGES; page++) {
    const { content, totalElements } = await call(listBets, { query: { ...filter, page: String(page), size: String(FILE_SIZE) } });
    for (const bet of content) rows.push(fileRow(bet, t));
    if ((page + 1) * FILE_SIZE >= totalElements) break;
  }
  return csvText(head, rows);
}

function fileRow(bet: TradeBet, t: Words): string[] {
  const { betAt, code, stock, tradeRoundId, point, odds, strike, closePrice, payout, profit, currency } = bet;
  const ends = [strike ?? '', closePrice ?? '', wordOf(bet, t), payout ?? '', profit ?? '', currency];
  return [fullMoment(betAt), code, stock ?? '', String(tradeRoundId), sideOf(bet, t), point, odds, ...ends];
}
