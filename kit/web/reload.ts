// Reloading with care: not before the server answers again, not everybody in the same second, and once per build for a failed area.

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Waits until /healthz answers, then up to 5 s of jitter, then reloads. What was being typed is kept by its form. */
export async function reloadWhenServerAnswers(jitterMs = Math.random() * 5_000): Promise<void> {
  for (let waitMs = 500; ; waitMs = Math.min(waitMs * 1.5, 5_000)) {
    try {
      const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
      if (answer.ok) break;
    } catch {
      // Still away.
    }
    await pause(waitMs);
  }
  await pause(jitterMs);
  location.reload();
}

/** True when it reloads: a build's lazy area may fail once (its files are gone after a new build), the second time is a fault to show. */
export function reloadOncePerBuild(build: string): boolean {
  const key = 'maru.reloaded-build';
  if (!navigator.onLine || sessionStorage.getItem(key) === build) return false;
  sessionStorage.setItem(key, build);
  location.reload();
  return true;
}
