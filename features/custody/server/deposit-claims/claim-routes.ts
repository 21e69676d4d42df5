// The calls about deposit claims, members' and operators'.
import { askDepositClaimHandler } from './ask-claim.ts';
import { decideDepositClaimHandler } from './decide-claim.ts';
import { listDeskDepositClaimsHandler } from './desk-claims.ts';
import { readDeskDepositClaimHandler } from './desk-claim-page.ts';
import { listUnassignedHandler } from './list-unassigned.ts';
import { cancelDepositClaimHandler, listDepositClaimsHandler } from './own-claims.ts';
import { leaveDepositClaimHandler, takeDepositClaimHandler } from './take-claim.ts';

export const depositClaimRoutes = [
  askDepositClaimHandler,
  listDepositClaimsHandler,
  cancelDepositClaimHandler,
  listDeskDepositClaimsHandler,
  readDeskDepositClaimHandler,
  takeDepositClaimHandler,
  leaveDepositClaimHandler,
  decideDepositClaimHandler,
  listUnassignedHandler,
];
