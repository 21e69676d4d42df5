// Every projection of every feature: what the projector's thread fills and `rebuild-projections` empties.
import { futuresProjection } from '@maru/futures/server/projection.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { fundingProjection } from '@maru/market/server/funding-projection.ts';
import { roundsProjection } from '@maru/rounds/server/projection.ts';
import { slotProjection } from '@maru/slot/server/projection.ts';
import { walletProjection } from '@maru/wallet/server/projection.ts';

export const projections: readonly Projection[] = [
  futuresProjection,
  fundingProjection,
  walletProjection,
  roundsProjection,
  slotProjection,
];
