// Sets, moves or removes the TP and SL of a position (rules 3.1): one of each a side, closing whatever is open when it fires.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { TPSL_KEEP, TpslFlag } from '@maru/engine/wire/order-terms.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { setTpsl } from '../contract.ts';
import { ticksOf } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { answerOnce } from './kept-answers.ts';
import { presentTpsl } from './present-tpsl.ts';
import { type SiteSymbol, symbolAt } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const setTpslHandler = handle(setTpsl, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const position = await readEngine.position(context, site.id, account, body.futuresPositionId);
  // A position that is gone still goes to the engine: it may be a repeated request, which only the engine knows.
  const symbol = symbolAt(site, position?.symbol ?? 0);
  const command = await encodeFor(context, site.id, symbol, () =>
    encodeFields(account, symbol.symbol, {
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
  const reply = await submitCommand(context, call, command, symbol, { bodyText: bodyText(body) }).catch((error) => {
    throw inFieldOf(error, symbol, body);
  });
  return answerOnce(context, call, reply, async () => {
    const standing = await readEngine.tpsl(context, site.id, account, body.futuresPositionId);
    const { takeProfit, stopLoss } = presentTpsl(symbol, standing);
    return { data: { takeProfit, stopLoss }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
  });
});

// The command's words are made with the position's symbol, which is unknown once the position is gone.
function bodyText(body: Out<typeof setTpsl.body>): string {
  const { futuresPositionId, takeProfit, stopLoss, isMarkTp, isMarkSl, priceProtect } = body;
  return `tpsl|${JSON.stringify([futuresPositionId, takeProfit, stopLoss, isMarkTp, isMarkSl, priceProtect].map((value) => (value === undefined ? 'kept' : value)))}`;
}

/** The engine speaks of a stop price; the member sent a take profit or a stop loss. */
function inFieldOf(error: unknown, symbol: SiteSymbol, body: Out<typeof setTpsl.body>): unknown {
  if (!(error instanceof Refusal) || error.data?.field !== 'stopPrice') return error;
  const offered = ticksOf(symbol, String(error.data.offered), 'stopPrice');
  const field = (['takeProfit', 'stopLoss'] as const).find((leg) => body[leg] && ticksOf(symbol, body[leg], leg) === offered);
  return field === undefined ? error : new Refusal(error.code, { ...error.data, field });
}

/** Left out keeps the leg, null or "0" removes it. */
function legOf(symbol: SiteSymbol, text: string | null | undefined, field: string): number {
  if (text === undefined) return TPSL_KEEP;
  return text === null ? 0 : ticksOf(symbol, text, field);
}
