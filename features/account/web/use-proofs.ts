// What the sign-up has proven so far, kept in this tab as long as the server takes it.
import { useState } from 'react';
import type { ProvenField } from './sign-up-rules.ts';

interface Proof {
  key: string;
  value: string;
  untilMs: number;
}
type Proofs = Partial<Record<ProvenField, Proof>>;

const storeKey = 'maru.signup.proofs';
/** A little shorter than the server's ten minutes. */
const usableMs = 590_000;

function readProofs(): Proofs {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storeKey) ?? '{}') as Proofs;
    return Object.fromEntries(Object.entries(kept).filter(([, proof]) => proof.untilMs > Date.now()));
  } catch {
    return {};
  }
}

export function useProofs() {
  const [proofs, setProofs] = useState(readProofs);
  const change = (next: (old: Proofs) => Proofs) =>
    setProofs((old) => {
      const all = next(old);
      sessionStorage.setItem(storeKey, JSON.stringify(all));
      return all;
    });
  const map = <T>(pick: (proof: Proof) => T) =>
    Object.fromEntries(Object.entries(proofs).map(([field, proof]) => [field, pick(proof)])) as Partial<Record<ProvenField, T>>;
  return {
    proven: map((proof) => proof.value),
    keys: map((proof) => proof.key),
    keep: (field: ProvenField, key: string, value: string) =>
      change((old) => ({ ...old, [field]: { key, value, untilMs: Date.now() + usableMs } })),
    drop: (field: ProvenField) => change(({ [field]: _, ...rest }) => rest),
  };
}
