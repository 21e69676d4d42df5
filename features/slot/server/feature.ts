// The server door of the slot: its calls and its rows.
import { whenBarred } from '@maru/kit/server/bars.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { slotErrors } from '../errors.ts';
import { slotMigrations } from './migrations.ts';
import { renewSlotSeedHandler, spinSlotHandler } from './play.ts';
import { slotProjection } from './projection.ts';
import { checkSlotHandler, getSlotHandler, listSlotsHandler, listSpinsHandler } from './slot-calls.ts';

export const slotFeature: ServerFeature = {
  name: 'slot',
  product: 'binary',
  errors: slotErrors,
  routes: [
    listSlotsHandler,
    getSlotHandler,
    checkSlotHandler,
    spinSlotHandler,
    // A seed can be shown, and one's spins checked, whatever the site has become.
    ...whenBarred('open', [listSpinsHandler, renewSlotSeedHandler]),
  ],
  projections: [slotProjection],
  migrations: slotMigrations,
};
