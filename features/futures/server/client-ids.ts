// One open order a client's own id: judged before the engine is asked, over all entry points, also of requests at once.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { keyOwner, type RequestKeyWords, requestKeyWords } from '@maru/kit/server/request-key.ts';
import { type RequestReads, readsOfOne } from './reads-of-request.ts';
import { memberOf } from './submit.ts';

/**
 * Throws CLIENT_ORDER_ID_TAKEN where an open order has this id or another request is just placing one with it; else runs `place`. The
 * same request again passes: the engine knows it and gives its first answer. `reads`: those of the batch that the order is part of.
 */
export async function withClientId<T>(
  context: AppContext,
  call: Call,
  { clientOrderId, part }: { clientOrderId: string | undefined; part?: number | undefined },
  reads: RequestReads | undefined,
  place: () => Promise<T>,
): Promise<T> {
  if (clientOrderId === undefined) return place();
  const session = memberOf(call);
  const owner = { site: call.site.id, member: keyOwner(session), requestKey: call.requestKey, ownName: clientOrderId, part };
  const words = requestKeyWords(owner) as RequestKeyWords;
  // On its way to the engine with the request that brings it.
  const release = context.shared.claim(`client id ${call.site.id} ${session.account} ${clientOrderId}`, words.join(' '));
  if (release === undefined) throw clientIdTaken();
  try {
    const { openOrders, isRepeat } = reads ?? readsOfOne(context, call.site.id, session.account);
    const isTaken = (await openOrders()).some((order) => order.clientOrderId === clientOrderId);
    if (isTaken && !(await isRepeat(words))) throw clientIdTaken();
    return await place();
  } finally {
    release();
  }
}

export const clientIdTaken = () => new Refusal('CLIENT_ORDER_ID_TAKEN', { field: 'clientOrderId' });
