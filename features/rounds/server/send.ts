// One way from a call to the engine: stamp the request key, submit, turn a rejection into the member's refusal.
import { ownLimitFigures } from '@maru/account/contract.ts';
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { keyOwner, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { pointFigure } from './round-text.ts';

const { CommandRejected, RequestRepeated } = EventWord;

/** The member of a call; routes of members never run without one. */
export function memberOf(call: Call): Session {
  if (call.session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return call.session;
}

/**
 * Durable and applied when it resolves; throws the refusal if the engine rejected. `bodyText`: what was asked for, where the command holds
 * more than that, as the price of the moment: a retry would meet another one.
 */
export async function sendForMember(context: AppContext, call: Call, record: Float64Array, bodyText?: string): Promise<SubmitReply> {
  stampRequestKey(record, { site: call.site.id, member: keyOwner(memberOf(call)), requestKey: call.requestKey, bodyText });
  const reply = await context.engine.submit(call.site.id, record);
  const refusal = refusalIn(call.site, reply.events);
  if (refusal !== undefined) throw refusal;
  return reply;
}

/** Of commands that the server itself sends: the rejection's name, undefined when it was taken. */
export async function sendForHouse(context: AppContext, site: number, record: Float64Array): Promise<RejectName | undefined> {
  const { events } = await context.engine.submit(site, record);
  return events[0] === EventKind.CommandRejected ? rejections.get(events[CommandRejected.code])?.name : undefined;
}

/** Rejections whose two figures are amounts of the BINARY currency. */
const amounts: ReadonlySet<RejectName> = new Set<RejectName>([
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'MEMBER_ROUND_LIMIT',
  'SIDE_EXPOSURE_FULL',
  'OWN_STAKE_LIMIT',
  'OWN_LOSS_LIMIT',
  'SALE_BELOW_LEAST',
  'INSUFFICIENT_BALANCE',
]);

function refusalIn(site: SiteConfig, events: Float64Array): Refusal | undefined {
  if (events.length < EVENT_WORDS || events[0] !== EventKind.CommandRejected) return undefined;
  const rejection = rejections.get(events[CommandRejected.code]);
  if (rejection === undefined) throw new Error(`the engine rejected with unknown code ${events[CommandRejected.code]}`);
  const figure = (value: number) => (amounts.has(rejection.name) ? pointFigure(site, value) : String(value));
  return new Refusal(rejection.name, {
    ...(rejection.field === '' ? {} : { field: rejection.field }),
    ...(ownLimitFigures(rejection.name, events[CommandRejected.a], events[CommandRejected.b], figure) ?? {
      limit: figure(events[CommandRejected.a]),
      offered: figure(events[CommandRejected.b]),
    }),
    unit: site.binaryCurrency,
  });
}

/** The bet that a repeated request was answered with at first. */
export function repeatedBet(events: Float64Array): { firstSeq: number; betId: number } | undefined {
  if (events.length < EVENT_WORDS || events[0] !== EventKind.RequestRepeated) return undefined;
  return { firstSeq: events[RequestRepeated.firstSeq], betId: events[RequestRepeated.orderId] };
}
