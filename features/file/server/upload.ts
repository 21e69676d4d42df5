// A file comes in, a member's or an operator's: its type by content, pictures made anew, the bytes stored, then its row.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { randomBytes } from 'node:crypto';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session, type UploadedFile } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import type { uploadDeskFile } from '../admin-contract.ts';
import { FILES_A_DAY, type FileFacts, type uploadFile } from '../contract.ts';
import { cleanPicture } from './clean-picture.ts';
import { contentTypeOf, shownName } from './content-type.ts';
import { type FileStore, keyOf } from './file-store.ts';

interface Owner {
  site: number;
  id: number;
  isOperator: boolean;
  isPublic: boolean;
}

export async function takeFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof uploadFile.query>>,
): Promise<Answer<Out<typeof uploadFile.reply>>> {
  const { site, member } = call.session as Session;
  await refuseOverDay(context, site, member);
  return { data: await keep(context, store, call.file as UploadedFile, { site, id: member, isOperator: false, isPublic: false }) };
}

export async function takeDeskFile(
  context: AppContext,
  store: FileStore,
  call: Call<Out<typeof uploadDeskFile.query>>,
  audit: Audit,
): Promise<Answer<Out<typeof uploadDeskFile.reply>>> {
  const isPublic = call.query.isPublic === 'true';
  const owner = { site: call.site.id, id: (call.session as Session).member, isOperator: true, isPublic };
  const facts = await keep(context, store, call.file as UploadedFile, owner);
  await audit({ target: `file:${facts.id}`, after: { ...facts, isPublic } });
  return { data: facts };
}

async function keep(context: AppContext, store: FileStore, file: UploadedFile, owner: Owner): Promise<FileFacts> {
  const { name, bytes: given } = file;
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
  await store.write(keyOf(owner.site, facts.id), made.bytes);
  const now = new Date(context.clock.now());
  const { id, name: shown, type, size, width, height } = facts;
  await context.pool.query(
    `INSERT INTO file_file (id, site_id, owner_id, is_operators, is_public, name, type, size, width, height, created_at, attached_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, owner.site, owner.id, owner.isOperator, owner.isPublic, shown, type, size, width, height, now, owner.isPublic ? now : null],
  );
  return facts;
}

async function refuseOverDay(context: AppContext, site: number, member: number): Promise<void> {
  const since = new Date(context.clock.now() - DAY_MS);
  const { rows } = await context.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM file_file WHERE site_id = $1 AND owner_id = $2 AND NOT is_operators AND created_at > $3',
    [site, member, since],
  );
  if (rows[0].n >= FILES_A_DAY) throw new Refusal('FILE_DAY_LIMIT', { retryAfterSeconds: DAY_MS / 1000 });
}
