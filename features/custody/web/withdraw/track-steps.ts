// A withdrawal as steps to draw, and where its money is by now. Pure.
import type { Withdrawal, WithdrawalState } from '../../withdraw-contract.ts';

type Ending = Extract<WithdrawalState, 'REFUSED' | 'CANCELLED' | 'FAILED'>;
type TrackState = Exclude<WithdrawalState, 'HELD'>;

export interface TrackStep {
  state: TrackState;
  /** `wait`: somebody has to look. `bad`: it ended here. */
  look: 'done' | 'now' | 'wait' | 'ahead' | 'bad';
  at: string | null;
}

const endings: readonly WithdrawalState[] = ['REFUSED', 'CANCELLED', 'FAILED'] satisfies Ending[];
export const isEnded = (state: WithdrawalState): state is Ending => endings.includes(state);
export const isOpen = (state: WithdrawalState): boolean => state !== 'CONFIRMED' && !isEnded(state);

type Tracked = Pick<Withdrawal, 'state' | 'steps' | 'isInside'>;

/** What nobody had to look at was approved by rules at once: then neither review nor approval is a step to a person. */
function pathOf({ steps, isInside }: Tracked): TrackState[] {
  const wasReviewed = steps.some(({ state }) => state === 'REVIEW');
  const looked: TrackState[] = wasReviewed ? ['REVIEW', 'APPROVED'] : [];
  return ['REQUESTED', ...looked, ...(isInside ? [] : (['SIGNED', 'SENT'] as const)), 'CONFIRMED'];
}

export function trackSteps(w: Tracked): TrackStep[] {
  const { state, steps } = w;
  const timeOf = (of: WithdrawalState) => steps.find((step) => step.state === of)?.at ?? null;
  const path = pathOf(w).map((of): TrackStep => ({ state: of, look: timeOf(of) === null ? 'ahead' : 'done', at: timeOf(of) }));
  if (isEnded(state)) return [...path.filter(({ look }) => look === 'done'), { state, look: 'bad', at: timeOf(state) }];
  if (state === 'REVIEW') return path.map((step) => (step.state === 'REVIEW' ? { ...step, look: 'wait' } : step));
  const next = path.findIndex(({ look }) => look === 'ahead');
  return path.map((step, at) => (at === next ? { ...step, look: 'now' } : step));
}

export type Place = 'WALLET' | 'HELD' | 'NETWORK' | 'ARRIVED';

/** Signed bytes may be sent at any moment: from then on it counts as on its way. */
export function placeOf(state: WithdrawalState): Place {
  if (isEnded(state)) return 'WALLET';
  if (state === 'CONFIRMED') return 'ARRIVED';
  return state === 'SIGNED' || state === 'SENT' ? 'NETWORK' : 'HELD';
}

export const placesOf = ({ isInside }: Pick<Withdrawal, 'isInside'>): Place[] =>
  isInside ? ['WALLET', 'HELD', 'ARRIVED'] : ['WALLET', 'HELD', 'NETWORK', 'ARRIVED'];
