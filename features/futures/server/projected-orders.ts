// Orders on their way to SQL: what one run of events does to each order, folded so that an order is written once per run.
import type { PoolClient } from 'pg';
import { CommandHeadWord, CommandKind, CommandWord, HEADER_WORDS, decodeCommand } from '@maru/engine/wire/command.ts';
import { OrderFlag, ORIGIN_SHIFT } from '@maru/engine/wire/order-terms.ts';
import { unpackText } from '@maru/engine/wire/text.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { integerArray, textArray } from '@maru/kit/server/sql-array.ts';
import { commandFinder } from './projected-rows.ts';

const Head = EventHeadWord;
const CommandHead = CommandHeadWord;
const { PlaceOrder } = CommandWord;
const { OrderArmed, OrderClosed, OrderFilled, OrderPlaced, TpslAttached } = EventWord;

/** What one run of events does to an order's row. */
interface OrderChange {
  account: number;
  orderId: number;
  isNew: boolean;
  symbol: number;
  flags: number;
  /** Once it fired; NaN = as it was. */
  newFlags: number;
  /** NaN = as it was. */
  price: number;
  lots: number;
  /** As placed, once an amendment changed it; NaN = as above. */
  placedPrice: number;
  placedLots: number;
  filledLots: number;
  filledCost: number;
  reserved: number;
  clientOrderId: string | undefined;
  placedSeq: number;
  placedMs: number;
  updatedMs: number;
  /** NaN = still open. */
  closedSeq: number;
  end: number;
}

