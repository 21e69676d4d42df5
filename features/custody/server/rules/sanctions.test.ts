// The operator's list of addresses: how lines are read, that a changed file is read again, and that a file which is away stops nobody silently.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSanctions } from './sanctions.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-sanctions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ETH = '0x8589427373D6D84E98730D7795D8f6f8731FDA16';
const BTC = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';

it('reads lines with and without a list, past comments, byte order marks, quotes and either line end', async () => {
  const path = join(folder, 'lines.txt');
  writeFileSync(path, `\uFEFF# of 2026\r\n${ETH},"OFAC"\r\n${ETH.toLowerCase()},EU\n\n ${BTC} \n"bc1qxyz",UN`);
  const naming = openSanctions(path);
  expect(await naming(ETH)).toEqual(['OFAC', 'EU']);
  expect(await naming(BTC)).toEqual(['LIST']);
  expect(await naming('BC1QXYZ')).toEqual(['UN']);
  expect(await naming('# of 2026')).toEqual([]);
});

it('knows an address however it is written, and reads a changed file again', async () => {
  const path = join(folder, 'list.txt');
  writeFileSync(path, `${ETH},OFAC\n`);
  const naming = openSanctions(path);
  expect(await naming(ETH.toLowerCase())).toEqual(['OFAC']);
  expect(await naming(BTC)).toEqual([]);
  writeFileSync(path, `${ETH},OFAC\n${BTC}\n`);
  expect(await naming(BTC)).toEqual(['LIST']);
  expect(await naming(BTC.toLowerCase())).toEqual([]);
});

it('says that a file cannot be read rather than that nobody is on it', async () => {
  expect(await openSanctions(join(folder, 'away.txt'))(BTC)).toEqual(['UNREADABLE']);
  expect(await openSanctions(undefined)(BTC)).toEqual([]);
});
