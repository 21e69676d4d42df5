// Fetches a round's record and checks it on this device; signed prices bring their curve along only when there are any.
import { useCall } from '@maru/kit/web/query.ts';
import { useEffect, useState } from 'react';
import { roundEvidence } from '../contract.ts';
import type { EvidenceFile, RoundEvidence } from '../evidence.ts';
import { checkEvidence, type EvidenceCheck, readRecord } from '../evidence-check.ts';

export interface CheckedEvidence {
  record: RoundEvidence | undefined;
  checks: readonly EvidenceCheck[];
  /** Whether every signed price verifies; undefined: there is none, or it is being looked at. */
  areSignedRight: boolean | undefined;
  checkedAt: number;
}

export function useEvidence(tradeRoundId: number) {
  const { data, error, isFetching, refetch } = useCall(roundEvidence, { query: { tradeRoundId: String(tradeRoundId) }, staleMs: Infinity });
  const [found, setFound] = useState<{ of: EvidenceFile; checked: CheckedEvidence }>();
  useEffect(() => {
    let isGone = false;
    if (data !== undefined) void checkFile(data).then((checked) => !isGone && setFound({ of: data, checked }));
    return () => {
      isGone = true;
    };
  }, [data]);
  // What was found of another round's file is none of this one.
  const checked = found !== undefined && found.of === data ? found.checked : undefined;
  const checkAgain = async () => data && setFound({ of: data, checked: await checkFile(data) });
  return { file: data, checked, error, isFetching, retry: refetch, checkAgain };
}

async function checkFile({ record: text, hash, bets, previousRecord }: EvidenceFile): Promise<CheckedEvidence> {
  const file = { record: text, hash, ...(bets && { bets }), ...(previousRecord !== undefined && { previousRecord }) };
  const record = readRecord(text);
  const checks = checkEvidence(file);
  return { record, checks, areSignedRight: record && (await checkSigned(record)), checkedAt: Date.now() };
}

async function checkSigned(record: RoundEvidence): Promise<boolean | undefined> {
  if (record.evidence.kind !== 'price' || record.evidence.signed.length === 0) return undefined;
  const { checkSignedPrices } = await import('../evidence-signed.ts');
  return checkSignedPrices(record).every(({ fault }) => fault === undefined);
}
