// Alerts as other features meet them: what stands is told by whoever knows it, and carried to operators from here.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Writer } from './contract.ts';

export const alertKinds = [
  'QUEUE_LATE',
  'EXPOSURE',
  'NO_FEED',
  'FEED_SILENT',
  'INDEX_SILENT',
  'SOURCE_DOWN',
  'ONE_SOURCE',
  'PRICE_DOUBTED',
  'PART_DOWN',
  'ENGINE_STOPPED',
  'JOURNAL_SLOW',
  'COMMANDS_WAITING',
  'LISTS_LATE',
  'DISK_FULL',
  'LETTERS_LATE',
  'BACKUP_FAILED',
  'BACKUP_LATE',
  'TARGET_FAILING',
  'CUSTODY_STOPPED',
  'CHAIN_HALTED',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** WARN: today. PAGE: now. */
export const alertSeverities = ['WARN', 'PAGE'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** One thing that is not as it should be, now. */
export interface Standing {
  /** null: of the installation. */
  site: number | null;
  /** What of its kind: a symbol, a queue; '' where there is only one. With kind and site it names the alert. */
  subject: string;
  severity: AlertSeverity;
  /** What its words are filled with. */
  figures: Readonly<Record<string, string | number>>;
}

export interface AlertSource {
  kind: AlertKind;
  /** So long it must stand before it is an alert. */
  forMs: number;
  /** Asked every 15 s, off the way of orders. Throws: what is known of this kind stays as it is. */
  look(): Promise<readonly Standing[]>;
}

/** Provided by operator. */
export interface AlertSources {
  register(source: AlertSource): void;
}
export const alertSources = serviceKey('operator.alertSources').of<AlertSources>();

/** Prices as the desk's own pages judge them. Provided by whoever runs a market. */
export interface DeskPrices {
  /** `closed` by its hours, which owes no prices; `away` for every other reason not to be live; undefined of an unknown symbol. */
  state(symbol: string): 'live' | 'closed' | 'away' | undefined;
  ageMs(symbol: string): number | undefined;
}
export const deskPrices = serviceKey('operator.deskPrices').of<DeskPrices>();

/** A mail to an operator, who is no member. */
export interface AlertMail {
  /** undefined: of the installation, by its own account, else by the first site's that has one. */
  site: number | undefined;
  /** Names it for servers that get it twice. */
  id: string;
  language: 'ko' | 'en';
  to: string;
  subject: string;
  body: string;
}
/** Provided by outbox. Sent now, kept nowhere: throws when no server took it. */
export const alertMail = serviceKey('operator.alertMail').of<{ send(mail: AlertMail): Promise<void> }>();

/** Every account that counts as one person with this operator, itself too, the lowest id first (ADR 0030): what one may do alone is counted over them. */
export const accountsOfPerson = serviceKey('operator.accountsOfPerson').of<(sql: Writer, operator: number) => Promise<number[]>>();

/** By what a member is known to be an operator; a device as it is kept. */
export interface MemberMarks {
  emails: readonly string[];
  phones: readonly string[];
  devices: readonly string[];
}
/** Operators whose e-mail, phone number or browser is among them (ADR 0085). Provided by operator. */
export const operatorsByMarks = serviceKey('operator.operatorsByMarks').of<(sql: Writer, marks: MemberMarks) => Promise<number[]>>();

/**
 * Whether this person works from where one of these addresses is: what an operator may not do for itself it may not do from there. As of
 * ties between operators, a third person's confirmation covers what was known when it was made, and in the demo places say nothing.
 * Provided by operator.
 */
export const sharesPlace =
  serviceKey('operator.sharesPlace').of<(sql: Writer, operator: number, ips: readonly string[]) => Promise<boolean>>();

/** What these operators did since then by one call and were not refused, each target and value once. Provided by operator. */
export type LinesOf = (
  sql: Writer,
  of: { operators: readonly number[]; action: string; since: Date },
) => Promise<{ target: string; after: unknown }[]>;
export const linesOf = serviceKey('operator.linesOf').of<LinesOf>();

export interface SiteDeskFacts {
  /** Names of those to whom something was granted at this very site. */
  operators: string[];
  /** Other requests of it that wait for a second person. */
  requests: number;
  /** One of its requests is being decided, or the engine has not answered to one yet. */
  isUnderWay: boolean;
}
/** What the desk keeps of a brand that is given up; `but`: the request that does it. Provided by operator. */
export interface SiteDesk {
  look(sql: Writer, site: number, but: number): Promise<SiteDeskFacts>;
  /** First in the transaction that clears it, before its row is held: who changes operators takes turns. */
  takeTurn(sql: Writer): Promise<void>;
  /** In the caller's transaction, its row held: requests are taken back, grants and sessions end; nothing where something is under way. */
  clear(sql: Writer, site: number, but: number): Promise<SiteDeskFacts>;
  /** Behind the commit: who had a socket there hears it no more. */
  cleared(site: number): Promise<void>;
}
export const siteDesk = serviceKey('operator.siteDesk').of<SiteDesk>();

/** What nobody decided by then is asked anew, with what is true then. */
export const APPROVAL_LIFE_MS = 3 * DAY_MS;

/** A list that operators may take away whole. */
export interface ExportSource {
  kind: string;
  right: string;
  name: { ko: string; en: string };
  head: readonly string[];
  /** What one person takes away alone within a day, by whichever way; `take` notes rows as taken, or answers false: then a second person is asked. */
  alone?: { mostADay: number; take(client: Writer, who: { site: number; operator: number }, rows: number): Promise<boolean> };
  /** Rows of site `$1`, from `$2` until before `$3` in ms (or null). Read through a cursor, in whatever order the table has. */
  sql: string;
  /** Masked as lists are; what spreadsheets would run is defused by whoever writes them. */
  cells(row: unknown, site: SiteConfig): string[];
}
