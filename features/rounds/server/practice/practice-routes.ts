// Every call of practice, with what it still does where the product is restricted: what a member has open stays to be seen and ended.
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import type { BoundRoute } from '@maru/kit/server/feature.ts';
import { cancelPracticeHandler, practiceQuoteHandler, sellPracticeHandler } from './leave-practice.ts';
import { placePracticeHandler } from './place-practice.ts';
import { getPracticeHandler, practiceHistoryHandler, resetPracticeHandler } from './practice-calls.ts';

const routes: readonly BoundRoute[] = [
  placePracticeHandler,
  resetPracticeHandler,
  ...whenRestricted('open', [getPracticeHandler, practiceHistoryHandler, cancelPracticeHandler, practiceQuoteHandler, sellPracticeHandler]),
];
export const practiceRoutes: readonly BoundRoute[] = routes.map((bound) => ({ ...bound, product: 'binary' }));
