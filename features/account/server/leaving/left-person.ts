// Who somebody was who left: identity sealed for as long as the law asks, keyed hashes that find the person again, names that stay taken.
import { DAY_MS, timeIn } from '@maru/kit/contract/calendar.ts';
import { createHmac } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import type { DataOwner } from '@maru/member/contract.ts';

/** As sealed; null: was not known. */
export interface LeftIdentity {
  username: string;
  nick: string;
  name: string;
  phone: string;
  email: string;
  bankInfo: string | null;
  birthDate: string | null;
  address: string | null;
}
/** What a person takes along into its next account: binding amounts of own limits, by kind; of games in the engine's words. */
export interface BroughtLimits {
  plain: { kind: string; amount: number }[];
  games: { dayLoss: number; dayStake: number; dayPlayMs: number } | null;
}
/** Of a sign-up: keyed hashes, absent where nobody vouched. */
export interface PersonMarks {
  phone: string;
  /** Where one was given. */
  mail?: string | undefined;
  di?: string | undefined;
}

type Keyed = Pick<AppContext, 'config'>;
const keyed = ({ config }: Keyed, text: string) => createHmac('sha256', config.secrets.storageKey).update(text).digest('base64url');
export const phoneHash = (context: Keyed, site: number, phone: string): string =>
  keyed(context, `left phone ${site} ${phone.replace(/\D/g, '')}`);
export const mailHash = (context: Keyed, site: number, mail: string): string | undefined =>
  mail === '' ? undefined : keyed(context, `left mail ${site} ${mail.trim().toLowerCase()}`);
const nameHash = (context: Keyed, site: number, name: string) => keyed(context, `left name ${site} ${name.toLowerCase()}`);

const boundTo = ({ site, member }: Pick<DataOwner, 'site' | 'member'>) => Buffer.from(`left ${site} ${member}`);
export const sealIdentity = ({ config }: Keyed, who: DataOwner, identity: LeftIdentity): Buffer =>
  sealSecret(config.secrets.storageKey, JSON.stringify(identity), boundTo(who));

/** undefined: its time is over, or nobody of this id left this site. */
export async function readLeft(
  { config, pool }: Pick<AppContext, 'config' | 'pool'>,
  site: number,
  member: number,
): Promise<{ leftAt: Date; identity: LeftIdentity | undefined } | undefined> {
  const { rows } = await pool.query<{ left_at: Date; identity: Buffer | null }>(
    'SELECT left_at, identity FROM account_left WHERE site_id = $1 AND member_id = $2',
    [site, member],
  );
  if (rows[0] === undefined) return undefined;
  const { left_at: leftAt, identity } = rows[0];
  const text = identity === null ? undefined : openSecret(config.secrets.storageKey, identity, boundTo({ site, member }));
  return { leftAt, identity: text === undefined ? undefined : (JSON.parse(text) as LeftIdentity) };
}

export async function keepNames(context: Keyed, sql: Writer, site: number, names: readonly string[]): Promise<void> {
  const hashes = names.map((name) => nameHash(context, site, name));
  await sql.query('INSERT INTO account_left_name (site_id, hash) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [site, hashes]);
}

export async function isLeftName(context: Keyed, sql: Writer, site: number, name: string): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM account_left_name WHERE site_id = $1 AND hash = $2', [
    site,
    nameHash(context, site, name),
  ]);
  return rows.length > 0;
}

/** Throws as if somebody still had it. */
export async function refuseLeftNames(
  context: Keyed,
  sql: Writer,
  site: number,
  { username, nick }: { username?: string; nick?: string },
): Promise<void> {
  if (username !== undefined && (await isLeftName(context, sql, site, username))) throw new Refusal('USERNAME_TAKEN');
  if (nick !== undefined && (await isLeftName(context, sql, site, nick))) throw new Refusal('NICK_TAKEN');
}

interface FormerRow {
  account: number;
  left_at: Date;
  excluded_until: Date | null;
  limits: BroughtLimits;
}

