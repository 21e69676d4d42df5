// The futures wallet is told from its facts once it was read, and read again where something went by unheard.
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { CommandKind } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { createEngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Wallet } from '../contract.ts';
import { startPointFeed } from './point-feed.ts';

let run: ReturnType<typeof createEngineRun>;
let tell: ((batch: EventBatch) => void)[];
let told: Wallet[];
let reads: number;
let isWanted: boolean;
let stop: () => void;

beforeEach(() => {
  run = createEngineRun();
  [tell, told, reads, isWanted] = [[], [], 0, true];
  run.apply(0, -1, { kind: CommandKind.OpenAccount });
  stop = startPointFeed({
    engine: {
      onBatch: (listener: (batch: EventBatch) => void) => tell.push(listener),
      query: (_site: number, view: string, ...args: unknown[]) => {
        reads += 1;
        return Promise.resolve(run.view(view, ...args));
      },
    },
    sites: { byId: () => ({ id: 1 }) },
    services: { use: () => ({ memberOf: () => 7, accountOf: () => 0 }), find: () => undefined },
    sockets: {
      wants: () => isWanted,
      listening: () => [],
      send: (_site: number, _member: number, _queue: string, body: Wallet) => told.push(body),
    },
    log: { warn: expect.unreachable },
  } as unknown as AppContext);
});
afterEach(() => stop());

/** Money comes, and whoever listens hears of it. */
async function comes(amount: number): Promise<void> {
  const money = { debit: HouseAccount.Promo, credit: futuresWallet(0), amount, reason: PostingReason.Adjustment };
  run.apply(-1, -1, { kind: CommandKind.Transfer, ...money });
  const batch = run.batch();
  for (const listener of tell) listener(batch);
  await new Promise((done) => setImmediate(done));
}
const points = () => told.map(({ point }) => point);

it('is asked for once', async () => {
  for (const amount of [1_000_000, 2_000_000, 500_000]) await comes(amount);
  expect([points(), reads]).toEqual([['1.000000', '3.000000', '3.500000'], 1]);
});

it('is read again after nobody listened, and after commands went by unheard', async () => {
  await comes(1_000_000);
  isWanted = false;
  await comes(1_000_000);
  isWanted = true;
  await comes(1_000_000);
  run.apply(-1, -1, { kind: CommandKind.OpenAccount });
  run.batch();
  await comes(1_000_000);
  expect([points(), reads]).toEqual([['1.000000', '3.000000', '4.000000'], 3]);
});
