// Sets cross or isolated margin for the member: of one symbol, or of every symbol that has neither position nor order.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { type marginTypes, setMarginType } from '../contract.ts';
import { encodeMarginType } from './encode.ts';
import { answerMany, type DoneMany, type PartKey } from './request-of-many.ts';
import { requestedSymbol, type SiteSymbol, siteSymbols } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

/** It is so already: nothing to name. */
const UNCHANGED = 'MARGIN_TYPE_UNCHANGED';

type MarginTypeName = (typeof marginTypes)[number];

export const setMarginTypeHandler = handle(setMarginType, async (context, call) => {
  const { futuresOptionId, marginType } = call.body;
  if (futuresOptionId === undefined) {
    const many = { name: setMarginType.name, most: siteSymbols(call.site).length };
    return answerMany(context, call, many, (keyOf) => setAll(context, call, marginType, keyOf));
  }
  const sequence = await setOne(context, call, requestedSymbol(call.site, futuresOptionId), marginType);
  return { data: { futuresOptionId, marginType }, sequence };
});

async function setOne(context: AppContext, call: Call, symbol: SiteSymbol, marginType: MarginTypeName, key?: PartKey): Promise<number> {
  const reply = await submitCommand(context, call, encodeMarginType(memberOf(call).account, symbol, marginType), symbol, key);
  return repeatedOf(reply.events)?.firstSeq ?? reply.seq;
}

// The specification's call names no symbol. What is locked stays as it is and is named; when nothing could change, the first reason is told.
async function setAll(
  context: AppContext,
  call: Call,
  marginType: MarginTypeName,
  keyOf: (index: number) => PartKey,
): Promise<DoneMany<Out<typeof setMarginType.reply>>> {
  const symbols = siteSymbols(call.site);
  const results = await Promise.allSettled(symbols.map((symbol, i) => setOne(context, call, symbol, marginType, keyOf(i))));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const fault = refused.find((reason) => !(reason instanceof Refusal && reason.code.startsWith('MARGIN_TYPE_')));
  if (fault !== undefined) throw fault;
  if (refused.length === symbols.length) throw refused.find((reason) => (reason as Refusal).code !== UNCHANGED) ?? refused[0];
  const other = marginType === 'CROSSED' ? 'ISOLATED' : 'CROSSED';
  const kept = results.flatMap((result, i) => {
    const code = result.status === 'rejected' ? (result.reason as Refusal).code : UNCHANGED;
    const { futuresOptionId, data } = symbols[i];
    return code === UNCHANGED ? [] : [{ futuresOptionId, symbol: data.code, marginType: other as MarginTypeName, code }];
  });
  const sequences = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return {
    data: { marginType, kept },
    sequence: Math.max(...sequences),
    firstSequence: Math.min(...sequences),
    isKept: refused.length > 0,
  };
}
