// What people hand in to be checked: a record, a list of them, a published day, or what one of the site's calls answered.
import type { EvidenceFile, RoundEvidence } from './evidence.ts';
import { type EvidenceCheck, checkEvidence, readRecord } from './evidence-check.ts';
import { checkDay, DAY_FORMAT, type DayCheck, type DayFile } from './evidence-day.ts';

export interface EvidenceInput {
  rounds: EvidenceFile[];
  days: DayFile[];
}

/** Undefined: there is no record in it. */
export function readInput(text: string): EvidenceInput | undefined {
  try {
    const files = [unwrapped(JSON.parse(text))].flat().filter(isFile);
    const isDay = ({ record }: EvidenceFile) => record.includes(`"format":"${DAY_FORMAT}"`);
    const input = { rounds: files.filter((file) => !isDay(file)), days: files.filter(isDay) };
    return files.length === 0 ? undefined : input;
  } catch {
    return undefined;
  }
}

type Plain = Record<string, unknown>;
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

function unwrapped(value: unknown): unknown {
  const data = isObject(value) && isObject(value.data) ? value.data : value;
  return isObject(data) ? (data.published ?? data.records ?? data) : data;
}

const isFile = (value: unknown): value is EvidenceFile =>
  isObject(value) && typeof value.record === 'string' && typeof value.hash === 'string';

export interface CheckedRound {
  file: EvidenceFile;
  record: RoundEvidence | undefined;
  checks: EvidenceCheck[];
}

/** Every round with the record of its option that stands before it in the list, every day with all rounds. */
export function checkInput({ rounds, days }: EvidenceInput): { rounds: CheckedRound[]; days: { file: DayFile; checks: DayCheck[] }[] } {
  const last = new Map<string, string>();
  const checked = rounds.map((file): CheckedRound => {
    const record = readRecord(file.record);
    const before = file.previousRecord ?? last.get(record?.tradeOptionId ?? '');
    if (record !== undefined) last.set(record.tradeOptionId, file.record);
    return { file, record, checks: checkEvidence({ ...file, ...(before !== undefined && { previousRecord: before }) }) };
  });
  return { rounds: checked, days: days.map((file) => ({ file, checks: checkDay(file, rounds) })) };
}
