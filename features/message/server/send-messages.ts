// Sending: rows first, then the notice to whoever is here; a notice that is lost costs nothing, the row is there.
import { memberDirectory, messageQueue, newMessageQueue } from '@maru/account/contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { OutgoingMessage, sendMessages } from '../contract.ts';

type Words = Pick<OutgoingMessage, 'kind' | 'title' | 'content' | 'link'>;

async function write(context: AppContext, site: number, members: readonly number[], words: Words, sentBy: number | null): Promise<void> {
  const { kind, title, content, link } = words;
  await context.pool.query(
    `INSERT INTO message_message (site_id, member_id, kind, title_ko, title_en, content_ko, content_en, link, created_at, sent_by)
     SELECT $1, member, $3, $4, $5, $6, $7, $8, $9, $10 FROM unnest($2::bigint[]) AS member`,
    [site, members, kind, title.ko, title.en, content.ko, content.en, link ?? null, new Date(context.clock.now()), sentBy],
  );
  // A notice has one line and no language of its own: the page that hears it asks for the list in its own.
  for (const member of members) context.sockets.send(site, member, newMessageQueue.destination, { message: title.ko });
}

export async function sendOne(context: AppContext, { site, member, ...words }: OutgoingMessage): Promise<void> {
  await write(context, site, [member], words, null);
}

/** All or none: an id that is not of this site sends nothing. */
export async function sendFromOperator(
  context: AppContext,
  call: Call<undefined, Out<typeof sendMessages.body>>,
): Promise<Answer<Out<typeof sendMessages.reply>>> {
  const { site, member: operator } = call.session as Session;
  const { playerIds, kind = 'NOTICE', title, content, titleEn = title, contentEn = content, link, isUrgent = false } = call.body;
  const directory = context.services.use(memberDirectory);
  const members = [...new Set(playerIds)];
  const unknown = members.find((member) => directory.accountOf(site, member) === undefined);
  if (unknown !== undefined) throw new Refusal('MEMBER_UNKNOWN', { field: 'playerIds', playerId: unknown });
  const words = {
    kind,
    title: { ko: title, en: titleEn },
    content: { ko: content, en: contentEn },
    ...(link === undefined ? {} : { link }),
  };
  await write(context, site, members, words, operator);
  if (isUrgent) for (const member of members) context.sockets.send(site, member, messageQueue.destination, { message: content || title });
  context.log.info({ site, operator, members: members.length, requestId: call.requestId }, 'messages sent');
  return { data: { count: members.length } };
}
