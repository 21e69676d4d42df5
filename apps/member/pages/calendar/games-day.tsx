// A day of games opened: bets and spins that ended in it, each list with its sum; both sums together are the day's figure.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { pointDecimals, shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv, timeHead } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { listBets, type TradeBet } from '@maru/rounds/contract.ts';
import { listSpins, type SlotSpin } from '@maru/slot/contract.ts';
import { type ReactNode, useState } from 'react';
import { type DayResult, unitsOf } from './calendar-month.ts';
import { calendarTexts } from './calendar-texts.ts';
import { DayHead } from './day-head.tsx';
import { spanOf } from './futures-day.tsx';
import { readAll } from './read-all.ts';
import { useFresh } from '@maru/wallet/web/use-fresh-dnw.ts';

const SIZE = 10;
const FILE_SIZE = '100';
type Kind = 'rounds' | 'slot';
type Words = Text<typeof calendarTexts>;

/** Ended in the day; what is open has no result yet. */
const endedIn = (day: string) => ({ ...spanOf(day), dateOf: 'END' as const, statusStrs: '1,2,3' });

export function GamesDay({ day, currency }: { day: DayResult; currency: string }) {
  const t = useText(calendarTexts);
  const [kind, setKind] = useState<Kind>();
  const [page, setPage] = useState(0);
  const part = { page: String(page), size: String(SIZE) };
  const bets = useCall(listBets, { query: { ...endedIn(day.day), ...part }, keepsOld: true });
  const spins = useCall(listSpins, { query: { ...spanOf(day.day), ...part }, keepsOld: true });
  useFresh([listBets, listSpins]);
  const totals = { rounds: sumOf(bets.data?.days, currency), slot: sumOf(spins.data?.days, currency) };
  const isKnown = bets.data !== undefined && spins.data !== undefined;
  const counts = { rounds: bets.data?.totalElements ?? 0, slot: spins.data?.totalElements ?? 0 };
  const units = totals.rounds + totals.slot;
  const shown = kind ?? (counts.rounds > 0 || counts.slot === 0 ? 'rounds' : 'slot');
  const list = shown === 'rounds' ? bets : spins;
  const text = (amount: number) => formatDecimal(amount, pointDecimals(currency));
  return (
    <>
      <DayHead
        day={day.day}
        profit={isKnown ? text(units) : day.profit}
        currency={currency}
        lines={isKnown && units === day.units ? counts.rounds + counts.slot : undefined}
        isBusy={!isKnown}
        onSave={() => void saveDay(t, day.day, currency)}
      />
      <Tabs<Kind>
        label={t('calendar.lines')}
        className="mt-2 [&_[role=tablist]]:px-0"
        value={shown}
        onChange={(next) => {
          setKind(next);
          setPage(0);
        }}
        items={(['rounds', 'slot'] as const).map((value) => ({ value, label: t(`calendar.${value}`), count: counts[value] }))}
      />
      {list.data === undefined ? (
        list.error ? (
          <FailingState
            isLow
            title={t('calendar.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          >
            {t('calendar.failed.words')}
          </FailingState>
        ) : (
          <SkeletonRows hasMark={false} rows={5} rowClass="h-11" label={t('calendar.loading')} />
        )
      ) : (
        <>
          <p className="flex justify-between border-b border-line py-2 text-13 text-sub" data-testid="day-part">
            {t(`calendar.${shown}`)}
            <Profit value={text(totals[shown])} currency={currency} />
          </p>
          <ul aria-label={t('calendar.lines')} className="divide-y divide-grid" data-testid="day-lines">
            {shown === 'rounds'
              ? bets.data?.content.map((bet) => <BetLine key={bet.tradeHistoryId} bet={bet} />)
              : spins.data?.content.map((spin) => <SpinLine key={spin.spinId} spin={spin} currency={currency} />)}
          </ul>
          <Pager page={page} size={SIZE} total={counts[shown]} onPage={setPage} />
        </>
      )}
    </>
  );
}

const sumOf = (days: readonly { profit: string }[] | undefined, currency: string) =>
  (days ?? []).reduce((all, { profit }) => all + unitsOf(profit, currency), 0);

function Profit({ value, currency }: { value: string; currency: string }) {
  return (
    <Amount
      value={value}
      decimals={shownDecimals(currency)}
      sign
      isDimmed={false}
      className={`font-semibold ${directionClass(directionOf(value))}`}
    />
  );
}

function LineFrame({ title, at, profit, currency }: { title: ReactNode; at: string; profit: string; currency: string }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 py-1.5 text-13">
      <span className="min-w-0">
        <span className="block truncate font-medium">{title}</span>
        <TableTime at={at} className="block text-12 text-mute" />
      </span>
      <Profit value={profit} currency={currency} />
    </li>
  );
}

/** By the game's code: a letter and its minutes. */
const lengthOf = (t: Words, code: string): string => {
  const minutes = Number(code.slice(1));
  return minutes < 1 ? t('calendar.seconds', { n: minutes * 60 }) : t('calendar.minutes', { n: minutes });
};

/** `BTCUSDT 1분 · 상승`; of a draw its game. */
function betName(t: Words, { stock, code, type }: TradeBet): string {
  if (stock === null) return `${t('calendar.powerball')} ${lengthOf(t, code)}`;
  return `${stock.replace(/^\w+:/, '')} ${lengthOf(t, code)} · ${t(type === 'UP' ? 'calendar.up' : 'calendar.down')}`;
}

function BetLine({ bet }: { bet: TradeBet }) {
  const t = useText(calendarTexts);
  return (
    <LineFrame
      title={
        <OwnLink href={`/verify/${bet.tradeRoundId}`} className="touch underline-offset-4 hover:underline">
          {betName(t, bet)}
        </OwnLink>
      }
      at={bet.settledAt ?? bet.betAt}
      profit={bet.profit ?? '0'}
      currency={bet.currency}
    />
  );
}

function SpinLine({ spin, currency }: { spin: SlotSpin; currency: string }) {
  const t = useText(calendarTexts);
  return (
    <LineFrame
      title={t('calendar.spin', { serial: spin.serial, nonce: spin.nonce + 1 })}
      at={spin.time ?? ''}
      profit={spin.profit}
      currency={currency}
    />
  );
}

async function saveDay(t: Words, day: string, currency: string): Promise<void> {
  try {
    const bets = await readAll((cursor) => call(listBets, { query: { ...endedIn(day), size: FILE_SIZE, ...(cursor ? { cursor } : {}) } }));
    const spins = await readAll((cursor) => call(listSpins, { query: { ...spanOf(day), size: FILE_SIZE, ...(cursor ? { cursor } : {}) } }));
    const head = [
      timeHead(t('calendar.col.time')),
      t('calendar.lines'),
      ...(['calendar.col.point', 'calendar.col.payout', 'calendar.col.profit'] as const).map((id) => `${t(id)} (${currency})`),
      t('calendar.col.id'),
    ];
    const rows = [
      ...bets.map((b) => [b.settledAt ?? b.betAt, betName(t, b), b.point, b.payout ?? '', b.profit ?? '', String(b.tradeHistoryId)]),
      ...spins.map((s) => [s.time ?? '', t('calendar.slot'), s.point, s.payout, s.profit, `${s.serial}-${s.nonce + 1}`]),
    ];
    const inOrder = rows.toSorted((a, b) => (a[0] < b[0] ? 1 : -1)).map(([at, ...cells]) => [at && fileMoment(at), ...cells]);
    downloadCsv(`${currentSite().code}-games-${day}.csv`, csvText(head, inOrder));
    toast({ title: t('calendar.csvDone', { count: figure(String(rows.length)) }), kind: 'done' });
  } catch (thrown) {
    toast({ title: t('calendar.failed'), line: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
}
