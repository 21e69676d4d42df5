// The log: JSON lines that hide what must not be read, and cannot be forged.
import { expect, test } from 'vitest';
import { createLog, withoutRedaction } from './log.ts';

test('passwords and tokens are hidden, wherever they hang; a line stays one line', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, (line) => lines.push(line));
  log.info({ password: 'p1', body: { refreshToken: 'r1' }, headers: { authorization: 'a1' }, name: 'x\r\n2026 INFO forged' }, 'tried');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/p1|r1|a1|\r|\n./);
  expect(JSON.parse(lines[0])).toMatchObject({
    level: 'info',
    password: '(hidden)',
    body: { refreshToken: '(hidden)' },
    time: expect.stringMatching(/Z$/),
  });
});

test('lines whose keys are all ours are written as they are', () => {
  const lines: string[] = [];
  withoutRedaction(createLog({ logLevel: 'info' }, (line) => lines.push(line))).info({ route: '/api/login' }, 'call');
  expect(JSON.parse(lines[0])).toMatchObject({ route: '/api/login', msg: 'call' });
});
