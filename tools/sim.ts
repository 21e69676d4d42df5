// `npm run sim -- --seeds 20 --commands 10000 --from 1 --profile edges --crashes 100 --wrong-feeds 20`: the seeded simulator (without a
// profile both, plain orders by half as many seeds), then crashes on its journal, then feeds that tell a twentieth of the price.
import { parseArgs } from 'node:util';
import { type Profile, simulate } from '@maru/engine/testing/simulator.ts';
import { CrashRun } from './sim/crash-run.ts';
import { WrongFeedEnd, WrongFeedRun } from './sim/wrong-feed-run.ts';

const CRASHES_PER_SEED = 25;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    commands: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'all' },
    crashes: { type: 'string', default: '100' },
    'wrong-feeds': { type: 'string', default: '20' },
  },
});
const [seeds, commands, from, crashes, wrongFeeds] = [
  values.seeds,
  values.commands,
  values.from,
  values.crashes,
  values['wrong-feeds'],
].map(Number);
if (![seeds, commands, from, crashes, wrongFeeds].every((n) => Number.isSafeInteger(n) && n >= 0)) {
  console.error('sim: --seeds, --commands, --from, --crashes and --wrong-feeds take whole numbers');
  process.exit(2);
}
if (!['all', 'edges', 'plain'].includes(values.profile)) {
  console.error('sim: --profile takes edges or plain');
  process.exit(2);
}
const isSimulated = values.profile === 'plain' || runSeeds('edges', seeds);
const isPlain = values.profile === 'edges' || runSeeds('plain', values.profile === 'plain' ? seeds : Math.ceil(seeds / 2));
const isSafe = crashes === 0 || (await runCrashes());
const isUnmoved = wrongFeeds === 0 || (await runWrongFeeds());
process.exitCode = isSimulated && isPlain && isSafe && isUnmoved ? 0 : 1;

function runSeeds(profile: Profile, count: number): boolean {
  const total = {
    commands: 0,
    faults: 0,
    violations: 0,
    differences: 0,
    fills: 0,
    liquidations: 0,
    restarts: 0,
    restartsAtWork: 0,
    restartsAtBoundary: 0,
  };
  const met: Record<string, number> = {};
  const began = performance.now();
  for (let seed = from; seed < from + count; seed++) {
    const report = simulate(seed, commands, profile);
    total.commands += report.commands;
    total.faults += report.faults;
    total.fills += report.fills;
    total.liquidations += report.liquidations;
    total.restarts += report.restarts;
    total.restartsAtWork += report.restartsAtWork;
    total.restartsAtBoundary += report.restartsAtBoundary;
    for (const [name, count] of Object.entries(report.met)) met[name] = (met[name] ?? 0) + count;
    total.violations += report.violations.length;
    total.differences += report.differences.length;
    const wrong = [...report.violations, ...report.differences];
    for (const line of wrong.slice(0, 6)) console.error(`seed ${seed} command ${report.commands}: ${line}`);
    if (wrong.length > 0)
      console.error(`rerun: npm run sim -- --seeds 1 --from ${seed} --commands ${report.commands} --profile ${profile} --crashes 0`);
  }
  const perSecond = Math.round((total.commands * 1000) / (performance.now() - began));
  console.log(
    `sim profile=${profile} seeds=${count} cmds=${total.commands} faults=${total.faults} violations=${total.violations} diff=${total.differences} ` +
      `cmds_s=${perSecond} fills=${total.fills} liquidations=${total.liquidations} ` +
      `restarts=${total.restarts} restarts_at_work=${total.restartsAtWork} restarts_at_boundary=${total.restartsAtBoundary} ${metAreas(met)}`,
  );
  return total.violations + total.differences === 0;
}

