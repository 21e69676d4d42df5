// What a site publishes of each day: the head of every option's chain of records and the day's seed, chained from day to day. Runs in the browser and in the server alike.
//
// Whoever keeps one day's file can tell later whether any record of that day or before it was altered or left out. The seed that all
// draws of the day came from is opened in it; its seal was public before the day began, as those of the days to come are now.
import { hmacSha256 } from '@maru/engine/draw/hmac-stream.ts';
import { asciiBytes, bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { DaySignature } from './day-key.ts';
import { canonicalText, type EvidenceFile, FIRST_PREVIOUS, hashText, type RoundEvidence } from './evidence.ts';
import { units } from './evidence-result.ts';

export const DAY_FORMAT = 'maru-day-heads-1';
/** A day is told so long after its end: its last rounds are settled or void by then, and no bet of it is open. */
export const DAY_TOLD_AFTER_MS = 20 * 60_000;
/** Seals of so many days are public before their first moment. */
export const DAYS_SEALED_AHEAD = 2;

export interface DayHead {
  tradeOptionId: string;
  code: string;
  /** The last record of the option's chain that was settled before the day's end: its place and hash; and how many came that day. */
  number: string;
  hash: string;
  records: string;
}

export interface DayRecord {
  format: typeof DAY_FORMAT;
  site: string;
  /** The site's number in the text that its rounds' seeds are made of. */
  siteNumber: string;
  /** Of UTC. */
  day: string;
  from: string;
  to: string;
  heads: DayHead[];
  /** Opened; null where nothing was drawn from it. */
  seed: { seal: string; seed: string } | null;
  /** Seals of days to come. */
  coming: { day: string; seal: string }[];
  /** Place in the site's chain of days, from 1, and the hash of the day before in it. */
  number: string;
  previous: string;
}

/** As a record of a round: the exact text, its hash, and the file before it where one has it. */
export interface DayFile {
  record: string;
  hash: string;
  previousRecord?: string;
  /** By the installation's key; days that were told before there was one have none. */
  signed?: DaySignature;
}

export const sealDay = (record: DayRecord): DayFile => {
  const text = canonicalText(record);
  return { record: text, hash: hashText(text) };
};

/** The seed of a round, from its day's: the round's option and place are counted from 0. */
export const seedTextOf = (siteNumber: number | string, option: number, ordinal: number): string =>
  `round|${siteNumber}|${option}|${ordinal}`;
export const seedOfDay = (seed: string, text: string): string => hexOfBytes(hmacSha256(bytesOfHex(seed), asciiBytes(text)));

/** hash, form: as of rounds. seed: the opened seed has its seal. chain: it names the day before. heads, seeds: records that were handed in are the published ones, drawn from the day's seed. */
export type DayCheckName = 'hash' | 'form' | 'seed' | 'chain' | 'heads' | 'seeds';
export interface DayCheck {
  name: DayCheckName;
  isRight: boolean;
  isMissing?: boolean;
  figure?: string;
}

export function readDay(text: string): DayRecord | undefined {
  try {
    const record = JSON.parse(text) as DayRecord;
    return canonicalText(record) === text && record.format === DAY_FORMAT ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a day, and records of its site against it: in order of their places where an option has several. */
export function checkDay(file: DayFile, records: readonly EvidenceFile[] = []): DayCheck[] {
  const hash: DayCheck = { name: 'hash', isRight: hashText(file.record) === file.hash };
  const day = readDay(file.record);
  if (day === undefined) return [hash, { name: 'form', isRight: false }];
  try {
    const own = records.map(({ record }) => JSON.parse(record) as RoundEvidence).filter(({ site }) => site === day.site);
    const hashes = new Map(records.map(({ record }) => [record, hashText(record)]));
    const head = own.length === 0 ? missing('heads') : { name: 'heads' as const, ...areHeadsMet(day, own, hashes) };
    return [
      hash,
      { name: 'form', isRight: hasForm(day) },
      seedCheck(day),
      chainCheck(day, file.previousRecord),
      head,
      seedsCheck(day, own),
    ];
  } catch {
    return [hash, { name: 'form', isRight: false }];
  }
}

const missing = (name: DayCheckName): DayCheck => ({ name, isRight: false, isMissing: true });

function hasForm({ day, from, to, heads, coming }: DayRecord): boolean {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  const options = heads.map(({ tradeOptionId }) => units(tradeOptionId, 0));
  const inOrder = options.every((id, i) => i === 0 || id > options[i - 1]);
  const digests = heads.every(({ hash, number, records }) => isDigest(hash) && units(number, 0) >= units(records, 0));
  const later = coming.every((each) => Date.parse(each.day) > at && isDigest(each.seal));
  return from === `${at}` && to === `${at + DAY_MS}` && inOrder && digests && later;
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function seedCheck({ seed }: DayRecord): DayCheck {
  if (seed === null) return missing('seed');
  return { name: 'seed', isRight: isDigest(seed.seed) && hexOfBytes(sha256(bytesOfHex(seed.seed))) === seed.seal };
}

/** The day before in the chain has the hash that this one names; a seal that it told of this day is this day's. */
function chainCheck(day: DayRecord, previousRecord: string | undefined): DayCheck {
  const number = units(day.number, 0);
  if (number === 1n) return { name: 'chain', isRight: day.previous === FIRST_PREVIOUS && previousRecord === undefined };
  if (previousRecord === undefined) return missing('chain');
  const before = readDay(previousRecord);
  const told = before?.coming.find((each) => each.day === day.day)?.seal;
  const isBefore = before !== undefined && before.site === day.site && units(before.number, 0) === number - 1n && before.day < day.day;
  const isKept = told === undefined || day.seed === null || told === day.seed.seal;
  return { name: 'chain', isRight: isBefore && isKept && hashText(previousRecord) === day.previous, figure: `${number - 1n} → ${number}` };
}

/** No record that was settled by the day's end lies beyond its option's head; the head itself has the published hash. */
function areHeadsMet(day: DayRecord, own: readonly RoundEvidence[], hashes: ReadonlyMap<string, string>) {
  let met = 0;
  const isRight = own.every((record) => {
    const isOfTime = units(record.settledAt, 0) < units(day.to, 0);
    const head = day.heads.find(({ tradeOptionId }) => tradeOptionId === record.tradeOptionId);
    if (head === undefined) return !isOfTime;
    const [place, last] = [units(record.number, 0), units(head.number, 0)];
    if (place === last) met++;
    return place === last ? hashes.get(canonicalText(record)) === head.hash : place < last === isOfTime;
  });
  return { isRight, figure: `${met} / ${day.heads.length}` };
}

/** Every seed of a draw that began that day comes from the day's. */
function seedsCheck(day: DayRecord, own: readonly RoundEvidence[]): DayCheck {
  const drawn = own.filter(({ startAt }) => units(startAt, 0) >= units(day.from, 0) && units(startAt, 0) < units(day.to, 0));
  const seeds = drawn.flatMap((record) => (record.evidence.kind === 'draw' ? [{ record, draw: record.evidence }] : []));
  if (day.seed === null || seeds.length === 0) return missing('seeds');
  const { seed } = day.seed;
  const isRight = seeds.every(({ record, draw }) => {
    const ordinal = Number(units(record.tradeRoundId, 0) % 2n ** 32n);
    const own = seedOfDay(seed, seedTextOf(day.siteNumber, Number(record.tradeOptionId) - 1, ordinal));
    // A draw that failed kept its seed shut: its seal still tells.
    return (draw.seed === null || draw.seed === own) && hexOfBytes(sha256(bytesOfHex(own))) === draw.seal;
  });
  return { name: 'seeds', isRight, figure: `${seeds.length}` };
}
