// Sets, moves or removes the TP and SL of a position (rules 3.1): one of each a side, closing whatever is open when it fires.
import { CommandKind } from '@maru/engine/command.ts';
import { TPSL_KEEP, TpslFlag } from '@maru/engine/command-conditional.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { setTpsl } from '../contract.ts';
import { record, ticksOf } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { presentTpsl } from './present-tpsl.ts';
import { type SiteSymbol, symbolAt } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const setTpslHandler = handle(setTpsl, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const position = await readEngine.position(context, site.id, account, body.futuresPositionId);
  if (position === null) throw new Refusal('POSITION_UNKNOWN', { field: 'futuresPositionId' });
  const symbol = symbolAt(site, position.symbol);
  const command = await encodeFor(context, site.id, symbol, () =>
    record(account, symbol.symbol, {
      kind: CommandKind.SetPositionTpsl,
      positionId: body.futuresPositionId,
      takeProfit: legOf(symbol, body.takeProfit, 'takeProfit'),
      stopLoss: legOf(symbol, body.stopLoss, 'stopLoss'),
      flags:
        (body.isMarkTp === true ? TpslFlag.TakeProfitByMark : 0) |
        (body.isMarkSl === true ? TpslFlag.StopLossByMark : 0) |
        (body.priceProtect === true ? TpslFlag.PriceProtect : 0),
    }),
  );
  const reply = await submitCommand(context, call, command, symbol);
  const standing = await readEngine.tpsl(context, site.id, account, body.futuresPositionId);
  const { takeProfit, stopLoss } = presentTpsl(symbol, standing);
  return { data: { takeProfit, stopLoss }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});

/** Left out keeps the leg, null or "0" removes it. */
function legOf(symbol: SiteSymbol, text: string | null | undefined, field: string): number {
  if (text === undefined) return TPSL_KEEP;
  return text === null ? 0 : ticksOf(symbol, text, field);
}
