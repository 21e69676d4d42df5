// One-way or hedge: the member's position mode.
import { handle } from '@maru/kit/server/feature.ts';
import { getPositionMode } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { positionModeName } from './setting-names.ts';
import { memberOf } from './submit.ts';

export const getPositionModeHandler = handle(getPositionMode, async (context, call) => {
  const { positionMode } = await readEngine.account(context, call.site.id, memberOf(call).account);
  return { data: { mode: positionModeName(positionMode) } };
});
