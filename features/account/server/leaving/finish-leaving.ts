// The transaction that makes leaving final: identity apart and sealed, the row blank, everything that no law keeps erased.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outbox, outgoingKinds, type Writer } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import { openBankInfo } from '../bank-info.ts';
import { endLoginsWithin } from '../end-sessions.ts';
import { readPlay } from '../game-limits.ts';
import { birthDateOf } from '../nice/person.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import type { DataOwner } from '@maru/member/contract.ts';
import { type BroughtLimits, keepNames, type LeftIdentity, mailHash, phoneHash, sealIdentity } from './left-person.ts';

export const LEFT_NAME = '탈퇴한 회원';
/** No rule of names allows the sign: it is nobody's to choose, and no two rows have the same. */
const placeOf = (member: number) => `#${member}`;

export interface LeavingRow {
  member_id: number;
  site_id: number;
  account: number;
  gives_up: number | null;
  language: 'ko' | 'en';
  asked_at: Date;
  by_frozen: boolean;
  /** What was decided to be given up; null: nothing is decided. */
  given_up: Record<string, string> | null;
}

interface FullRow {
  status: string;
  username: string;
  nick: string;
  name: string;
  phone: string;
  email: string;
  address: string | null;
  bank_info: string | null;
  excluded_until: Date | null;
}

/** Read before the transaction, which wants no second connection. */
export interface LeavingFacts {
  birthDate: string | undefined;
  games: BroughtLimits['games'];
}

export async function factsOf(context: AppContext, { site, account, member }: DataOwner): Promise<LeavingFacts> {
  const play = await readPlay(context, site, account, context.clock.now());
  const games = play === null ? null : { dayLoss: play.dayLoss, dayStake: play.dayStake, dayPlayMs: play.dayPlayMs };
  const isLimited = games !== null && Object.values(games).some((limit) => limit !== 0);
  return { birthDate: await birthDateOf(context, site, member), games: isLimited ? games : null };
}

/** False: it is final already, or no longer asked for. */
export async function makeFinal(
  context: AppContext,
  client: PoolClient,
  asked: LeavingRow,
  facts: LeavingFacts,
  givenUp: Record<string, string>,
  eraseParts: (sql: Writer, who: DataOwner) => Promise<void>,
): Promise<boolean> {
  const who = { site: asked.site_id, member: asked.member_id, account: asked.account };
  const at = new Date(context.clock.now());
  const found = await client.query<FullRow>(
    `SELECT status, username, nick, name, phone, email, address, bank_info, excluded_until FROM account_member
     WHERE site_id = $1 AND id = $2 FOR UPDATE`,
    [who.site, who.member],
  );
  const row = found.rows[0];
  const open = await client.query('DELETE FROM account_leaving WHERE member_id = $1', [who.member]);
  if (row === undefined || row.status === 'LEFT' || open.rowCount === 0) return false;
  await writeFarewell(context, client, asked, row, at);
  await keepApart(context, client, who, row, facts, givenUp, at);
  await eraseParts(client, who);
  await eraseOwn(client, who);
  await client.query(
    `UPDATE account_member SET status = 'LEFT', username = $3, nick = $4, name = $5, phone = $3, email = '', password_hash = '', bank_info = NULL,
       address = NULL, etc_json = NULL, anti_phishing = NULL, settings_locked_until = NULL, locked_at = NULL, mail_proven_at = NULL
     WHERE site_id = $1 AND id = $2`,
    [who.site, who.member, placeOf(who.member), `${LEFT_NAME} ${placeOf(who.member)}`, LEFT_NAME],
  );
  await endLoginsWithin(client, who.member, at, 'left');
  return true;
}

/** To the addresses that the row is about to lose. */
async function writeFarewell(context: AppContext, client: PoolClient, asked: LeavingRow, row: FullRow, at: Date): Promise<void> {
  const mails = context.services.find(outbox);
  const site = context.sites.byId(asked.site_id);
  if (mails === undefined || site === undefined) return;
  const values = { username: row.username, time: timeIn(site.timeZone, at), days: String(context.config.leaving.rejoinDays) };
  for (const kind of outgoingKinds) {
    const to = kind === 'MAIL' ? row.email : row.phone;
    if (!mails.canCarry(site.id, kind) || to === '') continue;
    await mails.post(client, { site: site.id, kind, name: 'LEFT', language: asked.language, to, member: asked.member_id, values });
  }
}

async function keepApart(
  context: AppContext,
  client: PoolClient,
  who: DataOwner,
  row: FullRow,
  { birthDate, games }: LeavingFacts,
  givenUp: Record<string, string>,
  at: Date,
): Promise<void> {
  const identity: LeftIdentity = {
    username: row.username,
    nick: row.nick,
    name: row.name,
    phone: row.phone,
    email: row.email,
    bankInfo: openBankInfo(context, who.site, who.account, row.bank_info) ?? null,
    birthDate: birthDate ?? null,
    address: row.address,
  };
  const person = await client.query<{ di_hash: string; ci_hash: string }>(
    'DELETE FROM account_person WHERE member_id = $1 RETURNING di_hash, ci_hash',
    [who.member],
  );
  const plain = await client.query<{ kind: string; amount: number }>(
    `SELECT kind, CASE WHEN next_at <= $2 THEN next_amount ELSE amount END AS amount FROM account_limit WHERE member_id = $1`,
    [who.member, at],
  );
  const limits: BroughtLimits = { plain: plain.rows.filter(({ amount }) => amount !== null), games };
  await client.query(
    `INSERT INTO account_left (member_id, site_id, account, left_at, given_up, identity, phone_hash, mail_hash, di_hash, ci_hash, excluded_until, limits)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      who.member,
      who.site,
      who.account,
      at,
      JSON.stringify(givenUp),
      sealIdentity(context, who, identity),
      phoneHash(context, who.site, row.phone),
      mailHash(context, who.site, row.email) ?? null,
      person.rows[0]?.di_hash ?? null,
      person.rows[0]?.ci_hash ?? null,
      row.excluded_until,
      JSON.stringify(limits),
    ],
  );
  await keepNames(context, client, who.site, [row.username, row.nick]);
  // Codes under way were sent to these.
  await client.query('DELETE FROM account_certificate WHERE site_id = $1 AND (member_id = $2 OR value = ANY($3))', [
    who.site,
    who.member,
    [row.phone, row.email.toLowerCase()],
  ]);
  await client.query('DELETE FROM account_nice_request WHERE site_id = $1 AND lower(username) = lower($2)', [who.site, row.username]);
}

const OWN_TABLES = [
  'account_totp',
  'account_recovery_code',
  'account_login_challenge',
  'account_notice_link',
  'account_passkey',
  'account_passkey_challenge',
  'account_limit',
  'account_loss_stop',
  'account_withdraw_password',
  'account_notice_choice',
  'account_withdrawal_hold',
] as const;

/** What accounts themselves keep; log-ins stay for their months, notes of operators for disputes. Safe to repeat. */
export async function eraseOwn(sql: Writer, { site, member }: DataOwner): Promise<void> {
  for (const table of OWN_TABLES) await sql.query(`DELETE FROM ${table} WHERE site_id = $1 AND member_id = $2`, [site, member]);
  await sql.query('DELETE FROM account_refresh_token t USING account_login l WHERE l.family = t.family AND l.member_id = $1', [member]);
}