/** What the run met of each area: a count of nothing proves nothing. */
function metAreas(met: Readonly<Record<string, number>>): string {
  const of = (name: string) => met[name] ?? 0;
  return (
    `armed=${of('OrderArmed')} triggered=${of('OrderTriggered')} fundings=${of('FundingSettled')} debts=${of('FundingDebtPaid')} ` +
    `netted=${of('LiquidationStep.Netted')} steps=${of('LiquidationStep.SteppedDown')} safe=${of('LiquidationStep.Safe')} ` +
    `adl=${of('Deleveraged')} delistings=${of('DelistingFinished')} countdowns=${of('CancelAfterDone')} warned=${of('MarginWarned')} ` +
    `capped=${of('OrderClosed.OPEN_INTEREST_CAP')} unfunded=${of('OrderClosed.INSUFFICIENT_MARGIN')} ` +
    `up=${of('RoundSettled.Up')} down=${of('RoundSettled.Down')} tie=${of('RoundSettled.Tie')} drawn=${of('RoundSettled.Drawn')} ` +
    `each=${of('RoundSettled.EachBet')} gaps=${of('RoundSettled.StrikeGap') + of('RoundSettled.CloseGap')} ` +
    `jumps=${of('RoundSettled.StrikeStep') + of('RoundSettled.CloseStep')} late=${of('RoundSettled.TooLate')} sold=${of('BetSold')} spins=${of('SlotSpun')} ` +
    `killed=${of('CommandRejected.FOK_NOT_FILLED')} full=${of('CommandRejected.CAPACITY_FULL')}`
  );
}

async function runCrashes(): Promise<boolean> {
  const total = { crashes: 0, acked: 0, lost: 0, doubled: 0, problems: 0, torn: 0 };
  const faults: Record<string, number> = {};
  for (let seed = from; total.crashes < crashes; seed++) {
    const report = await new CrashRun(seed).run(Math.min(CRASHES_PER_SEED, crashes - total.crashes), 60);
    total.crashes += report.crashes;
    total.acked += report.acked;
    total.lost += report.lost;
    total.doubled += report.doubled;
    total.torn += report.tornSnapshots;
    total.problems += report.problems.length;
    for (const [name, count] of Object.entries(report.faults)) faults[name] = (faults[name] ?? 0) + count;
    for (const line of report.problems.slice(0, 6)) console.error(`seed ${seed}: ${line}`);
    if (report.problems.length > 0) {
      console.error(`rerun: npm run sim -- --seeds 0 --from ${seed} --crashes ${CRASHES_PER_SEED}`);
      break;
    }
  }
  const kinds = Object.entries(faults)
    .filter(([name]) => name !== 'none')
    .map(([name, count]) => `${name}:${count}`)
    .join(',');
  console.log(
    `simdisk crashes=${total.crashes} acked=${total.acked} lost=${total.lost} doubled=${total.doubled} problems=${total.problems} ` +
      `torn_snapshots=${total.torn} faults=${kinds}`,
  );
  return total.problems === 0;
}

async function runWrongFeeds(): Promise<boolean> {
  const total = { commands: 0, refused: 0, voided: 0, confirmed: 0, liquidations: 0, triggered: 0, problems: 0 };
  for (let seed = from; seed < from + wrongFeeds; seed++) {
    const report = await (await WrongFeedRun.open(seed)).run();
    total.commands += report.commands;
    total.refused += report.refused;
    total.voided += report.voided;
    total.confirmed += report.end === WrongFeedEnd.Confirmed ? 1 : 0;
    total.liquidations += report.liquidations;
    total.triggered += report.triggered;
    total.problems += report.problems.length;
    for (const line of report.problems.slice(0, 6)) console.error(`seed ${seed}: ${line}`);
    if (report.problems.length > 0) console.error(`rerun: npm run sim -- --seeds 0 --crashes 0 --from ${seed} --wrong-feeds 1`);
  }
  console.log(
    `simfeed runs=${wrongFeeds} cmds=${total.commands} refused=${total.refused} voided=${total.voided} confirmed=${total.confirmed} ` +
      `liquidations_after=${total.liquidations} triggered_after=${total.triggered} problems=${total.problems}`,
  );
  return total.problems === 0;
}
