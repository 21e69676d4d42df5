// How the state of a deposit claim looks on the desk.
import type { Tone } from '@maru/kit/web/ui/marks.tsx';
import type { DepositClaimState } from '../deposit-claim-contract.ts';

export const claimTones: Readonly<Record<DepositClaimState, Tone>> = {
  REQUESTED: 'warn',
  IN_REVIEW: 'brand',
  APPROVED: 'brand',
  CREDITED: 'good',
  REFUSED: 'plain',
  CANCELLED: 'plain',
};
