// How a deposit's state looks on the desk.
import type { Tone } from '@maru/kit/web/ui/marks.tsx';
import type { DepositState } from '../contract.ts';

export const depositTones: Readonly<Record<DepositState, Tone>> = {
  SMALL: 'plain',
  SEEN: 'brand',
  CONFIRMING: 'brand',
  CREDITED: 'brand',
  UNLOCKED: 'good',
  ORPHANED: 'danger',
};
