// The whole engine without a journal: margin, ledger and events for every command; 1 book and 200 books, 60/30/10 add/cancel/cross.
import '@maru/kit/server/engine-flags.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import type { EngineState } from '@maru/engine/state.ts';
import { countFills, FLUSH, prepared, recordsOf, run, type Shape, shapes } from './engine-site.ts';
import { makeOrderFlow } from './order-flow.ts';
import { cpuNs, eachAlone, isSmoke, measure, medianOf, printBench } from './report.ts';

const COMMANDS = isSmoke ? 50_000 : 1_000_000;

function bench(shape: Shape): void {
  const flow = makeOrderFlow({ commands: COMMANDS, resting: shape.resting, books: shape.books, accounts: shape.accounts, seed: 11 });
  const words = recordsOf(flow, shape);
  let fills = 0;
  let refused = 0;
  const e = new EventBuffer(65_536);
  // One state always lives, as in production: with the last one V8 would throw away the code that was compiled for its shapes.
  let held: EngineState | undefined;
  const passes = measure(7, () => {
    const s = prepared(shape);
    held = s;
    run(s, e, words, 0, flow.warm);
    fills = 0;
    refused = 0;
    return cpuNs(() => {
      for (let k = flow.warm; k < flow.kinds.length; k += FLUSH) {
        refused += run(s, e, words, k, Math.min(k + FLUSH, flow.kinds.length));
        fills += countFills(e);
      }
    });
  });
  if (held?.seq === 0) throw new Error('no pass was run');
  const min = passes[0] / COMMANDS;
  console.log(`${shape.name}: ${COMMANDS} commands, ${fills} trades, ${refused} refused`);
  printBench({
    name: shape.name,
    value: 1000 / min,
    unit: 'Mcmd/s',
    min,
    median: medianOf(passes) / COMMANDS,
    yardstick: shape.asked / 1e6,
    ratio: 1e9 / min / shape.asked,
  });
}

eachAlone(shapes, bench);
