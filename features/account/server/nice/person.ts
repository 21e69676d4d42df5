// Who the bureau says somebody is: read from its answer, sealed while it waits, and kept as hashes that find a person again.
import { SEOUL_AHEAD_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { createHmac } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { Writer } from '@maru/outbox/contract.ts';

export interface NicePerson {
  name: string;
  /** YYYY-MM-DD. */
  birthDate: string;
  /** As members write it. */
  phone: string;
  ci: string;
  di: string;
}

type Kept = Omit<NicePerson, 'ci' | 'di'> & { ciHash: string };

export function personIn(content: Record<string, unknown>): NicePerson | undefined {
  const textOf = (field: string) => (typeof content[field] === 'string' ? (content[field] as string) : '');
  const date = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(textOf('birthdate'));
  const phone = /^(01\d)(\d{3,4})(\d{4})$/.exec(textOf('mobileno'));
  const name = nameIn(textOf('utf8_name'), textOf('name')).trim();
  const [ci, di] = [textOf('ci'), textOf('di')];
  if (date === null || phone === null || name === '' || ci === '' || di === '') return undefined;
  const birthDate = `${date[1]}-${date[2]}-${date[3]}`;
  if (Number.isNaN(Date.parse(birthDate))) return undefined;
  return { name, birthDate, phone: `${phone[1]}-${phone[2]}-${phone[3]}`, ci, di };
}

function nameIn(encoded: string, plain: string): string {
  try {
    return encoded === '' ? plain : decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return plain;
  }
}

/** Keyed, so that a stolen table alone tells nobody; the CI is one over all sites, the DI differs by site. */
export function hashesOf({ config }: Pick<AppContext, 'config'>, site: number, { ci, di }: Pick<NicePerson, 'ci' | 'di'>) {
  const hash = (text: string) => createHmac('sha256', config.secrets.storageKey).update(text).digest('base64url');
  return { ci: hash(`ci ${ci}`), di: hash(`di ${site} ${di}`) };
}

const boundTo = (site: number, key: string) => Buffer.from(`person ${site} ${key}`);

export function sealPerson({ config }: AppContext, site: number, key: string, { name, birthDate, phone, ciHash }: Kept): Buffer {
  return sealSecret(config.secrets.storageKey, JSON.stringify({ name, birthDate, phone, ciHash }), boundTo(site, key));
}

const DUPLICATE = '23505';

/** With the transaction that makes the member: one person is one account of a site. */
export async function keepPerson(
  { config, clock }: AppContext,
  sql: Writer,
  { site, member, key, di }: { site: number; member: number; key: string; di: string },
  sealed: Buffer,
): Promise<void> {
  const kept = readPerson(config, site, key, sealed);
  if (kept === undefined) throw new Refusal('PROOF_REQUIRED', { field: 'niceKey' });
  try {
    await sql.query(
      `INSERT INTO account_person (member_id, site_id, di_hash, ci_hash, birth_date, proven_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        member,
        site,
        di,
        kept.ciHash,
        sealSecret(config.secrets.storageKey, kept.birthDate, birthBound(site, member)),
        new Date(clock.now()),
      ],
    );
  } catch (error) {
    if ((error as { code?: string }).code === DUPLICATE) throw new Refusal('PERSON_TAKEN', { field: 'niceKey' });
    throw error;
  }
}

/** Everybody who changes what a person is, or becomes one more account of it, takes turns. */
const inTurn = (sql: Writer, ciHash: string) => sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 31))', [ciHash]);

/** All accounts of the person a member is, or was until it left, on whatever site; none where no bureau has vouched for it. Within a transaction. */
export async function personOf(sql: Writer, member: number): Promise<{ site: number; member: number }[]> {
  const { rows } = await sql.query<{ ci_hash: string }>(
    `SELECT ci_hash FROM account_person WHERE member_id = $1
     UNION ALL SELECT ci_hash FROM account_left WHERE member_id = $1 AND ci_hash IS NOT NULL`,
    [member],
  );
  const ciHash = rows.at(0)?.ci_hash;
  if (ciHash === undefined) return [];
  await inTurn(sql, ciHash);
  const all = await sql.query<{ site: number; member: number }>(
    'SELECT site_id AS site, member_id AS member FROM account_person WHERE ci_hash = $1 ORDER BY member_id',
    [ciHash],
  );
  return all.rows;
}

/** Until when the person has shut itself out, on whatever site. Within the transaction that makes it a member once more. */
export async function exclusionOf(sql: Writer, ciHash: string, now: number): Promise<Date | undefined> {
  await inTurn(sql, ciHash);
  const { rows } = await sql.query<{ until: Date | null }>(
    `SELECT max(until) AS until FROM (
       SELECT m.excluded_until AS until FROM account_person p JOIN account_member m ON m.id = p.member_id WHERE p.ci_hash = $1
       UNION ALL SELECT excluded_until FROM account_left WHERE ci_hash = $1) all_of_it WHERE until > $2`,
    [ciHash, new Date(now)],
  );
  return rows[0].until ?? undefined;
}

export function readPerson(config: AppContext['config'], site: number, key: string, sealed: Buffer): Kept | undefined {
  const text = openSecret(config.secrets.storageKey, sealed, boundTo(site, key));
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

const birthBound = (site: number, member: number) => Buffer.from(`birth ${site} ${member}`);

/** YYYY-MM-DD; undefined for members that no bureau has vouched for. */
export async function birthDateOf(
  { config, pool }: Pick<AppContext, 'config' | 'pool'>,
  site: number,
  member: number,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ birth_date: Buffer }>('SELECT birth_date FROM account_person WHERE site_id = $1 AND member_id = $2', [
    site,
    member,
  ]);
  return rows.length === 0 ? undefined : openSecret(config.secrets.storageKey, rows[0].birth_date, birthBound(site, member));
}

/** Whole years at that moment, by the calendar of Seoul. */
export function ageAt(birthDate: string, now: number): number {
  const today = utcDayText(now + SEOUL_AHEAD_MS);
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
