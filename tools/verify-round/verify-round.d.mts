// What the stand-alone verifier gives to the tests that hold it beside the product's own.
import type { EvidenceFile } from '../../features/rounds/evidence.ts';

/** Every check: its name, and '' (right), 'missing' (not given) or what is wrong. */
export function verifyFile(file: EvidenceFile, previousText?: string): [string, string][];
export function verify(content: EvidenceFile | EvidenceFile[], head?: string): [string, string][][];
