// Everything an installation keeps of a member, as one file for that member alone; features say what they keep.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import type { ExportSource } from '@maru/operator/admin-contract.ts';
import { z } from 'zod/mini';

export const ownDataStates = ['RUNNING', 'DONE', 'FAILED'] as const;

const newest = z.object({
  state: z.enum(ownDataStates),
  askedAt: isoTime,
  bytes: z.number(),
  /** Until then the file can be fetched; null: it cannot. */
  until: z.nullable(isoTime),
});
export const ownDataReply = z.object({
  /** Null: never asked for. */
  newest: z.nullable(newest),
  /** From when on another may be asked for; null: now. */
  opensAt: z.nullable(isoTime),
});
export type OwnData = z.output<typeof ownDataReply>;

export const getOwnData = defineRoute({
  name: 'getOwnData',
  method: 'GET',
  path: '/api/user/data',
  roles: members,
  summary: { ko: '내 정보 내려받기 상태', en: 'Whether a file of my data is there, and when another may be asked for' },
  reply: ownDataReply,
});

export const askOwnData = defineRoute({
  name: 'askOwnData',
  method: 'POST',
  path: '/api/user/data',
  roles: members,
  summary: { ko: '내 정보 내려받기', en: 'Writes a file of everything that is kept of me; once in 24 hours' },
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: ownDataReply,
  codes: ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'OWN_DATA_TODAY', 'OWN_DATA_RUNNING'],
});

export const fetchOwnData = defineRoute({
  name: 'fetchOwnData',
  method: 'GET',
  path: '/api/user/data/file',
  roles: members,
  summary: { ko: '내 정보 파일', en: 'The file of my data' },
  download: true,
  reply: z.unknown(),
  codes: ['OWN_DATA_NOT_READY'],
});

export interface DataOwner {
  site: number;
  account: number;
  member: number;
}

/** One kind of rows that a feature keeps of members. */
export interface MemberData {
  /** Its name in the file: `ledger`. */
  section: string;
  name: { ko: string; en: string };
  /** All rows of one member, in whatever order the table has; read through a cursor. */
  query(who: DataOwner): { text: string; values: unknown[] };
  /** A row as its owner may read it: words and decimal texts, and no secret that the installation keeps for it. */
  present(row: unknown, site: SiteConfig, who: DataOwner): object;
}
/** Provided by account. */
export interface MemberDataPart {
  register(kind: MemberData): void;
}
export const memberData = serviceKey('account.memberData').of<MemberDataPart>();

/** Rows that stand as they are shown; `columns` and `from` are SQL, `where` too, with the site as $1 and the member as $2. */
export function plainRows(section: string, name: MemberData['name'], columns: string, from: string, where = ''): MemberData {
  return {
    section,
    name,
    query: ({ site, member }) => ({
      text: `SELECT ${columns} FROM ${from} WHERE site_id = $1 AND member_id = $2${where}`,
      values: [site, member],
    }),
    present: (row) => row as object,
  };
}

/** What the back office exports of a whole site, of one member. */
export function ownRowsOf({ kind, name, head, sql, cells }: ExportSource): MemberData {
  return {
    section: kind,
    name,
    query: ({ site, member }) => ({ text: `SELECT * FROM (${sql}) x WHERE x.member = $4`, values: [site, null, null, member] }),
    present: (row, site) => Object.fromEntries(cells(row, site).map((cell, at) => [head[at], cell])),
  };
}
