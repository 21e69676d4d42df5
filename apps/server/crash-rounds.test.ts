// Rounds over kill -9 in small: a server killed around cut-off, boundary, settlement, seal and draw loses no bet and settles no round twice,
// and practice money beside them is neither lost nor money.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlOf } from './testing/database-url.ts';

const tool = fileURLToPath(new URL('../../tools/crash.ts', import.meta.url));
const KILLS = 6;
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function runTool(args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: urlOf(database.address) };
  const child = spawn(process.execPath, [tool, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

test(`${KILLS} kills: no bet is lost or doubled, every round ends once, its record is right, money is conserved (I16)`, async () => {
  const { code, output } = await runTool(['--rounds', '--cycles', String(KILLS), '--clients', '4', '--factor', '18']);
  console.log(output);
  const line =
    /kill9 rounds cycles=6 acked=(\d+) lost=0 doubled=0 .* unended=0 evidence=(\d+) evidence_wrong=0 rows_wrong=0 ledger_sum=0 hash=ok/.exec(
      output,
    );
  expect(line, output).not.toBeNull();
  // A run that acknowledged and ended nothing would prove nothing.
  expect(Number(line?.[1])).toBeGreaterThan(100);
  expect(Number(line?.[2])).toBeGreaterThan(3);
  const practice = /kill9 practice acked=(\d+) lost=0 doubled=0 bets=\d+ unended=0 purses_wrong=0/.exec(output);
  expect(practice, output).not.toBeNull();
  expect(Number(practice?.[1])).toBeGreaterThan(10);
  expect(code).toBe(0);
});
