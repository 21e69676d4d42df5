// Which of two proofs a member's page shows: the one that the page asks for again and again, or the one added up from the first posting.
import type { Wallets } from './member-holdings.tsx';

export type Proof = Wallets['proof'];

/** What was added up anew on a press. */
export interface Whole {
  member: number;
  /** Postings that were shown then. */
  before: number;
  proof: Proof;
}

/** The whole one until something else is posted; where postings were lost it has fewer than were shown. */
export function shownProof(member: number, proof: Proof, whole: Whole | undefined): Proof {
  if (whole === undefined || whole.member !== member) return proof;
  return proof.postings === whole.before || proof.postings === whole.proof.postings ? whole.proof : proof;
}
