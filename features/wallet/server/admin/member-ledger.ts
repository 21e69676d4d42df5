// A member's wallet history for operators: the member's own list, read by somebody else.
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { listMemberLedger } from '../../admin-contract.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { readDnw } from '../list-dnw.ts';
import { accountAt } from './member-wallets.ts';

export const listMemberLedgerHandler = handleOperator(listMemberLedger, (context, call) => {
  const { playerId, ...query } = call.query;
  const account = accountAt(context, call.site, playerId);
  return readDnw(context, { ...call, query: { ...query, resultType: undefined }, session: { ...(call.session as Session), account } });
});
