// Bets of a history with the sums of their days: a table where there is room, cards on a phone.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { fullMoment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
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

export const sideOf = (bet: TradeBet, t: Words) =>
  bet.type === 'UP' || bet.type === 'DOWN' ? t(`side.${bet.type}`) : nameOf(bet.type, currentLanguage());
const sideTone = ({ type }: TradeBet) => (type === 'UP' ? 'text-rise' : type === 'DOWN' ? 'text-fall' : '');
const resultTone = ({ status }: TradeBet) => (status === 1 ? 'text-rise' : status === 2 ? 'text-fall' : '');
const nameOfRound = (bet: TradeBet, t: Words) =>
  `${bet.stock?.replace(/^\w+:/, '') ?? t('bet.history.draw')} ${lengthText(t, durationMsOf(bet.code as RoundCode) / 1000, false)} · ${t('rounds.number', { n: roundNumber(bet) })}`;
const pricesOf = ({ strike, closePrice }: TradeBet) =>
  strike === null ? undefined : `${figure(strike)} → ${closePrice === null ? '—' : figure(closePrice)}`;

export function wordOf(bet: TradeBet, t: Words): string {
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

export function BetTable({ bets, days }: RowsProps) {
  const t = useText(roundsTexts);
  return (
    <div className="overflow-x-auto [&_table]:min-w-[760px] [&_td]:whitespace-nowrap [&_th]:whitespace-nowrap">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t('bet.history.time')}</HeadCell>
            <HeadCell>{t('bet.history.round')}</HeadCell>
            <HeadCell>{t('bet.history.side')}</HeadCell>
            <HeadCell isFigure>{t('bet.history.point')}</HeadCell>
            <HeadCell isFigure>{t('bet.history.prices')}</HeadCell>
            <HeadCell className="pl-4">{t('bet.history.status')}</HeadCell>
            <HeadCell isFigure>{t('bet.history.payout')}</HeadCell>
            <HeadCell isFigure>{t('bet.history.profit')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {withDays(bets, days).map(({ bet, day }) => (
            <Fragment key={bet.tradeHistoryId}>
              {day && <DayRow day={day} currency={bet.currency} />}
              <BetRow bet={bet} />
            </Fragment>
          ))}
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

function BetRow({ bet }: { bet: TradeBet }) {
  const t = useText(roundsTexts);
  return (
    <tr className="h-9">
      <Cell>{tableMoment(bet.betAt)}</Cell>
      <Cell>
        {nameOfRound(bet, t)} <ProofLink bet={bet} className="ml-2" />
      </Cell>
      <Cell className={sideTone(bet)}>{sideOf(bet, t)}</Cell>
      <Cell isFigure>{grouped(bet.point)}</Cell>
      <Cell isFigure>{pricesOf(bet) ?? '—'}</Cell>
      <Cell className="pl-4">{wordOf(bet, t)}</Cell>
      <Cell isFigure>{bet.payout === null ? '—' : grouped(bet.payout)}</Cell>
      <Cell isFigure className={resultTone(bet)}>
        {bet.profit === null ? '—' : signed(bet.profit)}
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
          <li className="border-b border-line px-4 py-3">
            <p className="flex items-baseline gap-2 text-14">
              <b className={`font-semibold ${sideTone(bet)}`}>{sideOf(bet, t)}</b>
              <span>{grouped(bet.point)}</span>
              <b className={`ml-auto font-bold ${resultTone(bet)}`}>{bet.profit === null ? wordOf(bet, t) : signed(bet.profit)}</b>
            </p>
            <p className="mt-0.5 flex justify-between gap-2 text-12 text-sub">
              {nameOfRound(bet, t)}
              {bet.profit !== null && <span className="text-right">{wordOf(bet, t)}</span>}
            </p>
            <p className="mt-0.5 flex items-center gap-2 text-12 text-mute">
              {tableMoment(bet.betAt)}
              <span className="ml-auto">{pricesOf(bet)}</span>
              <ProofLink bet={bet} className="ml-1" />
            </p>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
