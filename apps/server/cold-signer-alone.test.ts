// The offline tool of cold storage as it is carried away: built into one file, which runs in a folder with nothing beside it.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoCold } from '@maru/chains/demo-cold.ts';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { openColdTool } from './testing/cold-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-cold-alone-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('one file makes a key, tells its addresses, and refuses what is no order', async () => {
  const root = fileURLToPath(new URL('../cold-signer/', import.meta.url));
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'error', build: { outDir: folder } });
  expect(readdirSync(folder)).toEqual(['cold-signer.mjs']);
  const tool = await openColdTool(join(folder, 'cold-signer.mjs'));
  const allowed = await tool.allow('ETH', '0x52908400098527886E0F7030069857D2E4169EE7');
  expect(allowed.code).toBe(0);
  for (const [chain, address] of Object.entries(demoCold)) expect(allowed.said).toContain(`${chain} ${address}`);
  expect((await tool.allow('BTC', '0x52908400098527886E0F7030069857D2E4169EE7')).said).toMatch(/no address of BTC/);
  expect(await tool.sign('{}', '0')).toMatchObject({ code: 1, signed: undefined, said: expect.stringMatching(/not an order/) });
  tool.close();
});
