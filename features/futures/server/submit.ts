// One way from a handler to the engine: stamp the request key, submit, turn a rejection into the member's refusal.
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { keyOwner, type RequestKey, stampRequestKey } from '@maru/kit/server/request-key.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { EncodeFault } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { refusalOf, throwIfRejected } from './refuse.ts';
import type { SiteSymbol } from './site-symbols.ts';
import { tradingFault } from './trading-state.ts';

const { RequestRepeated } = EventWord;

/** The member of a call; routes of members never run without one. */
export function memberOf(call: Call): Session {
  if (call.session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return call.session;
}

/** Durable and applied when it resolves; throws the refusal if the engine rejected. `symbol` names the units of its figures. */
export async function submitCommand(
  context: AppContext,
  call: Call,
  record: Float64Array,
  symbol?: SiteSymbol,
  { clientOrderId, ...key }: Pick<RequestKey, 'bodyText' | 'part'> & { clientOrderId?: string | undefined } = {},
): Promise<SubmitReply> {
  const member = keyOwner(memberOf(call));
  stampRequestKey(record, { site: call.site.id, member, requestKey: call.requestKey, ownName: clientOrderId, ...key });
  const reply = await context.engine.submit(call.site.id, record);
  throwIfRejected(reply.events, symbol, reply.seq);
  return reply;
}

/** Encodes; a fault of the text gives way to what comes first in the rules' order: whether the symbol trades at all. */
export async function encodeFor(context: AppContext, site: number, symbol: SiteSymbol, encode: () => Float64Array): Promise<Float64Array> {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof EncodeFault)) throw error;
    const state = (await readEngine.symbols(context, site)).find((s) => s.symbol === symbol.symbol);
    const first = tradingFault(state);
    throw first === undefined ? error : refusalOf(first, 0, 0, symbol);
  }
}

/** What the engine kept of the first answer to the same request. */
export interface Repeated {
  firstSeq: number;
  orderId: number;
}

/** Set when the request had been answered before. */
export function repeatedOf(events: Float64Array): Repeated | undefined {
  if (events.length < EVENT_WORDS || events[0] !== EventKind.RequestRepeated) return undefined;
  return { firstSeq: events[RequestRepeated.firstSeq], orderId: events[RequestRepeated.orderId] };
}
