// Keeps zod from making code of strings, which the strict CSP refuses and reports.
import type { z } from 'zod/mini';

declare global {
  /** Where zod keeps its settings. */
  var __zod_globalConfig: ReturnType<typeof z.config> | undefined;
}

/** Told where zod reads it: the first load does without zod itself, which comes with the pages that check by it. */
export function keepZodStrict(): void {
  globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });
}
