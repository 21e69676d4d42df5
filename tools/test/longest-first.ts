// The order of test files: stage by stage, and in each the long ones first, so that no core idles while the last one ends.
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Those that mostly wait come first of all: they share the cores with what computes. */
const stages = ['server', 'browser', 'unit', 'walls'];

/** Seconds on two cores of files whose size does not tell. The order is all that depends on them. */
const seconds: Readonly<Record<string, number>> = {
  'apps/server/clock-leaps-day.test.ts': 320,
  'apps/server/clock-leaps-hour.test.ts': 320,
  'apps/server/crash.test.ts': 75,
  'apps/server/clock-leaps.test.ts': 40,
  'chains/bitcoin/litecoind.test.ts': 40,
  'chains/bitcoin/demo-node.test.ts': 20,
  'apps/server/crash-rounds.test.ts': 35,
  'apps/server/main.test.ts': 60,
  'apps/server/operator-tools.test.ts': 45,
  'apps/server/market.test.ts': 42,
  'e2e/attack/resilience.test.ts': 40,
  'kit/server/recovery.test.ts': 35,
  'kit/server/backup.test.ts': 30,
  'kit/server/embedded-postgres.test.ts': 30,
  'apps/server/boot-failure.test.ts': 30,
  'e2e/attack/login.test.ts': 25,
  'e2e/attack/risk.test.ts': 25,
  'e2e/attack/games-walk.test.ts': 20,
  'kit/server/projector.test.ts': 20,
  'kit/server/database-away.test.ts': 15,
  'kit/server/engine-tick.test.ts': 10,
  'features/futures/server/closed-end.test.ts': 3,
  'features/market/server/market-past.test.ts': 17,
  'kit/server/engine-growth.test.ts': 12,
  'apps/server/futures-live.test.ts': 20,
  'e2e/attack/bots.test.ts': 20,
  'apps/server/bots-order-terms.test.ts': 20,
  'apps/server/bots-repeats.test.ts': 6,
  'apps/server/bots-times.test.ts': 20,
  'apps/server/practice.test.ts': 20,
  'apps/server/practice-rules.test.ts': 25,
  'apps/server/practice-waits.test.ts': 10,
  'apps/server/bots-methods.test.ts': 15,
  'apps/server/futures-explain.test.ts': 15,
  'features/market/server/replay-feed.test.ts': 14,
  'features/wallet/server/long-ledger.test.ts': 10,
  'features/rounds/server/long-history.test.ts': 10,
  'features/market/server/binance-feed.test.ts': 13,
  'kit/server/engine-host.test.ts': 13,
  'e2e/shell/every-page.test.ts': 70,
  'e2e/account/protection.test.ts': 30,
  'e2e/admin/desk-forms.test.ts': 45,
  'e2e/messages/member-mail.test.ts': 30,
  'e2e/shell/trouble.test.ts': 30,
  'e2e/shell/api-keys.test.ts': 25,
  'e2e/trade/order-journeys.test.ts': 60,
  'e2e/shell/journeys.test.ts': 55,
  'e2e/trade/every-width.test.ts': 50,
  'e2e/trade/pro-journeys.test.ts': 40,
  'e2e/trade/rounds-void.test.ts': 20,
  'e2e/trade/rounds-journey.test.ts': 150,
  'engine/testing/simulator.test.ts': 60,
  'tools/sim/crash-run.test.ts': 15,
};
/** A file without an entry: a second per two kilobytes. */
const BYTES_A_SECOND = 2_000;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = new Map(files.map((file) => [file, secondsOf(file.moduleId)]));
    const stage = (file: TestSpecification) => stages.indexOf(file.project.name);
    return files.toSorted((a, b) => stage(a) - stage(b) || (length.get(b) ?? 0) - (length.get(a) ?? 0));
  }
}

function secondsOf(path: string): number {
  return seconds[relative(root, path)] ?? statSync(path).size / BYTES_A_SECOND;
}
