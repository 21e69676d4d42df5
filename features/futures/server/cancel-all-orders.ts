// Cancels all open orders of the member, of one symbol or of all.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { cancelAllOrders } from '../contract.ts';
import { countClosedAt } from './queries.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

const Head = EventHeadWord;

export const cancelAllOrdersHandler = handle(cancelAllOrders, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const symbol = body.futuresOptionId === undefined ? -1 : requestedSymbol(site, body.futuresOptionId).symbol;
  const reply = await submitCommand(context, call, encodeFields(account, symbol, { kind: CommandKind.CancelAll }));
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) {
    return { data: { canceled: await countClosedAt(context, site.id, account, repeated.firstSeq) }, sequence: repeated.firstSeq };
  }
  return { data: { canceled: countClosed(reply.events, account) }, sequence: reply.seq };
});

function countClosed(events: Float64Array, account: number): number {
  let canceled = 0;
  for (let i = 0; i < events.length; i += EVENT_WORDS)
    if (events[i] === EventKind.OrderClosed && events[i + Head.account] === account) canceled++;
  return canceled;
}
