// Notices of the account in the member's own messages: beside the letters, which may be read too late.
import type { AppContext } from '@maru/kit/server/context.ts';
import { messageBox, type OutgoingMessage } from '@maru/message/contract.ts';
import { timeIn } from './security-change.ts';

type Words = Pick<OutgoingMessage, 'title' | 'content' | 'link'>;

/** Never fails its caller: what happened stands, whether or not the notice could be written. `words` gets the site's own way to say a time. */
export async function tellMember(
  context: AppContext,
  site: number,
  member: number,
  kind: OutgoingMessage['kind'],
  words: (time: (at: Date) => string) => Words,
): Promise<void> {
  const timeZone = context.sites.byId(site)?.timeZone ?? 'UTC';
  try {
    await context.services.find(messageBox)?.send({ site, member, kind, ...words((at) => timeIn(timeZone, at)) });
  } catch (error) {
    context.log.warn({ err: error, site, member }, 'notice not written');
  }
}
