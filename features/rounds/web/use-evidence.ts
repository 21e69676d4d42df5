// Fetches a round's record and checks it on this device; signatures bring their curves along only when there are any.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useEffect, useState } from 'react';
import { roundEvidence } from '../contract.ts';
import type { EvidenceFile, RoundEvidence } from '../evidence.ts';
import { checkEvidence, type EvidenceCheck, readRecord } from '../evidence-check.ts';
import { checkAllBets } from './round-bets.ts';

export interface CheckedEvidence {
  record: RoundEvidence | undefined;
  checks: readonly EvidenceCheck[];
  /** Signatures, where the record has any. */
  signed: readonly SignatureCheck[];
  checkedAt: number;
}

/** `route`: the desk reads the records of the site it looks at. */
export function useEvidence(tradeRoundId: number, route: Pick<typeof roundEvidence, 'path'> = roundEvidence) {
  const { data, error, isFetching, refetch } = useCall(route as typeof roundEvidence, {
    query: { tradeRoundId: String(tradeRoundId) },
    staleMs: Infinity,
  });
  const [found, setFound] = useState<{ of: EvidenceFile; checked: CheckedEvidence }>();
  useEffect(() => {
    let isGone = false;
    if (data !== undefined) void checkFile({ ...data, tradeRoundId }).then((checked) => !isGone && setFound({ of: data, checked }));
    return () => {
      isGone = true;
    };
  }, [data, tradeRoundId]);
  // What was found of another round's file is none of this one.
  const checked = found !== undefined && found.of === data ? found.checked : undefined;
  const checkAgain = async () => data && setFound({ of: data, checked: await checkFile({ ...data, tradeRoundId }) });
  const list = useBetList(data, checked, (whole) => data && setFound({ of: data, checked: whole }));
  return { file: data, checked, error, isFetching, retry: refetch, checkAgain, list };
}

/** The list of bets of a round that came without it: fetched and checked when it is asked for. */
export interface BetList {
  /** How many are checked by now; undefined before and after. */
  done: number | undefined;
  isFailed: boolean;
  check(): Promise<void>;
}

function useBetList(file: EvidenceFile | undefined, checked: CheckedEvidence | undefined, tell: (whole: CheckedEvidence) => void): BetList {
  const [state, setState] = useState<{ of: EvidenceFile; done: number | undefined; isFailed: boolean }>();
  const own = state !== undefined && state.of === file ? state : undefined;
  const check = async () => {
    if (file === undefined || checked?.record === undefined) return;
    const say = (done: number | undefined, isFailed = false) => setState({ of: file, done, isFailed });
    say(0);
    try {
      const bets = await checkAllBets(checked.record, say);
      tell({ ...checked, checks: checked.checks.map((each) => (each.name === 'bets' ? bets : each)), checkedAt: Date.now() });
      say(undefined);
    } catch {
      say(undefined, true);
    }
  };
  return { done: own?.done, isFailed: own?.isFailed === true, check };
}

async function checkFile({ tradeRoundId, record: text, hash, bets, previousRecord }: EvidenceFile): Promise<CheckedEvidence> {
  const file = {
    ...(tradeRoundId !== undefined && { tradeRoundId }),
    record: text,
    hash,
    ...(bets && { bets }),
    ...(previousRecord !== undefined && { previousRecord }),
  };
  const record = readRecord(text);
  const checks = checkEvidence(file);
  return { record, checks, signed: record === undefined ? [] : await signedChecks(record), checkedAt: Date.now() };
}

export interface SignatureCheck {
  name: 'evidence.signed' | 'evidence.signed.practice' | 'evidence.signed.beacon' | 'evidence.signed.near';
  isRight: boolean;
  figure?: string;
}

/** Signatures of what the record rests on: of prices, of a beacon's round. What has no such form is a wrong one, said like any other. */
export async function signedChecks({ evidence, ...rest }: RoundEvidence): Promise<SignatureCheck[]> {
  // Without evidence its form is wrong already.
  if (!evidence) return [];
  if (evidence.kind === 'draw') {
    const { entropyOf } = evidence;
    if (entropyOf?.kind !== 'beacon') return [];
    const { isBeaconSigned } = await import('../evidence-beacon-signed.ts');
    return [{ name: 'evidence.signed.beacon', isRight: tried(() => isBeaconSigned(entropyOf)) === true }];
  }
  if (!Array.isArray(evidence.signed) || evidence.signed.length === 0) return [];
  const { checkSignedPrices } = await import('../evidence-signed.ts');
  const found = tried(() => checkSignedPrices({ ...rest, evidence }));
  const name = found?.some(({ isPractice }) => isPractice) ? 'evidence.signed.practice' : 'evidence.signed';
  const isSigned = found?.every(({ fault }) => fault === undefined || fault === 'TOO_FAR') === true;
  const far = found?.flatMap(({ distance }) => (distance === undefined ? [] : [distance])) ?? [];
  if (!isSigned || far.length === 0) return [{ name, isRight: isSigned }];
  const furthest = far.reduce((a, b) => (a > b ? a : b));
  const isNear = found?.every(({ fault }) => fault === undefined) === true;
  return [
    { name, isRight: isSigned },
    { name: 'evidence.signed.near', isRight: isNear, figure: `${formatDecimal(Number(furthest), 4)}%` },
  ];
}

/** Undefined: a field is no number, or not there at all. */
export function tried<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch {
    return undefined;
  }
}
