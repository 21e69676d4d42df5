// What the stand-alone verifier gives to the tests that hold it beside the product's own.
import type { EvidenceFile } from '../../features/rounds/evidence.ts';

/** Every check: its name, and '' (right), 'missing' (not given) or what is wrong. */
export function verifyFile(file: EvidenceFile, previousText?: string): [string, string][];
export function verifyDay(file: EvidenceFile, files?: readonly EvidenceFile[], known?: string): [string, string][];
export function verifySpins(file: unknown): [string, string][];
export function verifyAll(contents: readonly unknown[], head?: string, known?: string): [string, [string, string][]][];
export function verify(content: EvidenceFile | EvidenceFile[], head?: string): [string, string][][];
