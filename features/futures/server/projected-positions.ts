// Positions on their way to SQL: the last state of each within a run of events, and its end.
import type { PoolClient } from 'pg';
import { readWide } from '@maru/engine/money/wide.ts';
import { decimalArray, integerArray } from '@maru/kit/server/sql-array.ts';
import { closedEnd } from './closed-end.ts';
import { EventHeadWord, EventWord } from '@maru/engine/wire/event.ts';
import { closedLeverage, heldLeverage, heldMarginType } from '@maru/engine/wire/event-fields.ts';

const Head = EventHeadWord;
const { PositionChanged, PositionClosed } = EventWord;

interface Draft {
  account: number;
  positionId: number;
  symbol: number;
  positionSide: number;
  /** NaN = as it was. */
  marginType: number;
  leverage: number;
  lots: number;
  entryCost: string;
  isolatedWallet: number;
  realizedPnl: number;
  feesPaid: number;
  /** NaN = as it was. */
  fundingPaid: number;
  openedSeq: number;
  openedMs: number;
  updatedMs: number;
  /** NaN = still open. */
  closedSeq: number;
  closedMs: number;
  closedLots: number;
  entryCostTotal: string;
  exitCost: string;
  end: number;
}

export interface PositionDrafts {
  change(e: Float64Array, i: number): void;
  close(e: Float64Array, i: number): void;
  /** A settlement that came after the position's end belongs to its history all the same (rules 7.3, 8.5). */
  fund(e: Float64Array, i: number): void;
  /** Clearance that the insurance fund took of it, by a step or at the end of its liquidation (rules 9.5). */
  clear(account: number, positionId: number, fee: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

export function createPositionDrafts(): PositionDrafts {
  const drafts = new Map<number, Draft>();
  const cleared: { account: number; positionId: number; fee: number }[] = [];
  const late: { account: number; positionId: number; seq: number; paid: number }[] = [];
  const draftOf = (e: Float64Array, i: number): Draft => {
    let draft = drafts.get(e[i + PositionChanged.positionId]);
    if (draft === undefined) drafts.set(e[i + PositionChanged.positionId], (draft = seen(e, i)));
    draft.updatedMs = e[i + Head.time];
    return draft;
  };
  return {
    change(e, i) {
      const draft = draftOf(e, i);
      draft.lots = e[i + PositionChanged.lots];
      draft.entryCost = costText(e, i + PositionChanged.entryCost);
      draft.isolatedWallet = e[i + PositionChanged.isolatedWallet];
      draft.realizedPnl = e[i + PositionChanged.realizedPnl];
      draft.feesPaid = e[i + PositionChanged.feesPaid];
      draft.fundingPaid = e[i + PositionChanged.fundingPaid];
      draft.leverage = heldLeverage(e[i + PositionChanged.setting]);
      draft.marginType = heldMarginType(e[i + PositionChanged.setting]);
    },
    close(e, i) {
      const draft = draftOf(e, i);
      draft.lots = 0;
      draft.entryCost = '0';
      draft.isolatedWallet = 0;
      draft.realizedPnl = e[i + PositionClosed.realizedPnl];
      draft.feesPaid = e[i + PositionClosed.feesPaid];
      draft.leverage = closedLeverage(e[i + PositionClosed.setting]);
      draft.closedSeq = e[i + Head.seq];
      draft.closedMs = e[i + Head.time];
      draft.closedLots = e[i + PositionClosed.lots];
      draft.entryCostTotal = costText(e, i + PositionClosed.entryCost);
      draft.exitCost = costText(e, i + PositionClosed.exitCost);
      draft.end = closedEnd(e, i);
    },
    fund(e, i) {
      late.push({
        account: e[i + Head.account],
        positionId: e[i + PositionClosed.positionId],
        seq: e[i + Head.seq],
        paid: 0 - e[i + PositionClosed.realizedPnl],
      });
    },
    clear(account, positionId, fee) {
      if (fee > 0) cleared.push({ account, positionId, fee });
    },
    async write(client, site) {
      const all = [...drafts.values()];
      if (all.length > 0) await client.query({ name: 'futures-position-upsert', text: UPSERT, values: [site, ...columns(all)] });
      if (cleared.length > 0) {
        const of = (pick: (row: (typeof cleared)[number]) => number) => integerArray(cleared.map(pick));
        const values = [site, of((c) => c.account), of((c) => c.positionId), of((c) => c.fee)];
        await client.query({ name: 'futures-position-clearance', text: CLEARANCE, values });
      }
      if (late.length === 0) return;
      const integers = (pick: (row: (typeof late)[number]) => number) => integerArray(late.map(pick));
      const values = [site, integers((f) => f.account), integers((f) => f.positionId), integers((f) => f.seq), integers((f) => f.paid)];
      await client.query({ name: 'futures-position-late-funding', text: LATE_FUNDING, values });
    },
  };
}

function seen(e: Float64Array, i: number): Draft {
  return {
    account: e[i + Head.account],
    positionId: e[i + PositionChanged.positionId],
    symbol: e[i + Head.symbol],
    positionSide: e[i + PositionChanged.positionSide],
    marginType: Number.NaN,
    leverage: 0,
    lots: 0,
    entryCost: '0',
    isolatedWallet: 0,
    realizedPnl: 0,
    feesPaid: 0,
    fundingPaid: Number.NaN,
    openedSeq: e[i + Head.seq],
    openedMs: e[i + Head.time],
    updatedMs: e[i + Head.time],
    closedSeq: Number.NaN,
    closedMs: Number.NaN,
    closedLots: Number.NaN,
    entryCostTotal: 'NULL',
    exitCost: 'NULL',
    end: Number.NaN,
  };
}

/** A wide cost as decimal text; a plain double is exact below 2^53. */
function costText(e: Float64Array, i: number): string {
  const value = e[i] * 1_099_511_627_776 + e[i + Head.seq];
  return Number.isSafeInteger(value) ? String(value) : readWide(e[i], e[i + Head.seq]).toString();
}

const UPSERT = `INSERT INTO futures_position AS p (site_id, account, position_id, symbol, position_side, margin_type, leverage, lots, entry_cost,
  isolated_wallet, realized_pnl, fees_paid, opened_seq, opened_ms, updated_ms, closed_seq, closed_ms, closed_lots, entry_cost_total, exit_cost, end_reason,
  funding_paid)
SELECT $1, account, position_id, symbol, position_side, coalesce(margin_type, -1), leverage, lots, entry_cost, isolated_wallet, realized_pnl, fees_paid,
  opened_seq, opened_ms, updated_ms, closed_seq, closed_ms, closed_lots, entry_cost_total, exit_cost, end_reason, funding_paid
FROM unnest($2::int[], $3::bigint[], $4::smallint[], $5::smallint[], $6::smallint[], $7::smallint[], $8::bigint[], $9::numeric[], $10::bigint[],
  $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::numeric[], $20::numeric[],
  $21::smallint[], $22::bigint[]) AS u(account, position_id, symbol, position_side, margin_type, leverage, lots, entry_cost, isolated_wallet, realized_pnl, fees_paid,
  opened_seq, opened_ms, updated_ms, closed_seq, closed_ms, closed_lots, entry_cost_total, exit_cost, end_reason,
  funding_paid)
ON CONFLICT (site_id, account, position_id) DO UPDATE SET
  margin_type = CASE WHEN excluded.margin_type < 0 THEN p.margin_type ELSE excluded.margin_type END, leverage = excluded.leverage,
  lots = excluded.lots, entry_cost = excluded.entry_cost, isolated_wallet = excluded.isolated_wallet, realized_pnl = excluded.realized_pnl,
  fees_paid = excluded.fees_paid, updated_ms = excluded.updated_ms, closed_seq = excluded.closed_seq, closed_ms = excluded.closed_ms,
  closed_lots = excluded.closed_lots, entry_cost_total = excluded.entry_cost_total, exit_cost = excluded.exit_cost, end_reason = excluded.end_reason,
  funding_paid = coalesce(excluded.funding_paid, p.funding_paid)`;

const LATE_FUNDING = `UPDATE futures_position p SET funding_paid = coalesce(p.funding_paid, 0) + u.paid
FROM (SELECT account, position_id, min(seq) AS seq, sum(paid)::bigint AS paid
  FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) AS f(account, position_id, seq, paid) GROUP BY 1, 2) u
WHERE p.site_id = $1 AND p.account = u.account AND p.position_id = u.position_id AND p.closed_seq <= u.seq`;

const CLEARANCE = `UPDATE futures_position p SET clearance_paid = p.clearance_paid + u.fee
FROM (SELECT account, position_id, sum(fee)::bigint AS fee FROM unnest($2::int[], $3::bigint[], $4::bigint[]) AS f(account, position_id, fee)
  GROUP BY 1, 2) u
WHERE p.site_id = $1 AND p.account = u.account AND p.position_id = u.position_id`;

function columns(d: readonly Draft[]): string[] {
  const integers = (pick: (draft: Draft) => number) => integerArray(d.map(pick));
  const decimals = (pick: (draft: Draft) => string) => decimalArray(d.map(pick));
  return [
    integers((p) => p.account),
    integers((p) => p.positionId),
    integers((p) => p.symbol),
    integers((p) => p.positionSide),
    integers((p) => p.marginType),
    integers((p) => p.leverage),
    integers((p) => p.lots),
    decimals((p) => p.entryCost),
    integers((p) => p.isolatedWallet),
    integers((p) => p.realizedPnl),
    integers((p) => p.feesPaid),
    integers((p) => p.openedSeq),
    integers((p) => p.openedMs),
    integers((p) => p.updatedMs),
    integers((p) => p.closedSeq),
    integers((p) => p.closedMs),
    integers((p) => p.closedLots),
    decimals((p) => p.entryCostTotal),
    decimals((p) => p.exitCost),
    integers((p) => p.end),
    integers((p) => p.fundingPaid),
  ];
}
