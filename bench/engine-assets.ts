// Orders on a site of 3 assets and on one of 64 assets in 40 purses each, by turns in one process: what an asset costs the order path.
import '@maru/kit/server/engine-flags.ts';
import { apply } from '@maru/engine/apply.ts';
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { moreAccounts } from '@maru/engine/ledger/more-accounts.ts';
import type { EngineState } from '@maru/engine/state.ts';
import { CommandKind } from '@maru/engine/wire/command.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { countFills, FLUSH, prepared, record, recordsOf, run, type Shape, shapes } from './engine-site.ts';
import { makeOrderFlow } from './order-flow.ts';
import { cpuNs, eachAlone, isSmoke, medianOf, printBench } from './report.ts';

const numberOf = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const COMMANDS = isSmoke ? 50_000 : numberOf('commands', 1_000_000);
const PASSES = isSmoke ? 3 : numberOf('passes', 11);
const FEW = { assets: 3, purses: 4 };
const MANY = { assets: numberOf('assets', 64), purses: numberOf('purses', 40) };

interface Size {
  assets: number;
  purses: number;
}

/** The shape's site, with money in so many purses of the site's own of each asset, and in a wallet of each member. */
function siteOf(shape: Shape, { assets, purses }: Size): EngineState {
  const s = prepared(shape);
  const e = new EventBuffer();
  const move = (debit: number, credit: number) => {
    e.clear();
    const words = record({ kind: CommandKind.Transfer, account: -1, debit, credit, amount: 1_000, reason: 1 });
    if (apply(s, words, 0, s.seq + 1, e) !== 0) throw new Error('set-up was refused');
  };
  // USDT and the games' asset are 0 and 1.
  for (let n = 0; n < assets; n++) {
    const asset = n < 2 ? n : n + 1;
    const promo = houseAccount(asset, Purse.Promo);
    for (let purse = 0, made = 0; made < purses; purse++) {
      const ledger = houseAccount(asset, purse);
      // Stakes of open bets are nobody's to move.
      if (purse === Purse.Promo || purse === Purse.Escrow) continue;
      move(promo, ledger);
      made++;
    }
  }
  for (let account = 0; account < shape.accounts; account++) {
    const asset = 3 + (account % Math.max(1, assets - 2));
    move(houseAccount(asset, Purse.Promo), accountOf(account, asset, Purse.Available));
  }
  return s;
}

function bench(shape: Shape): void {
  const flow = makeOrderFlow({ commands: COMMANDS, resting: shape.resting, books: shape.books, accounts: shape.accounts, seed: 11 });
  const words = recordsOf(flow, shape);
  const e = new EventBuffer(65_536);
  let fills = 0;
  const pass = (size: Size): number => {
    const s = siteOf(shape, size);
    run(s, e, words, 0, flow.warm);
    fills = 0;
    return cpuNs(() => {
      for (let k = flow.warm; k < flow.kinds.length; k += FLUSH) {
        run(s, e, words, k, Math.min(k + FLUSH, flow.kinds.length));
        fills += countFills(e);
      }
    });
  };
  // Both once unmeasured: what V8 learns of the one serves the other.
  const [few, many] = [FEW, MANY].map((size) => ({
    size,
    rows: moreAccounts(siteOf(shape, size)).length,
    ns: [] as number[],
    fills: pass(size) && fills,
  }));
  if (few.fills !== many.fills) throw new Error(`the same orders filled ${few.fills} and ${many.fills} times`);
  const ratios: number[] = [];
  for (let n = 0; n < PASSES; n++) {
    for (const side of n % 2 === 0 ? [few, many] : [many, few]) side.ns.push(pass(side.size));
    ratios.push((few.ns.at(-1) as number) / (many.ns.at(-1) as number));
  }
  for (const side of [few, many]) side.ns.sort((a, b) => a - b);
  const ofSide = ({ size, rows, ns }: typeof few) =>
    `${size.assets} assets (${rows} accounts without a slot): min ${(ns[0] / COMMANDS).toFixed(1)}, median ${(medianOf(ns) / COMMANDS).toFixed(1)} ns`;
  console.log(
    `${shape.name}: ${few.fills} trades; ${ofSide(few)}; ${ofSide(many)}; ratios ${ratios.map((ratio) => ratio.toFixed(3)).join(' ')}`,
  );
  ratios.sort((a, b) => a - b);
  printBench({
    name: `${shape.name}-assets`,
    value: medianOf(ratios),
    unit: 'of the speed with few',
    min: many.ns[0] / COMMANDS,
    median: medianOf(many.ns) / COMMANDS,
    yardstick: few.ns[0] / COMMANDS,
    ratio: few.ns[0] / many.ns[0],
  });
}

eachAlone(shapes, bench);
