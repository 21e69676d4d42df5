// Keys of requests that must be done once: one that nobody answered keeps its key, so the same pressed again is the same request.
import { Failure } from './failure.ts';

/** Works on plain http too, where `randomUUID` does not exist. */
export function newRequestKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Well within the time that the engine remembers a key (a day), and longer than anyone waits before pressing again. */
const KEPT_MS = 600_000;
const unknown = new Map<string, { key: string; at: number }>();

/** The key to send `what` under: that of the same request whose fate is not known, else `made`. */
export function requestKeyOf(what: string, made: string = newRequestKey()): string {
  const kept = unknown.get(what);
  return kept !== undefined && performance.now() - kept.at < KEPT_MS ? kept.key : made;
}

/** Pressed again it is a new request. */
export function requestAnswered(what: string): void {
  unknown.delete(what);
}

/** Its effect was heard of by another way than its answer. */
export function requestSeen(key: string): void {
  for (const [what, kept] of unknown) if (kept.key === key) unknown.delete(what);
}

/** `thrown` ended it: kept where it may have been done all the same. */
export function requestFailed(what: string, key: string, thrown: unknown): void {
  if (thrown instanceof Failure && thrown.isUnknown) unknown.set(what, { key, at: performance.now() });
  else unknown.delete(what);
}
