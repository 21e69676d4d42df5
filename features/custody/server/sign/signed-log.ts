// What this signer has signed, in a file of its own: a database that was changed or set back gets nothing signed twice, and limits hold.
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { z } from 'zod/mini';

const line = z.object({
  /** Site and number in the ledger: one payment for ever. */
  key: z.string(),
  coin: z.string(),
  to: z.string(),
  amount: z.string(),
  claims: z.array(z.string()),
  at: z.number(),
});
export type SignedLine = z.output<typeof line>;

export interface SignedLog {
  find(key: string): SignedLine | undefined;
  /** Of a coin since a moment, each payment once. */
  sumSince(coin: string, since: number): bigint;
  /** Durable before it answers: it stands before the signature does. */
  add(one: SignedLine): void;
}

/** A last line that was cut off by a power failure was never followed by a signature. */
export function openSignedLog(path: string): SignedLog {
  const lines = new Map<string, SignedLine>();
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const one of whole.split('\n').filter((row) => row !== '')) {
    const read = line.parse(JSON.parse(one));
    lines.set(read.key, read);
  }
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  return {
    find: (key) => lines.get(key),
    sumSince(coin, since) {
      return [...lines.values()].reduce((sum, one) => (one.coin === coin && one.at > since ? sum + BigInt(one.amount) : sum), 0n);
    },
    add(one) {
      const file = openSync(path, 'a', 0o600);
      try {
        appendFileSync(file, `${JSON.stringify(one)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      lines.set(one.key, one);
    },
  };
}
