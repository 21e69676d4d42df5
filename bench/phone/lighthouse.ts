// Lighthouse, installed when it is first asked for: 176 MB that nobody but this bench needs have no place in an operator's installation.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface LighthouseResult {
  lhr: {
    runtimeError?: { message: string };
    audits: Record<string, { numericValue?: number } | undefined>;
    categories: Record<string, { score: number | null } | undefined>;
  };
  artifacts: { Trace: unknown };
}
export type Lighthouse = (url: string, flags: object) => Promise<LighthouseResult | undefined>;

const folder = fileURLToPath(new URL('.', import.meta.url));
const entry = new URL('node_modules/lighthouse/core/index.js', import.meta.url);

/** Versions stand in the lock file beside this one; nothing of them runs at install. */
export async function openLighthouse(): Promise<Lighthouse> {
  if (!existsSync(entry)) {
    console.log('installing Lighthouse for this bench');
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('Lighthouse could not be installed: run "npm ci --ignore-scripts" in bench/phone');
  }
  const { default: lighthouse } = (await import(entry.href)) as { default: Lighthouse };
  return lighthouse;
}
