// The signer's command as a person uses it: its own process, a folder, lines typed one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../signer/command.ts', import.meta.url));
export const SIGNER_PASSPHRASE = 'the long passphrase of a test';

export interface SignerCommand {
  /** What a server or a signer is told of it. */
  env: { MARU_SIGNER_DIR: string; MARU_SIGNER_PASSPHRASE_FILE: string };
  run(args: readonly string[], lines?: readonly string[], env?: Record<string, string>): Promise<{ code: number; said: string }>;
  close(): void;
}

export function openSignerCommand(): SignerCommand {
  const folder = mkdtempSync(join(tmpdir(), 'maru-signer-'));
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, `${SIGNER_PASSPHRASE}\n`, { mode: 0o600 });
  const env = { MARU_SIGNER_DIR: join(folder, 'signer'), MARU_SIGNER_PASSPHRASE_FILE: passphraseFile };
  return {
    env,
    async run(args, lines = [], more = {}) {
      const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...env, ...more } });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
      child.stdin.on('error', () => undefined);
      child.stdin.end(lines.map((line) => `${line}\n`).join(''));
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
