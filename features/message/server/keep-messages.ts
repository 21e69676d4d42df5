// Reading and deleting: always the member's own rows, whatever id was asked for.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { deleteMessage, readAllMessages, readMessage } from '../contract.ts';

type Own = Call<undefined, Out<typeof readMessage.body>>;

/** A message read before is found and stays read. */
export async function readOwn(context: AppContext, call: Own): Promise<Answer<Out<typeof readMessage.reply>>> {
  const { site, member } = call.session as Session;
  const { rowCount } = await context.pool.query(
    `UPDATE message_message SET read_at = coalesce(read_at, $4)
     WHERE site_id = $1 AND member_id = $2 AND id = $3 AND deleted_at IS NULL`,
    [site, member, call.body.id, new Date(context.clock.now())],
  );
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
  return { data: { count: 1 } };
}

export async function readAllOwn(context: AppContext, call: Call): Promise<Answer<Out<typeof readAllMessages.reply>>> {
  const { site, member } = call.session as Session;
  const { rowCount } = await context.pool.query(
    'UPDATE message_message SET read_at = $3 WHERE site_id = $1 AND member_id = $2 AND read_at IS NULL AND deleted_at IS NULL',
    [site, member, new Date(context.clock.now())],
  );
  return { data: { count: rowCount ?? 0 } };
}

export async function deleteOwn(
  context: AppContext,
  call: Call<undefined, Out<typeof deleteMessage.body>>,
): Promise<Answer<Out<typeof deleteMessage.reply>>> {
  const { site, member } = call.session as Session;
  const { rowCount } = await context.pool.query(
    'UPDATE message_message SET deleted_at = $4 WHERE site_id = $1 AND member_id = $2 AND id = $3 AND deleted_at IS NULL',
    [site, member, call.body.id, new Date(context.clock.now())],
  );
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
  return { data: { count: 1 } };
}

export async function readLinked(context: AppContext, site: number, member: number, link: string): Promise<void> {
  await context.pool.query(
    'UPDATE message_message SET read_at = $4 WHERE site_id = $1 AND member_id = $2 AND link = $3 AND read_at IS NULL',
    [site, member, link, new Date(context.clock.now())],
  );
}
