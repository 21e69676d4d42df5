// From a round's end to its notice on a member's socket while orders come as fast as 64 connections can send them.
//
// The tick at the end must have come before it is looked for (60 ms), and the driver looks every 50 ms: some 60 to 110 ms of the figure
// are that rule; the rest is the settlement's way through the journal and the sockets beside the orders.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchExchange, settled } from './exchange/parent.ts';
import { flood, quantile, yardstickLoop } from './exchange/figures.ts';
import { OrderConnection } from './exchange/order-connection.ts';
import { OrderMix } from './exchange/order-mix.ts';
import { openSocketCrowd } from './exchange/socket-crowd.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const CONNECTIONS = 64;
const LISTENERS = isSmoke ? 20 : 200;
/** Boundaries at which rounds of 30 s end. */
const ENDS = isSmoke ? 1 : Number(process.env.ENDS ?? 5);
/** BTCUSDT and ETHUSDT in rounds of 30 s: places of the usual list (sites/rounds.ts). */
const OPTIONS = [0, 4];
const DURATION_MS = 30_000;
const ASKED_MS = 250;

const exchange = await openBenchExchange(0, 'games');
const url = new URL(exchange.url);
// Those who trade first, then those who bet and listen: each bets on every round.
const trading = await exchange.players(CONNECTIONS);
const crowd = await openSocketCrowd(exchange.url, await exchange.players(LISTENERS));
const prices = (await (await fetch(`${exchange.url}/api/public/stock/last_price?symbol=BINANCE:BTCUSDT`)).json()) as {
  data: Record<string, string>;
};
const price = Number(prices.data['BINANCE:BTCUSDT']);
await settled(exchange);
const yardstick = yardstickLoop();
const refused = new Map<string, number>();
const opensAt = Math.ceil((Date.now() + 3_000) / DURATION_MS) * DURATION_MS;
await sleep(opensAt - 2_000 - Date.now());
// Only now: the server ends connections that ask nothing for ten seconds.
const lines = trading.map((token, i) => new OrderConnection(url, token, new OrderMix(price, i + 1)));
const load = flood(lines, (ENDS + 1) * DURATION_MS + 4_000, (refusal) => void refused.set(refusal, (refused.get(refusal) ?? 0) + 1));
for (let i = 0; i < ENDS; i++) {
  const ordinal = opensAt / DURATION_MS + 1 + i;
  await sleep(opensAt + i * DURATION_MS + 2_000 - Date.now());
  for (const option of OPTIONS) await exchange.bet(LISTENERS, option, ordinal, CONNECTIONS);
}
await sleep(opensAt + (ENDS + 1) * DURATION_MS - 1_000 - Date.now());
const bets = LISTENERS * OPTIONS.length * ENDS;
const heard = await crowd.heard(bets);
const { ages } = heard;
const { perSecond } = await load;
const told = await exchange.told();
// Without orders beside it the figure would say nothing of what was asked.
if (refused.has('0 CONNECTION_CLOSED') || perSecond < 100) throw new Error(`only ${perSecond} orders a second: ${[...refused]}`);
if (heard.results !== bets) throw new Error(`${heard.results} of ${bets} results came`);
const decided = told.map((round) => round.settledAt - (round.ordinal + 1) * DURATION_MS).sort((a, b) => a - b);
const heardAfter = told.map((round) => round.heardAt - round.settledAt).sort((a, b) => a - b);
const p99 = quantile(ages, 0.99);
const [min, median] = [quantile(ages, 0), quantile(ages, 0.5)];
printBench({ name: 'round-notice-p99', value: p99, unit: 'ms', min, median, yardstick: ASKED_MS, ratio: p99 * (1 / ASKED_MS) });
console.log(
  `  ${Math.round(perSecond)} orders a second meanwhile; ${told.length} rounds of ${LISTENERS} bets, latest notice ${quantile(ages, 1)} ms`,
);
console.log(
  `  decided ${decided[0]} to ${decided.at(-1)} ms after the end (median ${medianOf(decided)}), heard ${heardAfter.at(-1)} ms later at most`,
);
console.log(`  machine: ${yardstick} blocks of 64 KiB hashed a second`);
for (const [refusal, count] of refused) console.log(`  refused: ${count} x ${refusal}`);
for (const line of lines) line.close();
crowd.end();
await exchange.stop();
