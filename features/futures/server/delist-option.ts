// An operator ends a symbol: its orders are cancelled, its positions settled at the last mark, in slices if they are many.
import { CommandKind, encodeFields } from '@maru/engine/command.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { delistOption } from '../admin-contract.ts';
import { requestedSymbol } from './site-symbols.ts';
import { repeatedOf, submitCommand } from './submit.ts';

export const delistOptionHandler = handleOperator(delistOption, async (context, call, audit) => {
  const symbol = requestedSymbol(call.site, call.body.futuresOptionId);
  const reply = await submitCommand(context, call, encodeFields(-1, symbol.symbol, { kind: CommandKind.DelistSymbol }), symbol);
  await audit({ target: `symbol:${symbol.data.code}`, after: { delisted: true } });
  return { data: { futuresOptionId: symbol.futuresOptionId }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});
