// A round of 100,000 bets of 5,000 members on sockets: from its end to the last socket's results, and to the last row.
//
// One frame a member, with all of the member's results. Rounds of a minute by the real clock: a pass takes three at most.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchExchange, settled } from './exchange/parent.ts';
import { quantile } from './exchange/figures.ts';
import { openSocketCrowd } from './exchange/socket-crowd.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const MEMBERS = isSmoke ? 100 : 5_000;
const BETS = MEMBERS * 20;
const PASSES = isSmoke ? 1 : Number(process.env.PASSES ?? 2);
/** BTCUSDT in rounds of 30 s and of a minute: the first places of the usual list (sites/rounds.ts). */
const OPTION = isSmoke ? 0 : 1;
const DURATION_MS = isSmoke ? 30_000 : 60_000;
const LAST_ASKED_MS = 2_000;
const ROWS_ASKED_MS = 10_000;

interface Pass {
  /** ms after the round's end. */
  settled: number;
  heard: number;
  finished: number;
  first: number;
  last: number;
  rows: number;
}

const exchange = await openBenchExchange(0, 'games');
const tokens = await exchange.players(MEMBERS);
const crowd = await openSocketCrowd(exchange.url, tokens);
await settled(exchange);
const passes: Pass[] = [];
for (let i = 0; i < PASSES; i++) passes.push(await onePass());
crowd.end();
await exchange.stop();

const of = (name: keyof Pass) => passes.map((pass) => pass[name]).sort((a, b) => a - b);
print('round-results-last-socket', of('last'), LAST_ASKED_MS);
print('round-results-rows', of('rows'), ROWS_ASKED_MS);
for (const pass of passes) {
  const parts = `decided ${pass.settled}, heard ${pass.heard}, last bet paid ${pass.finished}, first socket ${pass.first}, last socket ${pass.last}`;
  console.log(`  ms after the end: ${parts}, last row ${pass.rows}`);
}
console.log(`  ${MEMBERS} sockets opened in ${Math.round(crowd.openMs)} ms; ${BETS} bets a round`);

async function onePass(): Promise<Pass> {
  // Into the round after the next boundary, right when its betting opens.
  const opensAt = Math.ceil((Date.now() + 500) / DURATION_MS) * DURATION_MS;
  await sleep(opensAt + 200 - Date.now());
  const ordinal = opensAt / DURATION_MS + 1;
  await exchange.bet(BETS, OPTION, ordinal);
  const endAt = (ordinal + 1) * DURATION_MS;
  await sleep(endAt - 1_000 - Date.now());
  const heard = await crowd.heard(BETS);
  const rows = await exchange.whenRows(BETS, OPTION, ordinal);
  const round = (await exchange.told()).find((each) => each.option === OPTION && each.ordinal === ordinal);
  if (round === undefined || round.bets !== BETS) throw new Error(`the round was settled with ${round?.bets} bets`);
  if (heard.results !== BETS) throw new Error(`${heard.results} of ${BETS} results came`);
  if (heard.frames !== MEMBERS) console.log(`  NOT one frame a member: ${heard.frames} frames, ${heard.manyFrames} members with several`);
  const [first, last] = [quantile(heard.ages, 0), quantile(heard.ages, 1)];
  const parts = { settled: round.settledAt - endAt, heard: round.heardAt - endAt, finished: round.finishedAt - endAt };
  return { ...parts, first, last, rows: rows.at - endAt };
}

/** The yardstick is the issue's own bound. */
function print(name: string, sorted: readonly number[], asked: number): void {
  const median = medianOf(sorted);
  printBench({ name, value: median, unit: 'ms', min: sorted[0], median, yardstick: asked, ratio: median * (1 / asked) });
}
