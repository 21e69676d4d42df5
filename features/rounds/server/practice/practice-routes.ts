// Every call of practice, with what it still does where the product is barred: what a member has open stays to be seen and ended.
import { whenBarred } from '@maru/kit/server/bars.ts';
import type { BoundRoute } from '@maru/kit/server/feature.ts';
import { cancelPracticeHandler, practiceQuoteHandler, sellPracticeHandler } from './leave-practice.ts';
import { placePracticeHandler } from './place-practice.ts';
import { getPracticeHandler, practiceHistoryHandler, resetPracticeHandler } from './practice-calls.ts';

const routes: readonly BoundRoute[] = [
  placePracticeHandler,
  resetPracticeHandler,
  ...whenBarred('open', [getPracticeHandler, practiceHistoryHandler, cancelPracticeHandler, practiceQuoteHandler, sellPracticeHandler]),
];
export const practiceRoutes: readonly BoundRoute[] = routes.map((bound) => ({ ...bound, product: 'binary' }));
