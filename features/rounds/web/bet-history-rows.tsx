// Bets of a history with the sums of their days: a table where there is room, cards on a phone.
import { timeHead } from '@maru/kit/web/csv.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { fileMoment, fullMoment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { type MemberColumn, MemberTable, partsOf } from '@maru/kit/web/member-list.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Cell } from '@maru/kit/web/ui/table.tsx';
import { Fragment } from 'react';
import type { BetDay, TradeBet } from '../contract.ts';
import { grouped, signed } from './bet-figures.ts';
import { durationMsOf, type RoundCode } from '../round-codes.ts';
import { lengthText } from './option-bar.tsx';
import { nameOf } from './power-ball/market-names.ts';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

export type Words = Text<typeof roundsTexts>;

/** The day of a bet in the site's zone, as the sums name it. */
const dayOf = (bet: TradeBet) => fullMoment(bet.betAt).slice(0, 10).replaceAll('.', '-');

/** Each bet with the sums of its day where it is the day's first here. */
function withDays(bets: readonly TradeBet[], days: readonly BetDay[]): { bet: TradeBet; day: BetDay | undefined }[] {
  return bets.map((bet, i) => {
    const isFirst = i === 0 || dayOf(bets[i - 1]) !== dayOf(bet);
    return { bet, day: isFirst ? days.find(({ date }) => date === dayOf(bet)) : undefined };
  });
}

const sideOf = (bet: TradeBet, t: Words) =>
  bet.type === 'UP' || bet.type === 'DOWN' ? t(`side.${bet.type}`) : nameOf(bet.type, currentLanguage());
const sideTone = ({ type }: TradeBet) => (type === 'UP' ? 'text-rise' : type === 'DOWN' ? 'text-fall' : '');
const resultTone = ({ status }: TradeBet) => (status === 1 ? 'text-rise' : status === 2 ? 'text-fall' : '');
const nameOfRound = (bet: TradeBet, t: Words) =>
  `${bet.stock?.replace(/^\w+:/, '') ?? t('bet.history.draw')} ${lengthText(t, durationMsOf(bet.code as RoundCode) / 1000, false)} · ${t('rounds.number', { n: roundNumber(bet) })}`;
const pricesOf = ({ strike, closePrice }: TradeBet) =>
  strike === null ? undefined : `${figure(strike)} → ${closePrice === null ? '—' : figure(closePrice)}`;

function wordOf(bet: TradeBet, t: Words): string {
  if (bet.status === 0) return t('bet.history.open');
  if (bet.isTakenBack) return t('bets.cancel');
  if (bet.isSold) return t('bet.history.sold');
  if (bet.status === 3) return `${t('side.VOID')} · ${t(`void.${bet.voidReason ?? 'TIE'}`)}`;
  return bet.status === 1 ? t('bet.history.won') : t('bet.history.lost');
}

interface RowsProps {
  bets: readonly TradeBet[];
  days: readonly BetDay[];
}

/** Table and file; on a phone the same in three lines. `currency`: of the stakes, for a file's heads. */
export function betColumns(t: Words, currency?: string): MemberColumn<TradeBet>[] {
  const inCurrency = (name: string) => (currency ? `${name} (${currency})` : name);
  const [point, payout, profit] = [t('bet.history.point'), t('bet.history.payout'), t('bet.history.profit')];
  return [
    {
      key: 'time',
      head: t('bet.history.time'),
      fileHead: timeHead(t('bet.history.time')),
      text: ({ betAt }) => fileMoment(betAt),
      cell: ({ betAt }) => tableMoment(betAt),
    },
    { key: 'round', head: t('bet.history.round'), cell: (bet) => <RoundCell bet={bet} /> },
    { key: 'game', head: t('bet.history.game'), text: ({ code }) => code },
    { key: 'symbol', head: t('bet.history.symbol'), text: ({ stock }) => stock?.replace(/^\w+:/, '') ?? '' },
    { key: 'roundId', head: t('bet.history.roundId'), text: ({ tradeRoundId }) => String(tradeRoundId) },
    { key: 'side', head: t('bet.history.side'), text: (bet) => sideOf(bet, t), cell: (bet) => sideOf(bet, t), className: sideTone },
    {
      key: 'point',
      head: point,
      fileHead: inCurrency(point),
      isFigure: true,
      text: (bet) => bet.point,
      cell: (bet) => grouped(bet.point),
    },
    { key: 'odds', head: t('bet.history.odds'), text: ({ odds }) => odds },
    { key: 'strike', head: t('bet.history.strike'), text: ({ strike }) => strike ?? '' },
    { key: 'close', head: t('bet.history.close'), text: ({ closePrice }) => closePrice ?? '' },
    { key: 'prices', head: t('bet.history.prices'), isFigure: true, cell: (bet) => pricesOf(bet) ?? '—' },
    {
      key: 'status',
      head: t('bet.history.status'),
      text: (bet) => wordOf(bet, t),
      cell: (bet) => wordOf(bet, t),
      className: 'pl-4',
      headClass: 'pl-4',
    },
    {
      key: 'payout',
      head: payout,
      fileHead: inCurrency(payout),
      isFigure: true,
      text: (bet) => bet.payout ?? '',
      cell: (bet) => (bet.payout === null ? '—' : grouped(bet.payout)),
    },
    {
      key: 'profit',
      head: profit,
      fileHead: inCurrency(profit),
      isFigure: true,
      text: (bet) => bet.profit ?? '',
      cell: (bet) => (bet.profit === null ? '—' : signed(bet.profit)),
      className: resultTone,
    },
    {
      key: 'settled',
      head: timeHead(t('bet.history.settled')),
      text: ({ settledAt }) => (settledAt === null ? '' : fileMoment(settledAt)),
    },
    { key: 'id', head: t('bet.history.id'), text: ({ tradeHistoryId }) => String(tradeHistoryId) },
  ];
}

