// npm run day-key -- list|rotate|begin: the key that published days are signed with, from the host itself.
import pg from 'pg';
import { systemClock } from '@maru/kit/server/clock.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import { DayKeys } from '@maru/rounds/server/day-keys.ts';
import type { DayKey } from '@maru/rounds/day-key.ts';
import { withInstallation } from './places.ts';

const USAGE = `npm run day-key -- list     public keys, oldest first
npm run day-key -- rotate   a new key, signed by the one that stood until now
npm run day-key -- begin    a new key signed by none: only where the old one is lost; make it known anew`;
const [, , command = ''] = process.argv;

await withInstallation(async ({ config, places }) => {
  const pool = new pg.Pool({ ...places.address, max: 2 });
  try {
    for (const key of await run(new DayKeys(config.secrets.storageKey), pool)) console.log(lineOf(key));
  } finally {
    await pool.end();
  }
});

async function run(keys: DayKeys, pool: pg.Pool): Promise<DayKey[]> {
  const now = systemClock().now();
  if (command === 'list') return keys.all(pool, now);
  if (command !== 'rotate' && command !== 'begin') throw new OperatorFault(USAGE, '');
  const made = await keys.rotate(pool, now, command === 'begin');
  if (made === undefined)
    throw new OperatorFault(
      '지금 열쇠를 열 수 없습니다. 저장 열쇠가 다릅니다 (begin으로 새로 시작)',
      'the key in use cannot be opened: another storage key (begin starts anew)',
    );
  return [made];
}

const lineOf = ({ number, publicKey, since, signature }: DayKey): string =>
  `${number} ${publicKey} since=${new Date(Number(since)).toISOString()} signature=${signature.slice(0, 16)}…`;
