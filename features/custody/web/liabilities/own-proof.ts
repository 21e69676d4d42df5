// A member's own branch as its device finds it: every check with its words, how long it took, and what it was owed.
import { useMemo } from 'react';
import { branchChecks, type CheckedBranch, checkBranch, type LiabilityBranch } from '../../liability-branch.ts';
import { liabilitiesSignatureText, recordHash } from '../../liability-record.ts';
import type { LiabilityFile } from '../../liabilities-contract.ts';

/** Whether the installation's key signed a text; undefined: there is no signature. The key is rounds'. */
export type IsSigned = (text: string, signed: LiabilityFile['signed']) => boolean | undefined;

type OwnCheckName = (typeof branchChecks)[number] | 'published' | 'signature';
export interface OwnCheck {
  name: OwnCheckName;
  isRight: boolean;
  isMissing?: boolean;
}
export interface OwnProof extends Pick<CheckedBranch, 'total' | 'steps'> {
  checks: readonly OwnCheck[];
  isRight: boolean;
  /** Of the branch, and of the signature: the latter's curve costs most the first time. */
  ms: number;
  signatureMs: number;
}

export type OwnBranch = LiabilityBranch & LiabilityFile;

function checkOwn(branch: OwnBranch, published: LiabilityFile, member: string, isSigned: IsSigned): OwnProof {
  const from = performance.now();
  const { wrong, total, steps } = checkBranch(branch, member);
  const until = performance.now();
  const signed = isSigned(liabilitiesSignatureText(recordHash(published.record)), published.signed);
  const checks: OwnCheck[] = [
    ...branchChecks.map((name) => ({ name, isRight: !wrong.includes(name) })),
    { name: 'published', isRight: branch.record === published.record },
    { name: 'signature', isRight: signed === true, isMissing: signed === undefined },
  ];
  const isRight = checks.every((check) => check.isRight || check.isMissing === true);
  return { total, steps, checks, isRight, ms: until - from, signatureMs: performance.now() - until };
}

export function useOwnProof(
  branch: OwnBranch | null | undefined,
  published: LiabilityFile,
  member: string,
  isSigned: IsSigned,
): OwnProof | undefined {
  return useMemo(() => (branch ? checkOwn(branch, published, member, isSigned) : undefined), [branch, published, member, isSigned]);
}
