// The offline tool of cold storage as a person uses it: its own process, its own key file, files carried there and back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../cold-signer/main.ts', import.meta.url));
/** The phrase of a demo's cold storage (chains/demo-cold.ts). */
export const PHRASE = `${'abandon '.repeat(11)}about`;
const PASSPHRASE = 'the long passphrase of a test';

interface ToolAnswer {
  code: number;
  said: string;
}

export interface ColdTool {
  run(args: readonly string[], lines: readonly string[]): Promise<ToolAnswer>;
  allow(chain: string, address: string): Promise<ToolAnswer>;
  /** What is written beside the order, or what it said instead. */
  sign(order: string, code: string): Promise<ToolAnswer & { signed: string | undefined }>;
  close(): void;
}

/** `script`: built, or as it is written. */
export async function openColdTool(script = MAIN): Promise<ColdTool> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-cold-'));
  const key = join(folder, 'key');
  const run: ColdTool['run'] = async (args, lines) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: folder, env: {} });
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };
  const made = await run(['new', key, '--demo'], [PHRASE, PASSPHRASE, PASSPHRASE]);
  if (made.code !== 0) throw new Error(made.said);
  return {
    run,
    allow: (chain, address) => run(['allow', key, chain, address], [PASSPHRASE]),
    async sign(order, code) {
      const path = join(folder, 'order.json');
      const target = join(folder, 'order.signed.json');
      rmSync(target, { force: true });
      writeFileSync(path, order);
      const answer = await run(['sign', key, path, code], [PASSPHRASE, 'yes']);
      return { ...answer, signed: answer.code === 0 ? readFileSync(target, 'utf8') : undefined };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
