// Sets cross or isolated margin of a symbol for the member.
import { handle } from '@maru/kit/server/feature.ts';
import { setMarginType } from '../contract.ts';
import { encodeMarginType } from './encode.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const setMarginTypeHandler = handle(setMarginType, async (context, call) => {
  const { futuresOptionId, marginType } = call.body;
  const symbol = requestedSymbol(call.site, futuresOptionId);
  const reply = await submitCommand(context, call, encodeMarginType(memberOf(call).account, symbol, marginType), symbol);
  return { data: { futuresOptionId, marginType }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});
