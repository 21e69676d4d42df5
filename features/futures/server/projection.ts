// Orders, fills and positions as SQL rows, exactly once by sequence: runs in the projector's transaction with its checkpoint.
//
// It reads the event words directly: under load tens of thousands of events a second pass here, and most need no object.
import type { PoolClient } from 'pg';
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { createFillColumns } from './projected-fills.ts';
import { clientIdReader, createOrderDrafts } from './projected-orders.ts';
import { createPositionDrafts } from './projected-positions.ts';

export const futuresProjection: Projection = {
  name: 'futures',
  tables: ['futures_order', 'futures_fill', 'futures_position', 'futures_amendment'],
  async apply(client, batches) {
    for (const site of new Set(batches.map((batch) => batch.site))) {
      await writeSite(
        client,
        site,
        batches.filter((batch) => batch.site === site),
      );
    }
  },
};

async function writeSite(client: PoolClient, site: number, batches: readonly EventBatch[]): Promise<void> {
  const orders = createOrderDrafts();
  const fills = createFillColumns();
  const positions = createPositionDrafts();
  for (const batch of batches) {
    const clientIdOf = clientIdReader(batch);
    const e = batch.events;
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      switch (e[i]) {
        case EventKind.OrderPlaced:
          orders.place(e, i, clientIdOf(e[i + 1]));
          break;
        case EventKind.OrderFilled:
          orders.fill(e, i);
          fills.add(e, i);
          break;
        case EventKind.OrderAmended:
          orders.amend(e, i);
          break;
        case EventKind.OrderClosed:
          orders.close(e, i);
          break;
        case EventKind.PositionChanged:
          positions.change(e, i);
          break;
        case EventKind.PositionClosed:
          positions.close(e, i);
          break;
      }
    }
  }
  await orders.write(client, site);
  await fills.write(client, site);
  await positions.write(client, site);
}