function RoundCell({ bet }: { bet: TradeBet }) {
  const t = useText(roundsTexts);
  return (
    <>
      {nameOfRound(bet, t)} <ProofLink bet={bet} className="ml-2" />
    </>
  );
}

export function BetTable({ bets, days }: RowsProps) {
  const t = useText(roundsTexts);
  const firsts = new Map(withDays(bets, days).map(({ bet, day }) => [bet.tradeHistoryId, day]));
  const above = (bet: TradeBet) => {
    const day = firsts.get(bet.tradeHistoryId);
    return day && <DayRow day={day} currency={bet.currency} />;
  };
  return (
    <div className="overflow-x-auto [&_table]:min-w-[760px] [&_td]:whitespace-nowrap [&_th]:whitespace-nowrap">
      <MemberTable columns={betColumns(t)} rows={bets} keyOf={(bet) => bet.tradeHistoryId} rowClass="h-9" above={above} />
    </div>
  );
}

function DayRow({ day, currency }: { day: BetDay; currency: string }) {
  const t = useText(roundsTexts);
  return (
    <tr className="h-9 bg-hover text-12 font-semibold">
      <Cell colSpan={3}>
        {day.date} · {t('bet.history.day', { n: day.bets, won: day.won, lost: day.lost })}
      </Cell>
      <Cell isFigure>{grouped(day.point)}</Cell>
      <Cell colSpan={2} />
      <Cell isFigure>{grouped(day.payout)}</Cell>
      <Cell isFigure>
        {signed(day.profit)} {currency}
      </Cell>
    </tr>
  );
}

function ProofLink({ bet, className }: { bet: TradeBet; className: string }) {
  const t = useText(roundsTexts);
  if (bet.status === 0 || bet.isTakenBack) return null;
  return (
    <OwnLink
      href={`/verify/${bet.tradeRoundId}`}
      aria-label={`${t('rounds.number', { n: roundNumber(bet) })} ${t('bet.history.proof')}`}
      className={`touch text-mute underline underline-offset-2 hover:text-text ${className}`}
    >
      {t('bet.history.proof')}
    </OwnLink>
  );
}

export function BetCards({ bets, days }: RowsProps) {
  const t = useText(roundsTexts);
  const columns = betColumns(t);
  return (
    <ul className="-mx-4 tabular-nums">
      {withDays(bets, days).map(({ bet, day }) => (
        <Fragment key={bet.tradeHistoryId}>
          {day && (
            <li className="bg-hover px-4 py-2 text-12 font-semibold">
              <p className="flex justify-between gap-2">
                {day.date}
                <span>
                  {signed(day.profit)} {bet.currency}
                </span>
              </p>
              <p className="flex justify-between gap-2 font-normal text-sub">
                {t('bet.history.day', { n: day.bets, won: day.won, lost: day.lost })}
                <span>{t('bet.history.daySums', { point: grouped(day.point), payout: grouped(day.payout) })}</span>
              </p>
            </li>
          )}
          <BetCard bet={bet} columns={columns} />
        </Fragment>
      ))}
    </ul>
  );
}

function BetCard({ bet, columns }: { bet: TradeBet; columns: readonly MemberColumn<TradeBet>[] }) {
  const t = useText(roundsTexts);
  const { cell } = partsOf(columns, bet);
  return (
    <li className="border-b border-line px-4 py-3">
      <p className="flex items-baseline gap-2 text-14">
        <b className={`font-semibold ${sideTone(bet)}`}>{cell('side')}</b>
        <span>{cell('point')}</span>
        <b className={`ml-auto font-bold ${resultTone(bet)}`}>{cell(bet.profit === null ? 'status' : 'profit')}</b>
      </p>
      <p className="mt-0.5 flex justify-between gap-2 text-12 text-sub">
        {nameOfRound(bet, t)}
        {bet.profit !== null && <span className="text-right">{cell('status')}</span>}
      </p>
      <p className="mt-0.5 flex items-center gap-2 text-12 text-mute">
        {cell('time')}
        <span className="ml-auto">{pricesOf(bet)}</span>
        <ProofLink bet={bet} className="ml-1" />
      </p>
    </li>
  );
}
