// A day of futures opened: its sums by what they were, and every posting with the way to why.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv, timeHead } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { directionOf, figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
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
import { useState } from 'react';
import { listProfit, type ProfitEntry } from '@maru/wallet/contract.ts';
import { type DayResult, unitsOf } from './calendar-month.ts';
import { calendarTexts } from './calendar-texts.ts';
import { DayHead } from './day-head.tsx';
import { readAll } from './read-all.ts';
import { useFresh } from '@maru/wallet/web/use-fresh-dnw.ts';
import { walletTexts } from '@maru/wallet/web/wallet-texts.ts';

const SIZE = 10;
const FILE_SIZE = '100';

export const spanOf = (day: string) => periodOf({ period: 'own', from: day, to: day }, 0);

export function reasonText(w: Text<typeof walletTexts>, reason: string): string {
  const id = `asset.reason.${reason}`;
  return w(id in walletTexts ? (id as keyof typeof walletTexts) : 'asset.reason.OTHER');
}

export function FuturesDay({ day }: { day: DayResult }) {
  const t = useText(calendarTexts);
  const w = useText(walletTexts);
  const [page, setPage] = useState(0);
  const span = spanOf(day.day);
  const { data, error, isFetching, refetch } = useCall(listProfit, {
    query: { ...span, page: String(page), size: String(SIZE) },
    keepsOld: true,
  });
  useFresh([listProfit]);
  const sum = (data?.sums ?? []).reduce((all, { amount }) => all + unitsOf(amount, 'USDT'), 0);
  const count = (data?.sums ?? []).reduce((all, each) => all + each.count, 0);
  const isEqual = data?.sums != null && sum === day.units;
  return (
    <>
      <DayHead
        day={day.day}
        // The lines are the newer of the two answers.
        profit={data?.sums ? formatDecimal(sum, 6) : day.profit}
        currency="USDT"
        lines={isEqual ? count : undefined}
        isBusy={data === undefined}
        onSave={() => void saveDay(t, w, day.day)}
      />
      {data === undefined ? (
        error ? (
          <FailingState isLow title={t('calendar.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
            {t('calendar.failed.words')}
          </FailingState>
        ) : (
          <SkeletonRows hasMark={false} rows={5} rowClass="h-11" label={t('calendar.loading')} />
        )
      ) : (
        <>
          <dl className="mt-3 border-y border-line py-2 text-13" data-testid="day-sums">
            {data.sums?.map(({ reason, amount, count: n }) => (
              <div key={reason} className="flex justify-between gap-3 py-0.5">
                <dt className="text-sub">
                  {reasonText(w, reason)} <span className="text-12 text-mute">{n}</span>
                </dt>
                <dd>
                  <Amount value={amount} decimals={6} sign isDimmed={false} className={directionClass(directionOf(amount))} />
                </dd>
              </div>
            ))}
          </dl>
          <ul aria-label={t('calendar.lines')} className="divide-y divide-grid" data-testid="day-lines">
            {data.content.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pager page={page} size={SIZE} total={data.totalElements} onPage={setPage} />
        </>
      )}
    </>
  );
}

function Line({ entry }: { entry: ProfitEntry }) {
  const t = useText(calendarTexts);
  const w = useText(walletTexts);
  const what = reasonText(w, entry.reason);
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 py-1.5 text-13">
      <span className="min-w-0">
        <OwnLink
          href={`/dnw_history/explain?sequence=${entry.sequence}`}
          aria-label={t('calendar.why', { what })}
          className="touch block truncate font-medium underline-offset-4 hover:underline"
        >
          {what} <span className="font-normal text-mute">{entry.symbol && pairOf(entry.symbol)}</span>
        </OwnLink>
        <TableTime at={entry.time} className="block text-12 text-mute" />
      </span>
      <Amount
        value={entry.amount}
        decimals={6}
        sign
        isDimmed={false}
        className={`font-semibold ${directionClass(directionOf(entry.amount))}`}
      />
    </li>
  );
}

async function saveDay(t: Text<typeof calendarTexts>, w: Text<typeof walletTexts>, day: string): Promise<void> {
  try {
    const all = await readAll((cursor) => call(listProfit, { query: { ...spanOf(day), size: FILE_SIZE, ...(cursor ? { cursor } : {}) } }));
    const head = [
      timeHead(w('asset.ledger.time')),
      w('asset.ledger.what'),
      t('calendar.col.symbol'),
      `${w('asset.ledger.amount')} (USDT)`,
      t('calendar.col.sequence'),
    ];
    const rows = all.map((e) => [
      fileMoment(e.time),
      reasonText(w, e.reason),
      e.symbol === null ? '' : pairOf(e.symbol),
      e.amount,
      String(e.sequence),
    ]);
    downloadCsv(`${currentSite().code}-pnl-${day}.csv`, csvText(head, rows));
    toast({ title: t('calendar.csvDone', { count: figure(String(all.length)) }), kind: 'done' });
  } catch (thrown) {
    toast({ title: t('calendar.failed'), line: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
}
