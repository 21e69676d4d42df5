// Past and present rounds on the desk: the list with sums, one round with whose bets it had, its evidence, and the list as a file.
import { RoundResult } from '@maru/engine/wire/event.ts';
import { listCsv } from '@maru/kit/contract/list.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import {
  type DeskBet,
  type DeskRound,
  EXPORT_ROUNDS,
  exportRounds,
  listDeskRounds,
  readDeskEvidence,
  readDeskRound,
} from '../../desk-contract.ts';
import { roundColumns } from '../../round-list-contract.ts';
import { findEvidence } from '../evidence-store.ts';
import { presentOption } from '../option-calls.ts';
import { presentBet } from '../present-round.ts';
import { roundOfSite } from '../round-calls.ts';
import { toldRound } from '../round-hours.ts';
import { outcomeOf } from '../round-queries.ts';
import { isoText, pointText, voidReasonOf } from '../round-text.ts';
import { siteOptions } from '../site-options.ts';
import { betsOfRound, countRounds, type DeskBetRow, type DeskRoundFilter, type DeskRoundRow, deskRounds } from './round-rows.ts';

const PAGE = 50;
const MOST = 100;
const statuses = { OPEN: [0], WON: [1, 2], VOID: [3] } as const;

interface Asked {
  tradeOptionId?: number | undefined;
  state?: keyof typeof statuses | undefined;
  voidReason?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The engine's numbers of a reason. */
const reasonsOf = (reason: string): number[] =>
  Array.from({ length: 16 }, (_, number) => number).filter((number) => voidReasonOf(RoundResult.Void, number) === reason);

function filterOf(site: SiteConfig, { tradeOptionId, state, voidReason, ...dates }: Asked): DeskRoundFilter {
  const wanted = siteOptions(site).filter((option) => tradeOptionId === undefined || option.tradeOptionId === tradeOptionId);
  return {
    site: site.id,
    options: wanted.map(({ option }) => option),
    statuses: voidReason !== undefined ? statuses.VOID : state && statuses[state],
    ...(voidReason === 'TIE' ? { isTie: true } : voidReason === undefined ? {} : { isTie: false, reasons: reasonsOf(voidReason) }),
    ...dateRange(dates),
  };
}

export const roundDeskRoutes = [
  handleOperator(listDeskRounds, async (context, { site, query }) => {
    const { page = 0, size: asked = PAGE, after, ...filters } = query;
    if (after !== undefined) await context.projections.waitFor(site.id, after);
    const size = Math.min(asked, MOST);
    const filter = filterOf(site, filters);
    const [rows, totalElements] = await Promise.all([deskRounds(context, filter, size, page * size), countRounds(context, filter)]);
    return { data: { content: rows.map((row) => present(context, site, row)), page, size, totalElements, currency: site.binaryCurrency } };
  }),
  handleOperator(readDeskRound, async (context, call) => {
    const { page = 0, size: asked = PAGE, tradeRoundId } = call.query;
    const size = Math.min(asked, MOST);
    const { option, ordinal } = roundOfSite(call.site, tradeRoundId);
    const filter = { site: call.site.id, options: [option.option], ordinal };
    const [row] = await deskRounds(context, filter, 1, 0);
    if (row === undefined) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
    const bets = await betsOfRound(context, { site: call.site.id, option: option.option, ordinal }, size, page * size);
    const content = await withOwners(context, call.site, bets.rows);
    return { data: { round: present(context, call.site, row), bets: { content, page, size, totalElements: bets.total } } };
  }),
  handleOperator(readDeskEvidence, async (context, call) => {
    const { tradeRoundId } = call.query;
    const { option, ordinal } = roundOfSite(call.site, tradeRoundId);
    const found = await findEvidence(context, call.site, option, ordinal);
    if (found === undefined) throw new Refusal('EVIDENCE_NOT_YET', { field: 'tradeRoundId' });
    return { data: { tradeRoundId, ...found } };
  }),
  handleOperator(exportRounds, async (context, { site, body }, audit) => {
    const { reason, ...filters } = body;
    const rows = await deskRounds(context, filterOf(site, filters), EXPORT_ROUNDS + 1, 0);
    const all = rows.slice(0, EXPORT_ROUNDS).map((row) => present(context, site, row));
    await audit({ target: `rounds:${all.length}`, after: { rows: all.length, filters }, reason });
    const csv = roundsCsv(all);
    return { data: { name: `${site.code}-rounds.csv`, csv, rows: all.length, isCut: rows.length > EXPORT_ROUNDS } };
  }),
];

function present(context: AppContext, site: SiteConfig, row: DeskRoundRow): DeskRound {
  const option = siteOptions(site)[row.option];
  const staked = row.up + row.down;
  const isOver = row.status !== 0 && row.paid !== null;
  return {
    ...toldRound(context, site, option, row, context.clock.now()),
    name: presentOption(context, site, option).name,
    bets: row.upCount + row.downCount,
    staked: pointText(site, staked),
    paid: isOver ? pointText(site, row.paid ?? 0) : null,
    kept: isOver ? pointText(site, staked - (row.paid ?? 0)) : null,
    settledAt: row.settledMs === null ? null : isoText(row.settledMs),
  };
}

async function withOwners({ services }: AppContext, site: SiteConfig, rows: readonly DeskBetRow[]): Promise<DeskBet[]> {
  const directory = services.use(memberDirectory);
  const members = rows.map(({ account }) => directory.memberOf(site.id, account) ?? -1);
  const cards = await services.use(memberCards)(site.id, [...new Set(members)]);
  return rows.map((row, at) => {
    const card = cards.get(members[at]);
    const bet = presentBet(site, siteOptions(site)[row.option], row, outcomeOf(row));
    return { ...bet, playerId: members[at], nick: card?.nick ?? '', username: card?.username ?? '' };
  });
}

/** Moments as they are on the wire. */
export const roundsCsv = (rounds: readonly DeskRound[]): string =>
  listCsv(roundColumns, rounds, { say: ({ ko }) => ko, moment: (at) => at });
