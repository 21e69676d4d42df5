// A member's bets by call, and those of others with their names masked.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle } from '@maru/kit/server/feature.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type MemberCard, memberCards, memberDirectory } from '@maru/member/contract.ts';
import { type BetDay, currentBets, currentBetsOfOption, listBets, othersBets, topWinners } from '../contract.ts';
import { optionOfRound, ordinalOfRound } from '../round-codes.ts';
import { siteOf } from './option-calls.ts';
import { presentBet } from './present-round.ts';
import { roundOfSite } from './round-calls.ts';
import { type BetFilter, type BetRow, daysOfBets, type DaySums, kindOf, newestBets, outcomeOf, pageOfBets } from './round-queries.ts';
import { isoText, marketOf, pointText, typeOf } from './round-text.ts';
import { roundsService } from './rounds-service.ts';
import { memberOf } from './send.ts';
import { optionOfSite, requestedOption, roundId, type SiteOption, siteOptions } from './site-options.ts';

const MAX_SIZE = 100;
/** Open bets that one answer tells. */
const OPEN_SIZE = 200;
const OTHERS = 30;

const show = (site: SiteConfig, row: BetRow) => presentBet(site, siteOptions(site)[row.option], row, outcomeOf(row));

export const currentBetsHandler = handle(currentBets, async (context, call) => {
  const { option, ordinal } = roundOfSite(call.site, call.query.tradeRoundId);
  if (call.query.after !== undefined) await context.projections.waitFor(call.site.id, call.query.after);
  const filter = { site: call.site.id, account: memberOf(call).account, options: [option.option], ordinal };
  const { rows } = await pageOfBets(context, filter, OPEN_SIZE, 0);
  return { data: rows.map((row) => show(call.site, row)) };
});

export const currentBetsOfOptionHandler = handle(currentBetsOfOption, async (context, call) => {
  const option = optionOfSite(call.site, call.query.tradeOptionId);
  if (call.query.after !== undefined) await context.projections.waitFor(call.site.id, call.query.after);
  const filter = { site: call.site.id, account: memberOf(call).account, options: [option.option], statuses: [0] };
  const { rows } = await pageOfBets(context, filter, OPEN_SIZE, 0);
  return { data: rows.map((row) => show(call.site, row)) };
});

export const listBetsHandler = handle(listBets, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const filter = filterOf(site, memberOf(call).account, query);
  const { page = 0, resultType } = query;
  const size = resultType === 'Count' || resultType === 'Summary' ? 0 : Math.min(query.size ?? 20, MAX_SIZE);
  const [found, days] = await Promise.all([
    pageOfBets(context, filter, size, query.cursor === undefined ? page * size : 0, query.cursor),
    resultType === 'Count' ? [] : daysOfBets(context, filter, site.timeZone),
  ]);
  const content = found.rows.map((row) => show(site, row));
  const { total: totalElements, next } = found;
  return { data: { content, page, size, totalElements, days: days.map((day) => presentDay(site, day)), next } };
});

function filterOf(site: SiteConfig, account: number, query: Out<typeof listBets.query>): BetFilter {
  const { tradeOptionId, tradeRoundId, tradeTypeStrs, typeStrs, statusStrs, resultType, dateOf } = query;
  if (tradeOptionId !== undefined) optionOfSite(site, tradeOptionId);
  if (tradeRoundId !== undefined) roundOfSite(site, tradeRoundId);
  // Numbers of markets are an option's own: up of a price round is odd of a power ball.
  const kindsOf = (option: SiteOption) =>
    typeStrs?.flatMap((type) => {
      const market = marketOf(option, type);
      return market === undefined ? [] : [kindOf(option.option, market)];
    });
  const wanted = siteOptions(site).filter(
    (option) =>
      (tradeOptionId === undefined || option.tradeOptionId === tradeOptionId) &&
      (tradeRoundId === undefined || option.option === optionOfRound(tradeRoundId)) &&
      (tradeTypeStrs === undefined || tradeTypeStrs.includes(option.code)) &&
      kindsOf(option)?.length !== 0,
  );
  return {
    site: site.id,
    account,
    // All of them is no choice: what a member has is of them.
    options: wanted.length === siteOptions(site).length ? undefined : wanted.map(({ option }) => option),
    ordinal: tradeRoundId === undefined ? undefined : ordinalOfRound(tradeRoundId),
    kinds: typeStrs && wanted.flatMap((option) => kindsOf(option) ?? []),
    statuses: resultType === 'RoundStatus' ? [1, 2] : statusStrs?.map(Number),
    byEnd: dateOf === 'END',
    ...dateRange(query),
  };
}

function presentDay(site: SiteConfig, { point, payout, ...day }: DaySums): BetDay {
  const amount = (units: bigint) => pointText(site, Number(units));
  return { ...day, point: amount(BigInt(point)), payout: amount(BigInt(payout)), profit: amount(BigInt(payout) - BigInt(point)) };
}

export const othersBetsHandler = handle(othersBets, async (context, call) => {
  const site = siteOf(call);
  const option = requestedOption(site, call.query.tradeOptionId);
  const rows = await newestBets(context, site.id, option.option, OTHERS);
  const directory = context.services.use(memberDirectory);
  const members = rows.map(({ account }) => directory.memberOf(site.id, account) ?? -1);
  const cards = await context.services.use(memberCards)(site.id, [...new Set(members)]);
  return {
    data: rows.map((row, i) => ({
      name: shownName(cards.get(members[i])),
      tradeRoundId: roundId(option, row.ordinal),
      type: typeOf(option, row.market),
      point: pointText(site, row.stake),
      status: row.status,
      payout: row.payout === null ? null : pointText(site, row.payout),
      betAt: isoText(row.placedMs),
    })),
  };
});

export const topWinnersHandler = handle(topWinners, async (context, { site, session }) => {
  const best = await context.services.use(roundsService).winners.of(site);
  const directory = context.services.use(memberDirectory);
  const members = best.map(({ account }) => directory.memberOf(site.id, account) ?? -1);
  const cards = await context.services.use(memberCards)(site.id, members);
  return {
    data: best.map(({ account, profit, bets, won }, i) => ({
      name: shownName(cards.get(members[i])),
      profit: pointText(site, profit),
      bets,
      won,
      isMe: account === session?.account,
    })),
  };
});

/** First letter and three stars, however long the name is. */
/** A member that left has no nickname to show a part of. */
const shownName = (card: MemberCard | undefined) => (card?.status === 'LEFT' ? '탈퇴한 회원' : masked(card?.nick ?? ''));
export const masked = (name: string): string => `${[...name][0] ?? ''}***`;
