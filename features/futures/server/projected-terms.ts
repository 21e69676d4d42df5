// What conditional orders and orders with TP/SL carry beyond a plain order, on its way to SQL: as armed, as amended, and when it fired.
import type { PoolClient } from 'pg';
import { OrderFlag, ORIGIN_SHIFT } from '@maru/engine/wire/order-terms.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { attachedTerms, waitingTerms } from '../fold-order.ts';

const Head = EventHeadWord;
const { OrderArmed, OrderClosed, OrderPlaced, OrderTriggered } = EventWord;

export interface TermDrafts {
  take(e: Float64Array, i: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

const COLUMNS = [
  'account',
  'orderId',
  'flags',
  'price',
  'lots',
  'reserved',
  'placedStop',
  'placedCallback',
  'stop',
  'callback',
  'takeProfit',
  'stopLoss',
  'takeProfitLimit',
  'stopLossLimit',
  'attachedSeq',
  'parentId',
  'firedSeq',
  'firedMs',
  'workingPrice',
  'reason',
] as const;
/** Null = as it was. */
type Columns = { account: number; orderId: number } & Record<(typeof COLUMNS)[number], number | null>;
const NAMES = `account, order_id, armed_flags, armed_price, armed_lots, armed_reserved, placed_stop, placed_callback, stop_price, callback_rate,
  take_profit, stop_loss, take_limit, loss_limit, attached_seq, parent_id, fired_seq, fired_ms, working_price, reason`;
const KEPT = ['armed_flags', 'armed_price', 'armed_lots', 'armed_reserved', 'placed_stop', 'placed_callback', 'parent_id'];
const REPLACED = [
  'stop_price',
  'callback_rate',
  'take_profit',
  'stop_loss',
  'take_limit',
  'loss_limit',
  'attached_seq',
  'fired_seq',
  'fired_ms',
  'working_price',
  'reason',
];
const UPSERT = `INSERT INTO futures_order_terms AS t (site_id, ${NAMES})
SELECT $1, * FROM unnest(${COLUMNS.map((_, i) => `$${i + 2}::bigint[]`).join(', ')})
ON CONFLICT (site_id, account, order_id) DO UPDATE SET
  ${KEPT.map((name) => `${name} = coalesce(t.${name}, excluded.${name})`).join(', ')},
  ${REPLACED.map((name) => `${name} = coalesce(excluded.${name}, t.${name})`).join(', ')}`;

export function createTermDrafts(): TermDrafts {
  const drafts = new Map<number, Columns>();
  const draftOf = (e: Float64Array, i: number): Columns => {
    let draft = drafts.get(e[i + OrderPlaced.orderId]);
    if (draft === undefined) drafts.set(e[i + OrderPlaced.orderId], (draft = emptyTerms(e[i + Head.account], e[i + OrderPlaced.orderId])));
    return draft;
  };
  return {
    take(e, i) {
      switch (e[i]) {
        case EventKind.OrderArmed:
          return arm(draftOf(e, i), e, i);
        case EventKind.TriggerAmended:
          return void Object.assign(draftOf(e, i), {
            stop: e[i + OrderArmed.stopPrice],
            callback: e[i + OrderArmed.callbackRate],
            takeProfit: e[i + OrderArmed.takeProfit],
            stopLoss: e[i + OrderArmed.stopLoss],
          });
        case EventKind.TpslAttached:
          return attach(draftOf(e, i), e, i);
        case EventKind.OrderTriggered:
          return void Object.assign(draftOf(e, i), {
            firedSeq: e[i + Head.seq],
            firedMs: e[i + Head.time],
            workingPrice: e[i + OrderTriggered.workingPrice],
          });
        case EventKind.OrderPlaced:
          // Of an order that fired its terms are known.
          if ((e[i + OrderPlaced.flags] & OrderFlag.Attached) !== 0 && ((e[i + OrderPlaced.flags] >> ORIGIN_SHIFT) & 7) === 0)
            Object.assign(draftOf(e, i), { takeProfit: e[i + OrderPlaced.takeProfit], stopLoss: e[i + OrderPlaced.stopLoss] });
          return;
        case EventKind.OrderClosed:
          if (e[i + OrderClosed.reason] > 0) draftOf(e, i).reason = e[i + OrderClosed.reason];
          return;
      }
    },
    async write(client, site) {
      if (drafts.size === 0) return;
      const all = [...drafts.values()];
      await client.query({ name: 'futures-terms-upsert', text: UPSERT, values: [site, ...COLUMNS.map((c) => all.map((d) => d[c]))] });
    },
  };
}

function emptyTerms(account: number, orderId: number): Columns {
  const none = Object.fromEntries(COLUMNS.map((name) => [name, null])) as unknown as Columns;
  return { ...none, account, orderId };
}

function arm(draft: Columns, e: Float64Array, i: number): void {
  const { stopPrice, callbackRate, ...terms } = waitingTerms(e, i);
  const stops = { placedStop: stopPrice, placedCallback: callbackRate, stop: stopPrice, callback: callbackRate };
  Object.assign(draft, terms, stops);
}

function attach(draft: Columns, e: Float64Array, i: number): void {
  const { takeProfit, stopLoss, takeProfitLimit, stopLossLimit } = attachedTerms(e, i);
  Object.assign(draft, { takeProfit, stopLoss, takeProfitLimit, stopLossLimit, attachedSeq: e[i + Head.seq] });
}