export interface OrderDrafts {
  place(e: Float64Array, i: number, clientOrderId: string | undefined): void;
  arm(e: Float64Array, i: number, clientOrderId: string | undefined): void;
  fill(e: Float64Array, i: number): void;
  amend(e: Float64Array, i: number): void;
  /** TP/SL changed: they show in its flags. */
  attach(e: Float64Array, i: number): void;
  close(e: Float64Array, i: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

/**
 * Reads the client order ids of a batch in step with its events: both come in order of sequence. The first order of a command bears
 * its id; what the command arms or closes besides does not.
 */
export function clientIdReader(batch: EventBatch): (seq: number) => string | undefined {
  const { commands } = batch;
  const commandOf = commandFinder(batch);
  let told = -1;
  return (seq) => {
    if (seq === told) return undefined;
    told = seq;
    const at = commandOf(seq);
    const isPlain = commands[at] === CommandKind.PlaceOrder && (commands[at + PlaceOrder.flags] & OrderFlag.Attached) === 0;
    if (isPlain)
      return commands[at + CommandHead.further] === 0
        ? undefined
        : unpackText(commands, at + HEADER_WORDS, commands[at + CommandHead.further]);
    if (at >= commands.length || (commands[at] !== CommandKind.PlaceOrder && commands[at] !== CommandKind.PlaceConditional))
      return undefined;
    const { clientOrderId } = decodeCommand(commands, at) as { clientOrderId: string };
    return clientOrderId === '' ? undefined : clientOrderId;
  };
}

export function createOrderDrafts(): OrderDrafts {
  const drafts = new Map<number, OrderChange>();
  const amendments: number[][] = AMENDMENT_WORDS.map(() => []);
  const draftOf = (e: Float64Array, i: number): OrderChange => {
    let draft = drafts.get(e[i + OrderPlaced.orderId]);
    if (draft === undefined) drafts.set(e[i + OrderPlaced.orderId], (draft = known(e, i)));
    draft.updatedMs = e[i + Head.time];
    return draft;
  };
  return {
    place(e, i, clientOrderId) {
      // A conditional order that fired keeps its id and its row.
      if ((e[i + OrderPlaced.flags] >> ORIGIN_SHIFT) & 7) fire(draftOf(e, i), e, i);
      else
        drafts.set(e[i + OrderPlaced.orderId], {
          ...known(e, i),
          isNew: true,
          price: e[i + OrderPlaced.price],
          lots: e[i + OrderPlaced.lots],
          reserved: e[i + OrderPlaced.reserved],
          clientOrderId,
        });
    },
    arm(e, i, clientOrderId) {
      drafts.set(e[i + OrderArmed.orderId], {
        ...known(e, i),
        isNew: true,
        price: e[i + OrderArmed.price],
        lots: e[i + OrderArmed.lots],
        reserved: e[i + OrderArmed.reserved],
        clientOrderId,
      });
    },
    // The event's own product is exact: an order's price x lots is bounded by 2^53 (engine/market/instrument.ts maxProduct).
    fill(e, i) {
      const draft = draftOf(e, i);
      draft.filledLots += e[i + OrderFilled.lots];
      draft.filledCost += e[i + OrderFilled.price] * e[i + OrderFilled.lots];
    },
    amend(e, i) {
      change(draftOf(e, i), e, i);
      const words = e[i] === EventKind.TriggerAmended ? TRIGGER_AMENDMENT_WORDS : AMENDMENT_WORDS;
      for (let c = 0; c < words.length; c++) amendments[c].push(words[c] < 0 ? 0 : e[i + words[c]]);
    },
    attach(e, i) {
      const draft = draftOf(e, i);
      draft.flags = e[i + TpslAttached.flags];
      draft.newFlags = e[i + TpslAttached.flags];
    },
    close(e, i) {
      const draft = draftOf(e, i);
      draft.closedSeq = e[i + Head.seq];
      draft.end = e[i + OrderClosed.end];
    },
    async write(client, site) {
      const all = [...drafts.values()];
      const placed = all.filter((draft) => draft.isNew);
      const changed = all.filter((draft) => !draft.isNew);
      if (placed.length > 0) await client.query({ name: 'futures-order-insert', text: INSERT, values: [site, ...insertColumns(placed)] });
      if (changed.length > 0) await update(client, site, changed);
      if (amendments[0].length > 0) {
        await client.query({ name: 'futures-amendment-insert', text: INSERT_AMENDMENTS, values: [site, ...amendments.map(integerArray)] });
      }
    },
  };
}

function change(draft: OrderChange, e: Float64Array, i: number): void {
  if (draft.isNew && Number.isNaN(draft.placedPrice)) {
    draft.placedPrice = draft.price;
    draft.placedLots = draft.lots;
  }
  draft.price = e[i + OrderPlaced.price];
  draft.lots = e[i + OrderPlaced.lots];
}

function fire(draft: OrderChange, e: Float64Array, i: number): void {
  change(draft, e, i);
  draft.flags = e[i + OrderPlaced.flags];
  draft.newFlags = e[i + OrderPlaced.flags];
}

// An order placed in an earlier run: only what changes is known.
function known(e: Float64Array, i: number): OrderChange {
  return {
    account: e[i + Head.account],
    orderId: e[i + OrderPlaced.orderId],
    isNew: false,
    symbol: e[i + Head.symbol],
    flags: e[i + OrderPlaced.flags],
    newFlags: Number.NaN,
    price: Number.NaN,
    lots: Number.NaN,
    placedPrice: Number.NaN,
    placedLots: Number.NaN,
    filledLots: 0,
    filledCost: 0,
    reserved: 0,
    clientOrderId: undefined,
    placedSeq: e[i + Head.seq],
    placedMs: e[i + Head.time],
    updatedMs: e[i + Head.time],
    closedSeq: Number.NaN,
    end: Number.NaN,
  };
}

const column = (drafts: readonly OrderChange[], pick: (draft: OrderChange) => number) => integerArray(drafts.map(pick));

const INSERT = `INSERT INTO futures_order (site_id, account, order_id, symbol, flags, price, lots, filled_lots, filled_cost, reserved, client_order_id,
  placed_seq, placed_ms, updated_ms, closed_seq, end_reason, placed_price, placed_lots)
SELECT $1, * FROM unnest($2::int[], $3::bigint[], $4::smallint[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
  $11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::smallint[], $17::bigint[], $18::bigint[])`;

function insertColumns(d: readonly OrderChange[]): string[] {
  return [
    column(d, (o) => o.account),
    column(d, (o) => o.orderId),
    column(d, (o) => o.symbol),
    column(d, (o) => o.flags),
    column(d, (o) => o.price),
    column(d, (o) => o.lots),
    column(d, (o) => o.filledLots),
    column(d, (o) => o.filledCost),
    column(d, (o) => o.reserved),
    textArray(d.map((o) => o.clientOrderId)),
    column(d, (o) => o.placedSeq),
    column(d, (o) => o.placedMs),
    column(d, (o) => o.updatedMs),
    column(d, (o) => o.closedSeq),
    column(d, (o) => o.end),
    column(d, (o) => o.placedPrice),
    column(d, (o) => o.placedLots),
  ];
}

// By conflict, not by a join: a join is planned from statistics that a growing table has not got yet, and then reads all of it
// for each order. What stands here for a new row is never written, since the order is there; a missing one is counted.
const UPDATE = `WITH written AS (
INSERT INTO futures_order AS o (site_id, account, order_id, symbol, flags, price, lots, filled_lots, filled_cost, reserved, placed_seq, placed_ms,
  updated_ms, closed_seq, end_reason)
SELECT $1, account, order_id, 0, coalesce(flags, -1), coalesce(price, -1), coalesce(lots, -1), filled_lots, filled_cost, 0, -1, 0, updated_ms, closed_seq, end_reason
FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::smallint[],
  $11::int[]) AS u(account, order_id, price, lots, filled_lots, filled_cost, updated_ms, closed_seq, end_reason, flags)
ON CONFLICT (site_id, account, order_id) DO UPDATE SET
  filled_lots = o.filled_lots + excluded.filled_lots, filled_cost = o.filled_cost + excluded.filled_cost,
  placed_price = CASE WHEN excluded.price < 0 THEN o.placed_price ELSE coalesce(o.placed_price, o.price) END,
  placed_lots = CASE WHEN excluded.lots < 0 THEN o.placed_lots ELSE coalesce(o.placed_lots, o.lots) END,
  price = CASE WHEN excluded.price < 0 THEN o.price ELSE excluded.price END, lots = CASE WHEN excluded.lots < 0 THEN o.lots ELSE excluded.lots END,
  flags = CASE WHEN excluded.flags < 0 THEN o.flags ELSE excluded.flags END,
  updated_ms = excluded.updated_ms, closed_seq = excluded.closed_seq, end_reason = excluded.end_reason
RETURNING o.placed_seq) SELECT count(*)::int AS missing FROM written WHERE placed_seq < 0`;

async function update(client: PoolClient, site: number, changed: readonly OrderChange[]): Promise<void> {
  const { rows } = await client.query({ name: 'futures-order-update', text: UPDATE, values: [site, ...updateColumns(changed)] });
  if (rows[0].missing > 0) throw new Error(`${rows[0].missing} changed orders of site ${site} have no row`);
}

function updateColumns(d: readonly OrderChange[]): string[] {
  return [
    column(d, (o) => o.account),
    column(d, (o) => o.orderId),
    column(d, (o) => o.price),
    column(d, (o) => o.lots),
    column(d, (o) => o.filledLots),
    column(d, (o) => o.filledCost),
    column(d, (o) => o.updatedMs),
    column(d, (o) => o.closedSeq),
    column(d, (o) => o.end),
    column(d, (o) => o.newFlags),
  ];
}

/** Words in the order of the insert's columns: account, order, seq, index, price, lots, reserved, time, stop price, callback rate; -1 = none. */
const { OrderAmended: Amended, TriggerAmended: Trigger } = EventWord;
const AMENDMENT_WORDS = [
  Head.account,
  Amended.orderId,
  Head.seq,
  Head.index,
  Amended.price,
  Amended.lots,
  Amended.reserved,
  Head.time,
  -1,
  -1,
] as const;
const TRIGGER_AMENDMENT_WORDS = [
  Head.account,
  Trigger.orderId,
  Head.seq,
  Head.index,
  Trigger.price,
  Trigger.lots,
  Trigger.reserved,
  Head.time,
  Trigger.stopPrice,
  Trigger.callbackRate,
] as const;

const INSERT_AMENDMENTS = `INSERT INTO futures_amendment (site_id, account, order_id, seq, idx, price, lots, reserved, time_ms, stop_price, callback_rate)
SELECT $1, * FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
  $11::bigint[])`;
