// Adds to or takes from the margin of an isolated position.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { changeMargin } from '../contract.ts';
import { microOf } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { answerOnce } from './kept-answers.ts';
import { presentPosition } from './present-position.ts';
import { symbolAt } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const changeMarginHandler = handle(changeMargin, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const command = encodeFields(account, -1, {
    kind: CommandKind.ChangeMargin,
    positionId: body.futuresPositionId,
    amount: microOf(body.amount, 'amount'),
    direction: body.type,
  });
  const reply = await submitCommand(context, call, command);
  return answerOnce(context, call, reply, async () => {
    const position = await readEngine.position(context, site.id, account, body.futuresPositionId);
    if (position === null) throw new Refusal('POSITION_UNKNOWN', { field: 'futuresPositionId' });
    const sequence = repeatedOf(reply.events)?.firstSeq ?? reply.seq;
    return { data: { position: presentPosition(symbolAt(site, position.symbol), position) }, sequence };
  });
});
