// A whole server with watcher and signer beside it over nodes of its own, members by the thousand, and blocks that are made when a bench says so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainName } from '@maru/chains/chain.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { writeDemoPolicy } from '@maru/custody/server/sign/demo-policy.ts';
import { readPolicy } from '@maru/custody/server/sign/policy.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { signPayouts } from '@maru/custody/server/sign/sign-payouts.ts';
import { openSignedLog } from '@maru/custody/server/sign/signed-log.ts';
import { writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { makeAddresses } from '@maru/custody/server/watch/make-addresses.ts';
import { startWatcher } from '@maru/custody/server/watch/watcher.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { rejections } from '@maru/engine/reject.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { startServer } from '../../apps/server/server.ts';
import type { StageChain } from '../../apps/server/testing/stage-chains.ts';

export const SITE = 1;
/** Above every account that the demo's own members have. */
const FIRST_ACCOUNT = 4_000;
const SIGN_EVERY_MS = 1_000;
const COMPARED_MS = 60_000;

export type CustodyBench = Awaited<ReturnType<typeof openCustodyBench>>;

export const accountOf = (member: number): number => FIRST_ACCOUNT + member;

export async function openCustodyBench(members: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'));
  const env = {
    PORT: '0',
    MARU_SECOND_PORT: '0',
    MARU_DATA: dataDir,
    MARU_DEMO: 'on',
    MARU_CAPACITY: 'medium',
    MARU_LOG: process.env.MARU_LOG ?? 'error',
    ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
  };
  const server = await startServer({ config: loadConfig(env), say: () => {}, hasMarket: false, hasFirstScreens: false, warmsUp: false });
  const { pool, clock, log, services } = server.context;
  // A demo's own would run over chains of their own.
  await services.use(custodyProcesses).stop();
  const now = () => clock.now();
  const seed = openSeed(join(dataDir, 'seed'), 'bench', { isFirst: true });
  await writeKeys(pool, seed, now());
  writeDemoPolicy(join(dataDir, 'policy'));
  const policy = readPolicy(join(dataDir, 'policy'));
  await openMembers();

  /** Rows alone, with accounts that the engine knows. */
  async function openMembers(): Promise<void> {
    await pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
       SELECT $1, $2::int + n, 'saver' || n, 'saver_' || n, 'Kim', '021-' || n, n || '@saver.test', '-', 1 FROM generate_series(0, $3::int - 1) AS n`,
      [SITE, FIRST_ACCOUNT, members],
    );
    const head = { time: 0, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
    for (let at = 0; at < members; at += 1_000)
      await Promise.all(
        Array.from({ length: Math.min(1_000, members - at) }, (_, i) =>
          server.engines
            .submit(SITE, encodeCommand({ ...head, kind: CommandKind.OpenAccount, account: accountOf(at + i) }))
            .then(({ events }) => {
              if (events[0] !== EventKind.AccountOpened)
                throw new Error(
                  `account ${accountOf(at + i)} was not opened: ${rejections.get(events[EventWord.CommandRejected.code])?.name}`,
                );
            }),
        ),
      );
  }

  return {
    server,
    pool,
    now,
    /** Terms as the bench wants them, and an address for each member. */
    async openChain({ chain, coins, deriver }: StageChain<unknown>): Promise<string[]> {
      for (const { code, contract, symbol } of coins)
        await pool.query('UPDATE custody_coin SET contract = $2, symbol = $3, out_paused = NULL WHERE wallet_type = $1', [
          code,
          contract ?? null,
          symbol ?? null,
        ]);
      await pool.query('UPDATE custody_coin SET credit_after = 1, unlock_after = 3, out_settled_after = 2 WHERE chain = $1', [chain]);
      await pool.query(
        `INSERT INTO custody_address (site_id, chain, place, account, asked_ms) SELECT $1, $2, n, $3::int + n, $4 FROM generate_series(0, $5::int - 1) AS n`,
        [SITE, chain, FIRST_ACCOUNT, now(), members],
      );
      while ((await makeAddresses(pool, chain, deriver)) > 0);
      const { rows } = await pool.query<{ address: string }>(
        'SELECT address FROM custody_address WHERE site_id = $1 AND chain = $2 AND account >= $3 ORDER BY place',
        [SITE, chain, FIRST_ACCOUNT],
      );
      return rows.map(({ address }) => address);
    },
    /** As their processes run them; answers how to end them. */
    run(chains: readonly StageChain<unknown>[], parts: { watcher?: boolean; signer?: boolean }): () => Promise<void> {
      const jobs = createJobs({ pool, log });
      const named = new Map(chains.map((chain) => [chain.chain as ChainName, chain]));
      if (parts.watcher === true) startWatcher({ pool, jobs, clock, chains: named });
      const signer = { pool, seed, policy, log: openSignedLog(join(dataDir, 'signed.log')), chains: named, now, comparedMs: COMPARED_MS };
      if (parts.signer === true)
        jobs.every({ name: 'custody.sign', everyMs: SIGN_EVERY_MS, fault: 'nothing is signed' }, () => signPayouts(signer));
      jobs.begin();
      return () => jobs.stop();
    },
    async until(what: string, isSo: () => Promise<boolean>, withinMs = 120_000): Promise<number> {
      const began = performance.now();
      for (;;) {
        if (await isSo()) return performance.now() - began;
        if (performance.now() - began > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`);
        await sleep(25);
      }
    },
    async count(text: string, values: readonly unknown[] = []): Promise<number> {
      const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n ${text}`, [...values]);
      return rows[0].n;
    },
    async stop(): Promise<void> {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
