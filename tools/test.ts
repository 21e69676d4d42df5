// `npm test`: every stage in order, each printed with its time; ends with one line `N passed, N failed, N skipped`.
import { ensureChromium } from './test/chromium.ts';
import { runStage, type StageResult, stages } from './test/stages.ts';

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !stages.some((s) => s.name === name));
  if (unknown.length > 0) {
    console.error(`unknown stage: ${unknown.join(', ')}. Known: ${stages.map((s) => s.name).join(', ')}`);
    return 2;
  }
  const chosen = stages.filter((s) => wanted.length === 0 || wanted.includes(s.name));
  const results: StageResult[] = [];
  for (const stage of chosen) {
    if (stage.needsChromium) await ensureChromium();
    results.push(await runStage(stage));
  }
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, r) => total + r[key], 0);
  console.log('\nstage        seconds  passed  failed  skipped');
  for (const r of results) {
    const cells = [r.seconds.toFixed(1), r.passed, r.failed, r.skipped].map((c) => String(c).padStart(8));
    console.log(r.name.padEnd(12) + cells.join(''));
  }
  const skipped = sum('skipped');
  if (skipped > 0) console.log(`\n${skipped} skipped: nothing may be skipped silently, so this counts as a failure.`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${skipped} skipped`);
  return sum('failed') > 0 || skipped > 0 || sum('passed') === 0 ? 1 : 0;
}

process.exitCode = await main();