/** By who the bureau says it is, where it vouched for both; else by the phone number. The newest first. */
async function formersOf(sql: Writer, site: number, { phone, di }: PersonMarks): Promise<FormerRow[]> {
  const { rows } = await sql.query<FormerRow>(
    `SELECT account, left_at, excluded_until, limits FROM account_left WHERE site_id = $1
       AND (di_hash = $3 OR (phone_hash = $2 AND (di_hash IS NULL OR $3::text IS NULL))) ORDER BY left_at DESC, member_id DESC`,
    [site, phone, di ?? null],
  );
  return rows;
}

/** In the transaction that makes the member: whoever left not long ago waits, and whoever has shut itself out does so to its day. */
export async function refuseRejoin(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  sql: Writer,
  site: SiteConfig,
  marks: PersonMarks,
): Promise<void> {
  const formers = await formersOf(sql, site.id, marks);
  const shutUntil = Math.max(0, ...formers.map((former) => former.excluded_until?.getTime() ?? 0));
  if (clock.now() < shutUntil) throw new Refusal('PERSON_EXCLUDED', { field: 'phone', until: timeIn(site.timeZone, new Date(shutUntil)) });
  const newest = formers.at(0);
  if (newest === undefined) return;
  const until = newest.left_at.getTime() + config.leaving.rejoinDays * DAY_MS;
  if (clock.now() < until) throw new Refusal('LEFT_RECENTLY', { until: timeIn(site.timeZone, new Date(until)) });
}

/** And with its row: own limits go on, and what was given once to the person stays given. */
export async function bringAlong({ clock }: Pick<AppContext, 'clock'>, sql: Writer, who: DataOwner, marks: PersonMarks): Promise<void> {
  await noteFormers(sql, who, marks);
  const formers = await formersOf(sql, who.site, marks);
  if (formers.length === 0) return;
  const { plain, games } = formers[0].limits;
  for (const { kind, amount } of plain) {
    await sql.query('INSERT INTO account_limit (site_id, member_id, kind, amount, set_at) VALUES ($1, $2, $3, $4, $5)', [
      who.site,
      who.member,
      kind,
      amount,
      new Date(clock.now()),
    ]);
  }
  if (games === null) return;
  await sql.query('INSERT INTO account_limit_brought (site_id, account, limits) VALUES ($1, $2, $3)', [
    who.site,
    who.account,
    JSON.stringify(games),
  ]);
}

/** Here the address counts too: a new number is soon had, and what is given once is given once. */
async function noteFormers(sql: Writer, { site, account }: DataOwner, { phone, mail, di }: PersonMarks): Promise<void> {
  await sql.query(
    `INSERT INTO account_former (site_id, account, former_account)
     SELECT $1, $2, account FROM account_left WHERE site_id = $1
       AND (di_hash = $3 OR ((phone_hash = $4 OR mail_hash = $5) AND (di_hash IS NULL OR $3::text IS NULL))) ON CONFLICT DO NOTHING`,
    [site, account, di ?? null, phone, mail ?? null],
  );
}

/** What binds the person is kept with it, and its blank row binds nobody. Answers to which day it does. */
export async function excludeLeft(sql: Writer, site: number, member: number, until: Date): Promise<Date> {
  const { rows } = await sql.query<{ until: Date }>(
    'UPDATE account_left SET excluded_until = greatest(excluded_until, $3) WHERE site_id = $1 AND member_id = $2 RETURNING excluded_until AS until',
    [site, member, until],
  );
  return rows[0].until;
}

/** Of whoever left under a release that kept no hash of the address: written from what lies sealed. */
export async function hashOldMails(context: Pick<AppContext, 'config' | 'pool'>): Promise<void> {
  const { rows } = await context.pool.query<{ site: number; member: number }>(
    'SELECT site_id AS site, member_id AS member FROM account_left WHERE identity IS NOT NULL AND mail_hash IS NULL',
  );
  for (const { site, member } of rows) {
    const mail = (await readLeft(context, site, member))?.identity?.email ?? '';
    await context.pool.query('UPDATE account_left SET mail_hash = $2 WHERE member_id = $1', [
      member,
      mailHash(context, site, mail) ?? null,
    ]);
  }
}
