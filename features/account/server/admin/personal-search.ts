// Searches for what a list masks: whole values and the last four digits alone, counted for each operator and written down, so that a mask cannot be guessed away.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { createHmac } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { maskedEmail, maskedPhone } from './masks.ts';

/** Different values that one person may look for, by all its accounts and at all sites together. */
export const HOUR_SEARCHES = 30;
export const DAY_SEARCHES = 100;
/** The next page, another order or a page that asks anew is the same search. */
const SAME_MS = 600_000;

export interface PersonalSearch {
  kind: 'PHONE' | 'PHONE_END' | 'EMAIL';
  /** As the rows are compared: digits alone, or lower case. */
  value: string;
}

const KOREA = /^(?:\+|00)?82(?=\d{8})0?/;

/** undefined: the words look for nothing that is masked. Five to seven digits are a number of a member, never a part of a phone's. */
export function personalSearch(q: string): PersonalSearch | undefined {
  const text = q.normalize('NFKC').trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'EMAIL', value: text };
  const written = text.replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(written)) return undefined;
  if (/^\d{4}$/.test(written)) return { kind: 'PHONE_END', value: written };
  const digits = written.replace(KOREA, '0').replace('+', '');
  return digits.length >= 8 && digits.length <= 15 ? { kind: 'PHONE', value: digits } : undefined;
}

/** Conditions on `m`; each has its index. */
export const personalTerm: Readonly<Record<PersonalSearch['kind'], (value: string) => string>> = {
  PHONE: (value) => `replace(m.phone, '-', '') = ${value}`,
  PHONE_END: (value) => `right(replace(m.phone, '-', ''), 4) = ${value}`,
  EMAIL: (value) => `lower(m.email) = ${value}`,
};

const shown = ({ kind, value }: PersonalSearch) =>
  kind === 'PHONE_END' ? value : kind === 'PHONE' ? maskedPhone(value) : maskedEmail(value);

/** Words of a search as an audit line may keep them: what a list masks stays masked. */
export function searchWords(q: string | undefined): string | undefined {
  const search = q === undefined ? undefined : personalSearch(q);
  return search === undefined ? q : shown(search);
}

/** Counts and writes down before anything is looked for. Throws SEARCH_SPENT. */
export async function countPersonalSearch(
  context: AppContext,
  { site, session }: Call,
  q: string | undefined,
  audit: Audit,
): Promise<void> {
  const search = q === undefined ? undefined : personalSearch(q);
  if (search === undefined) return;
  const operator = (session as Session).member;
  const now = context.clock.now();
  // Keyed: the rows tell nobody what was looked for.
  const hash = createHmac('sha256', context.config.secrets.storageKey).update(`search ${site.id} ${search.kind} ${search.value}`).digest();
  await inTransaction(context.pool, async (client) => {
    const accounts = await context.services.use(accountsOfPerson)(client, operator);
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('account_search'), $1)`, [accounts[0]]);
    const { rows } = await client.query<{ same: number; hour: number; day: number }>(
      `SELECT count(*) FILTER (WHERE value_hash = $2 AND at > $3)::int AS same, count(*) FILTER (WHERE at > $4)::int AS hour, count(*)::int AS day
       FROM account_search WHERE operator_id = ANY($1::bigint[]) AND at > $5`,
      [accounts, hash, new Date(now - SAME_MS), new Date(now - HOUR_MS), new Date(now - DAY_MS)],
    );
    const [{ same, hour, day }] = rows;
    if (same > 0) return;
    if (hour >= HOUR_SEARCHES || day >= DAY_SEARCHES) throw new Refusal('SEARCH_SPENT', { hour: HOUR_SEARCHES, day: DAY_SEARCHES });
    await client.query('INSERT INTO account_search (site_id, operator_id, kind, value_hash, at) VALUES ($1, $2, $3, $4, $5)', [
      site.id,
      operator,
      search.kind,
      hash,
      new Date(now),
    ]);
    await audit({ target: 'members', after: { searched: search.kind, value: shown(search) } }, client);
  });
}
