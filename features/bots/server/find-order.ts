// The order a bot means by orderId or origClientOrderId: open ones from the engine, ended ones from the archive.
import { futuresArchive, type Order, openOrders } from '@maru/futures/contract.ts';
import { keyOwner, requestKeyWords } from '@maru/kit/server/request-key.ts';
import { dataOf, type MemberAsk } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import { optionIdOf } from './fapi-symbols.ts';
import { type BotOrder, clientIdOf, WEB_PREFIX } from './order-shape.ts';

export interface OrderName {
  id: number | undefined;
  clientId: string | undefined;
}

/** The names a request gives; one of both must be there. */
export function orderNameOf(ask: MemberAsk, idName = 'orderId', clientName = 'origClientOrderId'): OrderName {
  const id = ask.params.whole(idName, 1);
  const clientId = ask.params.text(clientName);
  if (id === undefined && clientId === undefined) throw faults.eitherOr(clientName, idName);
  return { id: id ?? webIdOf(clientId), clientId };
}

/** Futures id of the request's symbol; conditional orders may be named without one. */
export function symbolIdOf(ask: MemberAsk): number {
  return optionIdOf(ask.site, ask.params.must('symbol'));
}

/** Open orders of the member, of one symbol or of all, newest first. */
export async function openOrdersOf(ask: MemberAsk, futuresOptionId: number | undefined): Promise<BotOrder[]> {
  const query = futuresOptionId === undefined ? {} : { futuresOptionId: String(futuresOptionId) };
  return dressed(ask, await dataOf(ask.call(openOrders, { query })));
}

/** Orders with what their bot asked for beyond the engine's rules. */
export const dressed = ({ service, session }: MemberAsk, orders: readonly Order[]): Promise<BotOrder[]> =>
  service.terms.dress(session.site, session.member, orders);

export async function findOpenOrder(ask: MemberAsk, name: OrderName, futuresOptionId: number | undefined): Promise<BotOrder | undefined> {
  const orders = await openOrdersOf(ask, futuresOptionId);
  return orders.find((order) => (name.id === undefined ? clientIdOf(order) === name.clientId : order.id === name.id));
}

export async function findAnyOrder(ask: MemberAsk, name: OrderName, futuresOptionId: number | undefined): Promise<BotOrder> {
  return (await findOpenOrder(ask, name, futuresOptionId)) ?? findEnded(ask, name, futuresOptionId);
}

/** From the archive; by client id the newest, or the newest that was placed before a command. */
async function findEnded(ask: MemberAsk, name: OrderName, futuresOptionId: number | undefined, before?: number): Promise<BotOrder> {
  const archive = ask.context.services.use(futuresArchive);
  const { account } = ask.session;
  const found =
    name.id === undefined
      ? await archive.orderByClientId(ask.site, account, name.clientId as string, { before })
      : await archive.orderById(ask.site, account, name.id);
  if (found === undefined || (futuresOptionId !== undefined && found.futuresOptionId !== futuresOptionId)) throw faults.noSuchOrder();
  return (await dressed(ask, [found]))[0];
}

/** Sequence of what the engine first did for this request (or part of it), 0 = nothing yet: it is new, or was refused. */
export function firstSequence({ context, site, session, requestName }: MemberAsk, part = ''): Promise<number> {
  const words = requestKeyWords({ site: site.id, member: keyOwner(session), requestKey: requestName(part) });
  return words === undefined ? Promise.resolve(0) : context.engine.query<number>(site.id, 'request', session.account, ...words);
}

/**
 * Throws -4116 when an open order has the client id of this parameter or is just being placed with it; answers how to let it go.
 * The same request sent again passes, and an id that we made is one request's own: the engine knows the repeat of both.
 */
export async function claimClientId(ask: MemberAsk, parameter: string, futuresOptionId: number, part = ''): Promise<() => void> {
  const clientId = ask.params.text(parameter);
  if (clientId === undefined) return () => {};
  const { clientIdsOnTheWay } = ask.service;
  const claim = `${ask.site.id} ${ask.session.member} ${clientId}`;
  const request = ask.requestName(part);
  const claimant = clientIdsOnTheWay.get(claim);
  const isTaken = claimant !== undefined && claimant.request !== request;
  if (isTaken || ask.service.terms.isUnsure(ask.site.id, ask.session.member, clientId)) throw faults.duplicateClientId();
  const held = claimant ?? { request, count: 0 };
  held.count++;
  clientIdsOnTheWay.set(claim, held);
  const release = () => {
    held.count--;
    if (held.count === 0) clientIdsOnTheWay.delete(claim);
  };
  try {
    const open = await findOpenOrder(ask, { id: undefined, clientId }, futuresOptionId);
    if (open !== undefined && (await firstSequence(ask, part)) === 0) throw faults.duplicateClientId();
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The order that is to be cancelled or changed; the same request again finds it when it is no longer open. Undefined = there is none. */
export async function findAmongOpen(
  ask: MemberAsk,
  name: OrderName,
  futuresOptionId: number | undefined,
  part = '',
): Promise<BotOrder | undefined> {
  const open = await findOpenOrder(ask, name, futuresOptionId);
  if (open !== undefined && name.id !== undefined) return open;
  const first = await firstSequence(ask, part);
  if (first === 0) return open;
  // It means what it meant then: a newer order may have the client id by now.
  return name.id === undefined ? findEnded(ask, name, futuresOptionId, first) : findAnyOrder(ask, name, futuresOptionId);
}

export function refuseWebId(clientId: string | undefined): void {
  if (clientId !== undefined && webIdOf(clientId) !== undefined) throw new FapiFault(-4015, 'Client order id is not valid.');
}

function webIdOf(clientId: string | undefined): number | undefined {
  const id = clientId?.startsWith(WEB_PREFIX) ? clientId.slice(WEB_PREFIX.length) : '';
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined;
}
