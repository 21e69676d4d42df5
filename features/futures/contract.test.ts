// The live events that the specification names (its section 4), and that none is sent which nothing stands behind yet.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { futuresEvent } from './contract.ts';

const named = [
  'ORDER_SUCCESS',
  'ORDER_CANCEL',
  'ORDER_FILLED',
  'ORDER_UPDATE',
  'POSITION_OPEN',
  'POSITION_UPDATE',
  'POSITION_CLOSE',
  'POSITION_FINISH_HISTORY',
  'COPYTRADE_OPEN',
  'COPYTRADE_CLOSE',
  'POSITION_UPDATE_LIQUIDPRICE',
  'POSITION_WARN',
  'POSITION_LIQUID',
  'LEVERAGE_UPDATE',
] as const;
const head = { eventId: '1-0', sequence: 1, marketType: 'FUTURES', time: '2026-01-01T00:00:00.000Z' };

describe('live events of the futures', () => {
  it.each(named)('%s is in the contract', (type) => {
    expect(futuresEvent.safeParse({ ...head, type }).success).toBe(true);
  });

  it('no other name is, but the one that asks a client to read anew', () => {
    expect(futuresEvent.safeParse({ ...head, type: 'POSITION_GONE' }).success).toBe(false);
    expect(futuresEvent.shape.type.options.filter((type) => !(named as readonly string[]).includes(type))).toEqual(['SNAPSHOT_NEEDED']);
  });

  it('copying is not built: no server code speaks of its events', () => {
    const folder = join(import.meta.dirname, 'server');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const speaking = files.filter((file) =>
      /COPYTRADE_(OPEN|CLOSE)\b/.test(readFileSync(join(folder, file), 'utf8').replace('COPYTRADE_NOT_OPEN', '')),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(speaking).toEqual([]);
  });
});
