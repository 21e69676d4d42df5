// What features keep of a member: each says it at its start, for the member's own file (ADR 0046) and for its leaving (ADR 0049).
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';

export interface DataOwner {
  site: number;
  account: number;
  member: number;
}

/** What features have said, in the order in which they did; complete once all have started. */
interface Registry<Part> {
  register(part: Part): void;
  all(): readonly Part[];
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
/** Provided by member; account writes the file. */
export const memberData = serviceKey('member.data').of<Registry<MemberData>>();

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

/** A list that the back office exports of a whole site, as far as one member's rows of it are asked for. */
interface ExportedList {
  kind: string;
  name: { ko: string; en: string };
  head: readonly string[];
  /** Rows of site `$1`, from `$2` until before `$3`; the column `member` says whose. */
  sql: string;
  cells(row: unknown, site: SiteConfig): string[];
}

/** What the back office exports of a whole site, of one member. */
export function ownRowsOf({ kind, name, head, sql, cells }: ExportedList): MemberData {
  return {
    section: kind,
    name,
    query: ({ site, member }) => ({ text: `SELECT * FROM (${sql}) x WHERE x.member = $4`, values: [site, null, null, member] }),
    present: (row, site) => Object.fromEntries(cells(row, site).map((cell, at) => [head[at], cell])),
  };
}

/** Something that must be ended before a member can leave. `path`: the page where it is; null: it ends by itself, or by support. */
export interface Obstacle {
  kind: string;
  name: { ko: string; en: string };
  count: number | null;
  path: string | null;
}

/** What a feature does when a member leaves. */
export interface LeavingPart {
  /** Of the feature, for the log. */
  name: string;
  /** Read from what is true now: asked before, and once more when the engine takes nothing new of the member. */
  obstacles?(who: DataOwner): Promise<Obstacle[]>;
  /** With the transaction that makes it final, and once more later for what came in the same moment: safe to repeat. */
  erase?(sql: SqlWriter, who: DataOwner): Promise<void>;
  /** Behind the commit, what is in memory. */
  ended?(who: DataOwner): void;
  /** When what disputes need is over. */
  eraseDisputes?(sql: SqlWriter, who: DataOwner): Promise<void>;
}
/** Provided by member; account lets a member go. */
export const leavingParts = serviceKey('member.leavingParts').of<Registry<LeavingPart>>();
