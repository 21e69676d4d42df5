// Alive and able to trade: /healthz and /readyz, with what each part says of itself.

export interface PartHealth {
  ok: boolean;
  /** Able to trade all the same, but somebody should look. */
  warns?: boolean;
  /** One short sentence for logs and probes. */
  detail?: string;
  /** The same for pages, which know the words of each code in every language. */
  says?: { code: string; figures: Record<string, number> };
}

export interface Health {
  /** Registered by the part itself: database, journal, engine, feed. */
  register(part: string, check: () => PartHealth | Promise<PartHealth>): void;
  check(): Promise<{ ready: boolean; parts: Record<string, PartHealth> }>;
  /** From here on the server says that it is leaving. */
  leave(): void;
  readonly leaving: boolean;
}

const CHECK_LIMIT_MS = 2000;

export function createHealth(): Health {
  const checks = new Map<string, () => PartHealth | Promise<PartHealth>>();
  let leaving = false;
  return {
    register: (part, check) => void checks.set(part, check),
    async check() {
      const parts: Record<string, PartHealth> = {};
      await Promise.all(
        [...checks].map(async ([part, check]) => {
          parts[part] = await within(check);
        }),
      );
      return { ready: !leaving && Object.values(parts).every((part) => part.ok), parts };
    },
    leave: () => {
      leaving = true;
    },
    get leaving() {
      return leaving;
    },
  };
}

// A part that hangs is not ready; the answer must still come.
async function within(check: () => PartHealth | Promise<PartHealth>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartHealth>((done) => {
    timer = setTimeout(() => done({ ok: false, detail: 'no answer', says: { code: 'NO_ANSWER', figures: {} } }), CHECK_LIMIT_MS);
  });
  try {
    return await Promise.race([Promise.resolve(check()), late]);
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
