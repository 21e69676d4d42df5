// The watcher: follows each chain, makes addresses, and on a demo sends the coins that members asked for. It holds no key of a member's money.
import type { ChainName } from '@maru/chains/chain.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { Jobs } from '@maru/kit/server/jobs.ts';
import type { Pool } from 'pg';
import { readHead, sayFault } from './block-line.ts';
import { followChain } from './follow-chain.ts';
import { prepareFromCold } from './from-cold.ts';
import { fundHot } from './fund-hot.ts';
import { lookUpAccounts } from './look-up-accounts.ts';
import { makeAddresses } from './make-addresses.ts';
import { moveToCold } from './move-to-cold.ts';
import { type PayoutStep, payOut } from './pay-out.ts';
import { prepareSweeps } from './prepare-sweeps.ts';
import { readWhenDue } from './read-balances.ts';
import { takeSigned } from './take-signed.ts';
import type { WatchedChain } from './watched-chain.ts';

export interface WatcherParts {
  pool: Pool;
  jobs: Jobs;
  clock: Pick<Clock, 'now'>;
  chains: ReadonlyMap<ChainName, WatchedChain>;
}

const EVERY_MS = 1_000;
/** A member waits for it with the form in front of it. */
const NAMES_EVERY_MS = 250;

export function startWatcher({ pool, jobs, clock, chains }: WatcherParts): void {
  const now = () => clock.now();
  for (const [chain, { reader, deriver, preparer, cold, pay }] of chains) {
    const fault = `${chain} is not read`;
    jobs.every({ name: `custody.watch.${chain}`, everyMs: EVERY_MS, fault }, async ({ goesOn }) => {
      // None is shown before the line has begun: what came to it earlier would be nobody's.
      if ((await readHead(pool, chain)) !== undefined) await makeAddresses(pool, chain, deriver);
      try {
        await followChain({ pool, reader, now, goesOn });
      } catch (error) {
        await sayFault(pool, chain, String(error), now());
        throw error;
      }
    });
    jobs.every({ name: `custody.read.${chain}`, everyMs: EVERY_MS, fault: `addresses on ${chain} are not read` }, ({ goesOn }) =>
      readWhenDue({ pool, reader, now, goesOn }),
    );
    const { hasAccount } = reader;
    if (hasAccount !== undefined)
      jobs.every({ name: `custody.accounts.${chain}`, everyMs: NAMES_EVERY_MS, fault: `names on ${chain} are not looked up` }, () =>
        lookUpAccounts(pool, chain, hasAccount, now()),
      );
    if (preparer !== undefined)
      jobs.every({ name: `custody.payouts.${chain}`, everyMs: EVERY_MS, fault: `payouts on ${chain} wait` }, async () => {
        const more: PayoutStep[] = [prepareSweeps, moveToCold];
        if (cold !== undefined)
          more.push(
            (given) => prepareFromCold(given, cold),
            (given) => takeSigned(given, cold),
          );
        await payOut({ pool, chain, reader, preparer, deriver, now }, more);
      });
    if (pay !== undefined) {
      jobs.every({ name: `custody.fund.${chain}`, everyMs: EVERY_MS, fault: 'the hot address waits for coins' }, () =>
        fundHot({ pool, chain, reader, deriver, now, pay }),
      );
      jobs.every({ name: `custody.testCoins.${chain}`, everyMs: EVERY_MS, fault: 'test coins wait' }, () =>
        sendTestCoins(pool, chain, pay),
      );
    }
  }
}

interface Asked {
  id: number;
  coin: string;
  address: string;
  memo: string | null;
  amount: string;
}

/** Not fenced against a crash between: coins of a demo's chain are worth nothing. */
async function sendTestCoins(pool: Pool, chain: ChainName, pay: NonNullable<WatchedChain['pay']>): Promise<void> {
  const { rows } = await pool.query<Asked>(
    'SELECT test_coin_id AS id, coin, address, memo, amount FROM custody_test_coin WHERE chain = $1 AND tx_hash IS NULL ORDER BY test_coin_id LIMIT 20',
    [chain],
  );
  for (const { id, coin, address, memo, amount } of rows) {
    const hash = await pay(coin, address, memo, BigInt(amount));
    await pool.query('UPDATE custody_test_coin SET tx_hash = $2 WHERE test_coin_id = $1', [id, hash]);
  }
}
