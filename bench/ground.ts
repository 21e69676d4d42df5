// Order book and price index from one source, as TypeScript and as WebAssembly: the same messages, results and hashes; ns a message.
//
// The compiler's own WebAssembly detaches buffers, so it runs in a process of its own; passes of both forms take turns in one process,
// where nothing touches the module's memory (docs/decisions/0012, 0064).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@maru/kit/server/engine-flags.ts';
import * as asTypeScript from './ground/flow.ts';
import { cpuNs, eachAlone, isSmoke, medianOf, printBench } from './report.ts';
import { type Scenario, type Workload, makeWorkload, scenarios } from './workload/public-workload.ts';

/** What is used of it here: the types of Node leave it to those of the browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: unknown };
};

const ORDERS = isSmoke ? 20_000 : 1_000_000;
const PASSES = isSmoke ? 7 : 9;
/** Messages between two looks at the ring of reports, which they cannot fill. */
const CHUNK = 8_192;
const folder = join(process.cwd(), 'bench', 'dist', 'compiled');
const target = join(folder, 'ground.wasm');

/** What both forms offer; a ground is an object of the one and an address of the other. */
interface Form<Ground> {
  makeGround: (messages: number, orders: number) => Ground;
  setMessage: (g: Ground, k: number, kind: number, side: number, ioc: number, lots: number, id: number, price: number) => void;
  replay: (g: Ground, from: number, to: number) => void;
  digest: (g: Ground, hash: number) => number;
}

function filled<Ground>(form: Form<Ground>, flow: Workload): Ground {
  const g = form.makeGround(flow.length, flow.orders);
  for (let k = 0; k < flow.length; k++)
    form.setMessage(g, k, flow.kinds[k], flow.sides[k], flow.iocs[k], flow.lots[k], flow.ids[k], flow.prices[k]);
  return g;
}

/** Over all reports and, every few thousand messages, all rows of the book. */
function digestOf<Ground>(form: Form<Ground>, flow: Workload): number {
  const g = filled(form, flow);
  const last = Math.min(flow.length, CHUNK * 40);
  let hash = 0;
  for (let k = 0; k < last; k += CHUNK) {
    form.replay(g, k, Math.min(k + CHUNK, last));
    hash = form.digest(g, hash);
  }
  form.replay(g, last, flow.length);
  return form.digest(g, hash);
}

function pass<Ground>(form: Form<Ground>, flow: Workload): number {
  const g = filled(form, flow);
  return cpuNs(() => form.replay(g, 0, flow.length)) / flow.length;
}

/** An instance a pass: its memory is never given back within one. */
function asWebAssembly(module: object): Form<number> {
  return new WebAssembly.Instance(module).exports as Form<number>;
}

function bench(scenario: Scenario): void {
  const module = new WebAssembly.Module(readFileSync(target));
  const flow = makeWorkload(scenario, ORDERS);
  const [ours, theirs] = [digestOf(asTypeScript, flow), digestOf(asWebAssembly(module), flow)];
  if (ours !== theirs) throw new Error(`${scenario.name}: ${ours} as TypeScript, ${theirs} as WebAssembly`);
  const plain: number[] = [];
  const compiled: number[] = [];
  for (let k = 0; k < PASSES; k++) {
    plain.push(pass(asTypeScript, flow));
    compiled.push(pass(asWebAssembly(module), flow));
  }
  const [slow, fast] = [plain, compiled].map((times) => times.sort((a, b) => a - b));
  console.log(
    `${scenario.name}: ${flow.length} messages, one hash (${(ours >>> 0).toString(16)}); median as TypeScript ${medianOf(slow)} ns`,
  );
  printBench({
    name: `ground-${scenario.name}`,
    value: fast[0],
    unit: 'ns',
    min: fast[0],
    median: medianOf(fast),
    yardstick: slow[0],
    ratio: slow[0] / fast[0],
  });
}

function compileApart(): void {
  const run = spawnSync(process.execPath, [join(process.cwd(), 'bench', 'compile-ground.ts'), 'bench/ground/flow.ts', target], {
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('not compiled');
}

mkdirSync(folder, { recursive: true });
if (!process.argv.some((word) => word.startsWith('--only='))) compileApart();
eachAlone(scenarios, bench);
