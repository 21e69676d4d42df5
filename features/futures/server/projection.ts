// Orders, positions and the facts that happened to them as SQL rows, exactly once by sequence: runs in the projector's transaction.
//
// It reads the event words directly: under load tens of thousands of events a second pass here, and most need no object.
import type { PoolClient } from 'pg';
import { OrderFlag } from '@maru/engine/wire/order-terms.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { clientIdReader, createOrderDrafts } from './projected-orders.ts';
import { createPositionDrafts } from './projected-positions.ts';
import { createTermDrafts } from './projected-terms.ts';
import {
  commandFinder,
  createFactColumns,
  fillShape,
  createLiquidationColumns,
  fundingShape,
  rejectionShape,
  rejectionWords,
} from './projected-rows.ts';

const Head = EventHeadWord;
const { LiquidationFinished, LiquidationStep, OrderArmed, OrderClosed, OrderPlaced } = EventWord;

export const futuresProjection: Projection = {
  name: 'futures',
  tables: [
    'futures_order',
    'futures_fill',
    'futures_position',
    'futures_amendment',
    'futures_order_terms',
    'futures_funding',
    'futures_liquidation',
    'futures_rejection',
  ],
  apply: (client, batches) => writeSite(client, batches[0].site, batches),
};

function createDrafts() {
  return {
    orders: createOrderDrafts(),
    terms: createTermDrafts(),
    positions: createPositionDrafts(),
    fills: createFactColumns(fillShape),
    funding: createFactColumns(fundingShape),
    liquidations: createLiquidationColumns(),
    rejections: createFactColumns(rejectionShape),
  };
}

async function writeSite(client: PoolClient, site: number, batches: readonly EventBatch[]): Promise<void> {
  const drafts = createDrafts();
  for (const batch of batches) takeBatch(drafts, batch);
  for (const draft of Object.values(drafts)) await draft.write(client, site);
}

function takeBatch(
  { orders, terms, positions, fills, funding, liquidations, rejections }: ReturnType<typeof createDrafts>,
  batch: EventBatch,
): void {
  const clientIdOf = clientIdReader(batch);
  const commandOf = commandFinder(batch);
  const { events: e, commands } = batch;
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    switch (e[i]) {
      case EventKind.OrderPlaced:
        orders.place(e, i, clientIdOf(e[i + Head.seq]));
        if ((e[i + OrderPlaced.flags] & OrderFlag.Attached) !== 0) terms.take(e, i);
        break;
      case EventKind.OrderArmed:
        orders.arm(e, i, e[i + OrderArmed.parentId] === 0 ? clientIdOf(e[i + Head.seq]) : undefined);
        terms.take(e, i);
        break;
      case EventKind.OrderTriggered:
        terms.take(e, i);
        break;
      case EventKind.OrderFilled:
        orders.fill(e, i);
        fills.add(e, i);
        break;
      case EventKind.OrderAmended:
        orders.amend(e, i);
        break;
      case EventKind.TriggerAmended:
        orders.amend(e, i);
        terms.take(e, i);
        break;
      case EventKind.TpslAttached:
        orders.attach(e, i);
        terms.take(e, i);
        break;
      case EventKind.OrderClosed:
        orders.close(e, i);
        if (e[i + OrderClosed.reason] > 0) terms.take(e, i);
        break;
      case EventKind.PositionChanged:
        positions.change(e, i);
        break;
      case EventKind.PositionClosed:
        positions.close(e, i);
        break;
      case EventKind.FundingSettled:
        funding.add(e, i);
        positions.fund(e, i);
        break;
      case EventKind.LiquidationStep:
        liquidations.add(e, i);
        positions.clear(e[i + Head.account], e[i + LiquidationStep.positionId], e[i + LiquidationStep.fee]);
        break;
      case EventKind.LiquidationFinished:
        positions.clear(e[i + Head.account], liquidations.finish(e, i), e[i + LiquidationFinished.clearanceFee]);
        break;
      case EventKind.CommandRejected:
        // What the operator or the market was refused is nobody's history.
        if (e[i + Head.account] >= 0) rejections.add(rejectionWords(e, i, commands, commandOf(e[i + Head.seq])), 0);
        break;
    }
  }
}
