// `npm test`: every stage, each told with its time; ends with one line `N passed, N failed, N skipped`.
import { ensureChromium } from './test/chromium.ts';
import { ensureLitecoind, withoutLitecoind } from './test/litecoind.ts';
import { runStages, type StageResult, stages } from './test/stages.ts';

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !stages.some((s) => s.name === name));
  if (unknown.length > 0) {
    console.error(`unknown stage: ${unknown.join(', ')}. Known: ${stages.map((s) => s.name).join(', ')}`);
    return 2;
  }
  const chosen = stages.filter((s) => wanted.length === 0 || wanted.includes(s.name));
  const began = performance.now();
  if (chosen.some(({ needsChromium }) => needsChromium)) await ensureChromium();
  const lacksLitecoind = chosen.some(({ wantsLitecoind }) => wantsLitecoind) && ensureLitecoind() === undefined;
  const results = await runStages(chosen);
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, r) => total + r[key], 0);
  const place = ({ name }: StageResult) => chosen.findIndex((stage) => stage.name === name);
  console.log('\nstage        seconds  passed  failed  skipped   (side by side: only servers and pages wait for each other)');
  for (const r of results.toSorted((a, b) => place(a) - place(b))) {
    const cells = [r.seconds.toFixed(1), r.passed, r.failed, r.skipped].map((c) => String(c).padStart(8));
    console.log(r.name.padEnd(12) + cells.join(''));
  }
  console.log(`all             ${((performance.now() - began) / 1000).toFixed(1)}`);
  for (const { name, failures } of results) for (const failure of failures) console.log(`\nfailed in ${name}: ${failure}`);
  if (lacksLitecoind) console.log(`\n${withoutLitecoind}`);
  const skipped = sum('skipped');
  if (skipped > 0) console.log(`\n${skipped} skipped: nothing may be skipped silently, so this counts as a failure.`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${skipped} skipped`);
  return sum('failed') > 0 || skipped > 0 || sum('passed') === 0 ? 1 : 0;
}

process.exitCode = await main();
