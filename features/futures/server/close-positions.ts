// Whole positions at market in one command: reversed, or all of them closed (rules 5.7).
import { CommandKind } from '@maru/engine/command.ts';
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import { rejections } from '@maru/engine/reject.ts';
import { handle } from '@maru/kit/server/feature.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { closeAllPositions, type Fill, reversePosition } from '../contract.ts';
import { fractionOf, record } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { answerOnce } from './kept-answers.ts';
import { listFillsAt } from './queries.ts';
import { fillFacts } from './order-events.ts';
import { presentFill } from './present-order.ts';
import { presentPosition } from './present-position.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const reversePositionHandler = handle(reversePosition, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const held = await readEngine.position(context, site.id, account, body.futuresPositionId);
  const symbol = symbolAt(site, held?.symbol ?? 0);
  const slippage = slippageOf(body.slippageLimit);
  const command = record(account, symbol.symbol, { kind: CommandKind.ReversePosition, positionId: body.futuresPositionId, slippage });
  // The position is gone after it, and with it the symbol that the command's words name.
  const bodyText = `reverse|${body.futuresPositionId}|${slippage}`;
  const reply = await submitCommand(context, call, command, symbol, { bodyText });
  return answerOnce(context, call, reply, async () => {
    const repeated = repeatedOf(reply.events);
    const sequence = repeated?.firstSeq ?? reply.seq;
    const fills = repeated === undefined ? fillsOf(site, reply.events, account) : await fillsAgain(context, site, account, sequence);
    const option = fills[0]?.futuresOptionId;
    const { positions } = await readEngine.openPositions(context, site.id, account, option === undefined ? symbol.symbol : option - 1);
    const opened = positions.find((p) => p.positionId !== body.futuresPositionId);
    const position = opened === undefined ? null : presentPosition(symbolAt(site, opened.symbol), opened);
    return { data: { fills, position, code: cutOf(reply.events, account) }, sequence };
  });
});

export const closeAllPositionsHandler = handle(closeAllPositions, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const symbol = body.futuresOptionId === undefined ? undefined : requestedSymbol(site, body.futuresOptionId);
  const command = record(account, symbol?.symbol ?? -1, { kind: CommandKind.ClosePositions, slippage: slippageOf(body.slippageLimit) });
  const reply = await submitCommand(context, call, command, symbol);
  return answerOnce(context, call, reply, async () => {
    const repeated = repeatedOf(reply.events);
    const sequence = repeated?.firstSeq ?? reply.seq;
    const fills = repeated === undefined ? fillsOf(site, reply.events, account) : await fillsAgain(context, site, account, sequence);
    const { positions } = await readEngine.openPositions(context, site.id, account, symbol?.symbol ?? -1);
    const closed = new Set(fills.map((fill) => `${fill.futuresOptionId}|${fill.positionSide}`)).size;
    return { data: { fills, closed, left: positions.map((p) => presentPosition(symbolAt(site, p.symbol), p)) }, sequence };
  });
});

function slippageOf(text: string | undefined): number {
  return text === undefined ? 0 : fractionOf(text, 'slippageLimit');
}

function fillsOf(site: SiteConfig, e: Float64Array, account: number): Fill[] {
  const fills: Fill[] = [];
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] !== EventKind.OrderFilled || e[i + 4] !== account) continue;
    fills.push(presentFill(symbolAt(site, e[i + 5]), fillFacts(e, i)));
  }
  return fills;
}

/** Why the other side was not opened, when only the close was possible. */
function cutOf(e: Float64Array, account: number): string | null {
  for (let i = 0; i < e.length; i += EVENT_WORDS)
    if (e[i] === EventKind.ReverseCut && e[i + 4] === account) return rejections.get(e[i + 8])?.name ?? null;
  return null;
}

async function fillsAgain(context: Parameters<typeof listFillsAt>[0], site: SiteConfig, account: number, seq: number): Promise<Fill[]> {
  return (await listFillsAt(context, site.id, account, seq)).map((row) => presentFill(symbolAt(site, row.symbol), row));
}
