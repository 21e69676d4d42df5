// All calls of operators about timed rounds, and what they register at the start.
import type { BoundRoute } from '@maru/kit/server/feature.ts';
import { liveDeskRoute } from './live-desk.ts';
import { memberBetsRoute } from './member-bets.ts';
import { optionDeskRoutes } from './option-desk.ts';
import { roundDeskRoutes } from './round-desk.ts';

export { registerRoundChanges } from './option-changes.ts';

export const roundsDeskRoutes: readonly BoundRoute[] = [...optionDeskRoutes, liveDeskRoute, ...roundDeskRoutes, memberBetsRoute];
