// The member's futures account with the engine's own figures.
import { handle } from '@maru/kit/server/feature.ts';
import { futuresCross } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentCross } from './present-account.ts';
import { memberOf } from './submit.ts';

export const futuresCrossHandler = handle(futuresCross, async (context, call) => {
  const account = await readEngine.account(context, call.site.id, memberOf(call).account);
  return { data: presentCross(account), sequence: account.seq };
});
