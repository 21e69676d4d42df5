// To whom a message of the desk goes: everyone active of a site, those of a partner, or members by name or number.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { leftAmong } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { type Audience, type countAudience, MAX_NAMES, type sendMessages } from '../admin-contract.ts';

export interface Meant {
  audience: Audience;
  partner: string | null;
  /** null: walked by id. */
  members: number[] | null;
  total: number;
  /** Of those who were named: had left, and get nothing. */
  left: number;
}

/** Whoever the walk meets; `$1` the site, `$2` a partner's code or null. Read only. */
export const walked = `m.site_id = $1 AND m.status = 'ACTIVE'
  AND ($2::text IS NULL OR m.partner_id = (SELECT id FROM partner_partner WHERE site_id = $1 AND lower(code) = lower($2)))`;

async function countWalked(context: AppContext, site: number, partner: string | null): Promise<number> {
  const { rows } = await context.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM account_member m WHERE ${walked}`, [
    site,
    partner,
  ]);
  return rows[0].n;
}

async function byName(context: AppContext, site: number, names: readonly string[]): Promise<{ members: number[]; unknown: string[] }> {
  const { rows } = await context.pool.query<{ id: number; username: string }>(
    "SELECT id, lower(username) AS username FROM account_member WHERE site_id = $1 AND lower(username) = ANY ($2) AND status <> 'LEFT'",
    [site, names.map((name) => name.toLowerCase())],
  );
  const known = new Set(rows.map((row) => row.username));
  return { members: rows.map((row) => row.id), unknown: names.filter((name) => !known.has(name.toLowerCase())) };
}

export const splitNames = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))].slice(0, MAX_NAMES);

export async function countMeant(
  context: AppContext,
  call: Call<Out<typeof countAudience.query>>,
): Promise<Answer<Out<typeof countAudience.reply>>> {
  const { audience, partner, names = '' } = call.query;
  if (audience === 'NAMES') {
    const { members, unknown } = await byName(context, call.site.id, splitNames(names));
    return { data: { count: members.length, unknown } };
  }
  if (audience === 'PARTNER' && partner === undefined) return { data: { count: 0, unknown: [] } };
  return { data: { count: await countWalked(context, call.site.id, audience === 'PARTNER' ? (partner as string) : null), unknown: [] } };
}

/** Throws where anybody named is nobody of this site, or nobody is meant. */
export async function meantBy(context: AppContext, site: number, body: Out<typeof sendMessages.body>): Promise<Meant> {
  const { audience = 'IDS', playerIds = [], names = [], partner } = body;
  if (audience === 'IDS') {
    const directory = context.services.use(memberDirectory);
    const members = [...new Set(playerIds)];
    const unknown = members.find((member) => directory.accountOf(site, member) === undefined);
    if (unknown !== undefined) throw new Refusal('MEMBER_UNKNOWN', { field: 'playerIds', playerId: unknown });
    const left = (await context.services.find(leftAmong)?.(site, members)) ?? [];
    if (left.length === members.length) throw new Refusal('MEMBER_LEFT', { field: 'playerIds' });
    const here = members.filter((member) => !left.includes(member));
    return { audience, partner: null, members: here, total: here.length, left: left.length };
  }
  if (audience === 'NAMES') {
    const { members, unknown } = await byName(context, site, [...new Set(names)]);
    if (unknown.length > 0) throw new Refusal('NAMES_UNKNOWN', { names: unknown.slice(0, 10).join(', ') });
    return notEmpty({ audience, partner: null, members, total: members.length, left: 0 });
  }
  if (audience === 'PARTNER' && partner === undefined) throw new Refusal('AUDIENCE_EMPTY');
  const code = audience === 'PARTNER' ? (partner as string) : null;
  return notEmpty({ audience, partner: code, members: null, total: await countWalked(context, site, code), left: 0 });
}

function notEmpty(meant: Meant): Meant {
  if (meant.total === 0) throw new Refusal('AUDIENCE_EMPTY');
  return meant;
}
