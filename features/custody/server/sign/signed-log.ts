// What this signer has signed, in a file of its own: a database that was changed or set back gets nothing signed twice, and limits hold.
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '@maru/kit/server/snapshot-file.ts';
import { z } from 'zod/mini';

const line = z.object({
  /** Site and number in the ledger: one payment for ever. */
  key: z.string(),
  coin: z.string(),
  to: z.string(),
  amount: z.string(),
  reserved: z.array(z.string()),
  at: z.number(),
});
export type SignedLine = z.output<typeof line>;

export interface SignedLog {
  find(key: string): SignedLine | undefined;
  /** Of a coin since a moment, each payment once. */
  sumSince(coin: string, since: number): bigint;
  /** Durable before it answers: they stand before the signature over them does. */
  add(...some: readonly SignedLine[]): void;
}

/** Files of before call what is reserved claims. */
function read(text: string): SignedLine {
  const one = JSON.parse(text) as { claims?: unknown };
  return line.parse({ reserved: one.claims, ...one });
}

/** A last line that was cut off by a power failure was never followed by a signature. */
export function openSignedLog(path: string): SignedLog {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  const lines = new Map<string, SignedLine>();
  /** By coin in the order they were signed, and the latest moment up to each: a clock that was set back hides nothing behind it. */
  const signed = new Map<string, { line: SignedLine; latest: number }[]>();
  const keep = (one: SignedLine) => {
    if (lines.has(one.key)) return;
    lines.set(one.key, one);
    const ofCoin = signed.get(one.coin) ?? [];
    signed.set(one.coin, ofCoin);
    ofCoin.push({ line: one, latest: Math.max(one.at, ofCoin.at(-1)?.latest ?? one.at) });
  };
  for (const one of whole.split('\n').filter((row) => row !== '')) keep(read(one));
  return {
    find: (key) => lines.get(key),
    sumSince(coin, since) {
      const ofCoin = signed.get(coin) ?? [];
      let sum = 0n;
      for (let at = ofCoin.length - 1; at >= 0 && ofCoin[at].latest > since; at--)
        if (ofCoin[at].line.at > since) sum += BigInt(ofCoin[at].line.amount);
      return sum;
    },
    add(...some) {
      append(path, some.map((one) => `${JSON.stringify(one)}\n`).join(''));
      some.forEach(keep);
    },
  };
}

/** A line that did not come whole is taken away again, or the next one would hang on it. */
function append(path: string, text: string): void {
  const isNew = !existsSync(path);
  const file = openSync(path, 'a', 0o600);
  const { size } = fstatSync(file);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
  if (isNew) syncDirectory(dirname(path));
}
