// Password hashes: argon2id, few at a time, and as long for an unknown person as for a known one.
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from './feature.ts';
import { leakedPasswords } from './leaked-passwords.ts';

/** OWASP's minimum: 19 MiB, two passes, one lane; about 5 ms. The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 3;
const MAX_WAITING = 60;

let running = 0;
const waiting: (() => void)[] = [];
let dummy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** `stored` undefined = nobody known: the time is spent all the same. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', cost);
  const against = stored ?? (await dummy);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== undefined;
}

/** Against lists of leaked passwords, and against the person's own names. */
export function isCommonPassword(password: string, ...names: readonly string[]): boolean {
  const plain = password.toLowerCase();
  return leakedPasswords.has(plain) || names.some((name) => name.toLowerCase() === plain) || /^(.)\1*$/.test(plain);
}

// Hashing is the dearest thing a stranger can ask for: a full queue is refused instead of growing.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new Refusal('OVERLOADED', { retryAfterSeconds: 2 });
    await new Promise<void>((turn) => waiting.push(turn));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
