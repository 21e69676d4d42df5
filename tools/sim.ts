// `npm run sim -- --seeds 20 --commands 10000 --from 1`: the seeded simulator from the command line.
import { parseArgs } from 'node:util';
import { simulate } from '@maru/engine/testing/simulator.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    commands: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
  },
});
const seeds = Number(values.seeds);
const commands = Number(values.commands);
const from = Number(values.from);
const total = { commands: 0, faults: 0, violations: 0, differences: 0, fills: 0, liquidations: 0 };
const began = performance.now();
for (let seed = from; seed < from + seeds; seed++) {
  const report = simulate(seed, commands);
  total.commands += report.commands;
  total.faults += report.faults;
  total.fills += report.fills;
  total.liquidations += report.liquidations;
  total.violations += report.violations.length;
  total.differences += report.differences.length;
  for (const line of [...report.violations, ...report.differences].slice(0, 6)) {
    console.error(`seed ${seed} command ${report.commands}: ${line}`);
  }
  if (report.violations.length + report.differences.length > 0) {
    console.error(`rerun: npm run sim -- --seeds 1 --from ${seed} --commands ${report.commands}`);
  }
}
const perSecond = Math.round((total.commands * 1000) / (performance.now() - began));
console.log(
  `sim seeds=${seeds} cmds=${total.commands} faults=${total.faults} violations=${total.violations} diff=${total.differences} ` +
    `cmds_s=${perSecond} fills=${total.fills} liquidations=${total.liquidations}`,
);
if (total.violations + total.differences > 0) process.exitCode = 1;
