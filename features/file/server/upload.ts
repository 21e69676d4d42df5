// A file comes in: its type by content, pictures made anew, the bytes stored, then its row.
import { randomBytes } from 'node:crypto';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session, type UploadedFile } from '@maru/kit/server/feature.ts';
import { FILES_A_DAY, type uploadFile } from '../contract.ts';
import { cleanPicture } from './clean-picture.ts';
import { contentTypeOf, shownName } from './content-type.ts';
import { type FileStore, keyOf } from './file-store.ts';

const DAY_MS = 86_400_000;

export const isOperator = (session: Session | undefined): boolean => session?.role === 'staff' || session?.role === 'admin';

export async function takeFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof uploadFile.query>>,
): Promise<Answer<Out<typeof uploadFile.reply>>> {
  const session = call.session as Session;
  const isPublic = call.query.isPublic === 'true';
  if (isPublic && !isOperator(session)) throw new Refusal('NO_PERMISSION');
  await refuseOverDay(context, session);
  const { name, bytes: given } = call.file as UploadedFile;
  const found = contentTypeOf(given);
  if (found === undefined) throw new Refusal('FILE_TYPE_REFUSED');
  const made = found === 'application/pdf' ? { bytes: given, type: found, width: null, height: null } : await cleanPicture(given, found);
  const facts = {
    id: randomBytes(16).toString('base64url'),
    name: shownName(name, made.type),
    type: made.type,
    size: made.bytes.length,
    width: made.width,
    height: made.height,
  };
  // Bytes first: a row never speaks of a file that is not there. Bytes without a row are lost room and nothing else.
  await store.write(keyOf(session.site, facts.id), made.bytes);
  const now = new Date(context.clock.now());
  await context.pool.query(
    `INSERT INTO file_file (id, site_id, owner_id, is_public, name, type, size, width, height, created_at, attached_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      facts.id,
      session.site,
      session.member,
      isPublic,
      facts.name,
      facts.type,
      facts.size,
      facts.width,
      facts.height,
      now,
      isPublic ? now : null,
    ],
  );
  return { data: facts };
}

async function refuseOverDay(context: AppContext, session: Session): Promise<void> {
  const since = new Date(context.clock.now() - DAY_MS);
  const { rows } = await context.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM file_file WHERE site_id = $1 AND owner_id = $2 AND created_at > $3',
    [session.site, session.member, since],
  );
  if (rows[0].n >= FILES_A_DAY && !isOperator(session)) throw new Refusal('FILE_DAY_LIMIT', { retryAfterSeconds: DAY_MS / 1000 });
}
