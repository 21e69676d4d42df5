// `npm test`: every stage in order, each printed with its time; ends with one line `N passed, N failed, N skipped`.
import { ensureChromium } from './test/chromium.ts';
import { runStage, type Stage, type StageResult, stages, steps } from './test/stages.ts';

const order = ({ name }: StageResult) => stages.findIndex((stage) => stage.name === name);

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !stages.some((s) => s.name === name));
  if (unknown.length > 0) {
    console.error(`unknown stage: ${unknown.join(', ')}. Known: ${stages.map((s) => s.name).join(', ')}`);
    return 2;
  }
  const chosen = stages.filter((s) => wanted.length === 0 || wanted.includes(s.name));
  const began = performance.now();
  const results: StageResult[] = [];
  const runLine = async (line: readonly Stage[], isShared: boolean) => {
    for (const stage of line) {
      if (stage.needsChromium) await ensureChromium();
      results.push(await runStage(stage, isShared));
    }
  };
  for (const step of steps) {
    const lines = step.map((line) => chosen.filter((s) => line.includes(s.name))).filter((line) => line.length > 0);
    if (lines.length > 1) console.log(`\n== ${lines.map((line) => line.map((s) => s.name).join(', ')).join(' beside ')}`);
    await Promise.all(lines.map((line) => runLine(line, lines.length > 1)));
  }
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, r) => total + r[key], 0);
  console.log('\nstage        seconds  passed  failed  skipped');
  for (const r of results.toSorted((a, b) => order(a) - order(b))) {
    const cells = [r.seconds.toFixed(1), r.passed, r.failed, r.skipped].map((c) => String(c).padStart(8));
    console.log(r.name.padEnd(12) + cells.join(''));
  }
  console.log(`all             ${((performance.now() - began) / 1000).toFixed(1)}`);
  const skipped = sum('skipped');
  if (skipped > 0) console.log(`\n${skipped} skipped: nothing may be skipped silently, so this counts as a failure.`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${skipped} skipped`);
  return sum('failed') > 0 || skipped > 0 || sum('passed') === 0 ? 1 : 0;
}

process.exitCode = await main();
