// One message to one member, from another feature: the row first, then the notice to whoever is here; a notice that is lost costs nothing.
import { wantedInApp } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { newMessageQueue } from '@maru/member/contract.ts';
import type { Pool, PoolClient } from 'pg';
import type { MessageKind, MessageWriter, OutgoingMessage } from '../contract.ts';

/** What members may turn off; notices, security and answers always arrive. */
const topics = { WALLET: 'WALLET', TRADE: 'TRADE', COPY: 'TRADE', BENEFIT: 'BENEFIT' } as const satisfies Partial<
  Record<MessageKind, string>
>;

/** Those of the members who want messages of this kind. */
export async function wanting(
  context: AppContext,
  site: number,
  members: readonly number[],
  kind: MessageKind,
  sql: Pool | PoolClient = context.pool,
): Promise<readonly number[]> {
  const topic = (topics as Partial<Record<MessageKind, 'WALLET' | 'TRADE' | 'BENEFIT'>>)[kind];
  return topic === undefined ? members : ((await context.services.find(wantedInApp)?.(site, members, topic, sql)) ?? members);
}

export async function sendOne(context: AppContext, message: OutgoingMessage): Promise<void> {
  const { site, member, kind } = message;
  if ((await wanting(context, site, [member], kind)).length === 0) return;
  (await postOne(context, context.pool, message))();
}

/** With the caller's transaction; what it answers tells the member, once that is committed. */
export async function postOne(context: AppContext, sql: MessageWriter, message: OutgoingMessage): Promise<() => void> {
  const { site, member, kind, title, content, link } = message;
  await sql.query(
    `INSERT INTO message_message (site_id, member_id, kind, title_ko, title_en, content_ko, content_en, link, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE NOT EXISTS (SELECT 1 FROM account_member WHERE id = $2 AND status = 'LEFT')`,
    [site, member, kind, title.ko, title.en, content.ko, content.en, link ?? null, new Date(context.clock.now())],
  );
  // A notice has one line and no language of its own: the page that hears it asks for the list in its own.
  return () => void context.sockets.send(site, member, newMessageQueue.destination, { message: title.ko });
}
