// Where the panels of the desk stand: four plans, kept on the device; heights go back to their usual with a change of plan.
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';

export const plans = ['usual', 'ticketLeft', 'bookLeft', 'tallChart'] as const;
export type Plan = (typeof plans)[number];
const NAME = 'futures.plan';

export function usePlan(): Plan {
  const kept = usePrefs((prefs) => prefs.layout[NAME]);
  return plans.find((plan) => plan === kept) ?? 'usual';
}

export const choosePlan = (plan: Plan): void => setLayout(NAME, plan);
