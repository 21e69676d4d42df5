// Whole positions at market in one command: reversed, or all of them closed (rules 5.7).
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { rejections } from '@maru/engine/reject.ts';
import { handle } from '@maru/kit/server/feature.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ErrorEntry } from '@maru/kit/contract/errors.ts';
import { fillText } from '@maru/kit/server/i18n.ts';
import { closeAllPositions, type Fill, type Position, reversePosition } from '../contract.ts';
import { futuresErrors } from '../errors.ts';
import { futuresWireErrors } from '../wire-errors.ts';
import { fractionOf } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { answerOnce } from './kept-answers.ts';
import { listFillsAt } from './queries.ts';
import { fillFacts } from '../fold-order.ts';
import { presentFill } from './present-order.ts';
import { presentPosition } from './present-position.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

const Head = EventHeadWord;
const { ReverseCut } = EventWord;

export const reversePositionHandler = handle(reversePosition, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const held = await readEngine.position(context, site.id, account, body.futuresPositionId);
  const symbol = symbolAt(site, held?.symbol ?? 0);
  const slippage = slippageOf(body.slippageLimit);
  const command = encodeFields(account, symbol.symbol, { kind: CommandKind.ReversePosition, positionId: body.futuresPositionId, slippage });
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
  const command = encodeFields(account, symbol?.symbol ?? -1, {
    kind: CommandKind.ClosePositions,
    slippage: slippageOf(body.slippageLimit),
  });
  const reply = await submitCommand(context, call, command, symbol);
  return answerOnce(context, call, reply, async () => {
    const repeated = repeatedOf(reply.events);
    const sequence = repeated?.firstSeq ?? reply.seq;
    const fills = repeated === undefined ? fillsOf(site, reply.events, account) : await fillsAgain(context, site, account, sequence);
    const { positions } = await readEngine.openPositions(context, site.id, account, symbol?.symbol ?? -1);
    const closed = new Set(fills.map((fill) => `${fill.futuresOptionId}|${fill.positionSide}`)).size;
    const left = positions.map((p) => presentPosition(symbolAt(site, p.symbol), p));
    const codes = refusedOf(reply.events, account);
    const reasons = repeated === undefined ? left.map((p) => reasonOf(site, p, codes.get(p.futuresPositionId), call.language)) : [];
    return { data: { fills, closed, left, reasons }, sequence };
  });
});

function slippageOf(text: string | undefined): number {
  return text === undefined ? 0 : fractionOf(text, 'slippageLimit');
}

function fillsOf(site: SiteConfig, e: Float64Array, account: number): Fill[] {
  const fills: Fill[] = [];
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] !== EventKind.OrderFilled || e[i + Head.account] !== account) continue;
    fills.push(presentFill(symbolAt(site, e[i + Head.symbol]), fillFacts(e, i)));
  }
  return fills;
}

/** By position: the code for which its close was refused. */
function refusedOf(e: Float64Array, account: number): ReadonlyMap<number, string> {
  const codes = new Map<number, string>();
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    const name =
      e[i] === EventKind.ReverseCut && e[i + Head.account] === account ? rejections.get(e[i + ReverseCut.code])?.name : undefined;
    if (name !== undefined) codes.set(e[i + ReverseCut.positionId], name);
  }
  return codes;
}

// What was not refused had its order, and the order found too little. Of the codes that a market close can meet only its size has a figure.
function reasonOf(
  site: SiteConfig,
  { futuresPositionId, futuresOptionId, symbol }: Position,
  code: string | undefined,
  language: 'ko' | 'en',
) {
  const name = code ?? 'CLOSE_NOT_FILLED';
  const { maxMarketQuantity, base } = symbolAt(site, futuresOptionId - 1).data;
  const message = fillText((texts as Readonly<Record<string, ErrorEntry>>)[name]?.[language] ?? name, {
    limit: maxMarketQuantity,
    unit: base,
  });
  return { futuresPositionId, futuresOptionId, symbol, code: name, message };
}
const texts = { ...futuresErrors, ...futuresWireErrors };

/** Why the other side was not opened, when only the close was possible. */
function cutOf(e: Float64Array, account: number): string | null {
  for (let i = 0; i < e.length; i += EVENT_WORDS)
    if (e[i] === EventKind.ReverseCut && e[i + Head.account] === account) return rejections.get(e[i + ReverseCut.code])?.name ?? null;
  return null;
}

async function fillsAgain(context: Parameters<typeof listFillsAt>[0], site: SiteConfig, account: number, seq: number): Promise<Fill[]> {
  return (await listFillsAt(context, site.id, account, seq)).map((row) => presentFill(symbolAt(site, row.symbol), row));
}
