// Sets the leverage of a symbol for the member.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { setLeverage } from '../contract.ts';
import { refuseAboveLimit } from './leverage-limits.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const setLeverageHandler = handle(setLeverage, async (context, call) => {
  const { futuresOptionId, leverage } = call.body;
  const symbol = requestedSymbol(call.site, futuresOptionId);
  const { account } = memberOf(call);
  refuseAboveLimit(context, call.site.id, account, leverage);
  const command = encodeFields(account, symbol.symbol, { kind: CommandKind.SetLeverage, leverage });
  const reply = await submitCommand(context, call, command, symbol);
  return { data: { futuresOptionId, leverage }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});
