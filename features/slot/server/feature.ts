// The entry point on the server of the slot: its calls and its rows.
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import { CommandKind } from '@maru/engine/wire/command-kind.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { sending } from '@maru/kit/server/sending.ts';
import { leavingParts, memberData } from '@maru/member/contract.ts';
import { slotErrors } from '../errors.ts';
import { seamlessGateway } from './seamless/seamless-gateway.ts';
import { endVisits } from './seamless/game-sessions.ts';
import { readGameDaysHandler, registerGameDays } from './game-desk.ts';
import { launchSlotGameHandler, listGameProvidersHandler } from './seamless/launch.ts';
import { slotLeaving } from './leaving.ts';
import { ownSpins } from './own-spins.ts';
import { slotMigrations } from './migrations.ts';
import { renewSlotSeedHandler, spinSlotHandler } from './play.ts';
import { slotProjection } from './projection.ts';
import { registerSlotChange, slotDeskRoutes } from './slot-desk.ts';
import { checkSlotHandler, getSlotHandler, listSlotsHandler, listSpinsHandler } from './slot-calls.ts';
import { slotWiring } from './wiring.ts';

export const slotFeature: ServerFeature<typeof slotWiring> = {
  name: 'slot',
  wiring: slotWiring,
  product: 'binary',
  errors: slotErrors,
  routes: sending({ spinSlot: [CommandKind.SpinSlot, CommandKind.CommitSlot], renewSlotSeed: [CommandKind.CommitSlot] }, [
    listSlotsHandler,
    getSlotHandler,
    checkSlotHandler,
    spinSlotHandler,
    launchSlotGameHandler,
    listGameProvidersHandler,
    // A seed can be shown, and one's spins checked, whatever the site has become.
    ...whenRestricted('open', [listSpinsHandler, renewSlotSeedHandler]),
    ...slotDeskRoutes,
    readGameDaysHandler,
  ]),
  sideGateways: [seamlessGateway],
  projections: [slotProjection],
  migrations: slotMigrations,
  async start(context) {
    registerSlotChange(context);
    registerGameDays(context);
    context.services.find(memberData)?.register(ownSpins);
    context.services.find(leavingParts)?.register(slotLeaving(context));
    context.sessions.onEnd(({ site, member, family }) => {
      endVisits(context, site, member, family).catch((error: unknown) =>
        context.log.error({ err: error, site }, 'visits to games were not ended'),
      );
    });
    return () => {};
  },
};
