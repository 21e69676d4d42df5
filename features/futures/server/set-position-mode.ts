// Sets one-way or hedge mode for the member's whole account.
import { handle } from '@maru/kit/server/feature.ts';
import { setPositionMode } from '../contract.ts';
import { encodePositionMode } from './encode.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const setPositionModeHandler = handle(setPositionMode, async (context, call) => {
  const { mode } = call.body;
  const reply = await submitCommand(context, call, encodePositionMode(memberOf(call).account, mode));
  return { data: { mode }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});
