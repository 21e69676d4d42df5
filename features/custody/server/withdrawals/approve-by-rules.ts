// What no rule objects to is approved by the rules; the rest waits for a person. Either way bound to what the row says at that moment.
import type { AppContext } from '@maru/kit/server/context.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { contentHash } from './content-hash.ts';
import { judge, type RiskFacts } from './judge.ts';
import { moveState } from './move-state.ts';
import { lockContent } from './read-content.ts';

interface Judged {
  id: number;
  site: number;
  account: number;
  walletType: string;
  payee: number | null;
  amount: number;
  fee: number;
}

export const RULES = 'RULES';

export async function approveByRules({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, w: Judged): Promise<boolean> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const content = await lockContent(client, w.site, w.id);
    if (content === undefined) return false;
    const fired = judge(await factsOf(client, w, now));
    if (fired.length > 0) return moveState(client, w.id, { from: ['HELD'], to: 'REVIEW', now, reason: fired.join(',') });
    await writeYes(client, w.id, RULES, contentHash(content), now);
    return moveState(client, w.id, { from: ['HELD'], to: 'APPROVED', now });
  });
}

/** Who agreed, once however often it is written. */
export async function writeYes(client: PoolClient, id: number, person: string, hash: string, now: number): Promise<void> {
  await client.query(
    `INSERT INTO custody_withdrawal_yes (withdrawal_id, person, content_hash, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (withdrawal_id, person) DO UPDATE SET content_hash = excluded.content_hash, at_ms = excluded.at_ms`,
    [id, person, hash, now],
  );
}

async function factsOf(client: PoolClient, { site, account, walletType, payee, amount, fee }: Judged, now: number): Promise<RiskFacts> {
  const { rows } = await client.query<{ before: number; today: number; lookedAt: number }>(
    `SELECT count(*) FILTER (WHERE w.state = 'CONFIRMED')::int AS before, count(*) FILTER (WHERE w.asked_ms > $3)::int AS today,
       (SELECT c.out_looked_at::float8 FROM custody_coin c WHERE c.site_id = $1 AND c.wallet_type = $4) AS "lookedAt"
     FROM custody_withdrawal w WHERE w.site_id = $1 AND w.account = $2`,
    [site, account, now - DAY_MS, walletType],
  );
  return { amount: amount + fee, isInside: payee !== null, ...rows[0] };
}
