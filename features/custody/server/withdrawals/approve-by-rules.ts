// What no rule objects to is approved by the rules; the rest waits for a person. Either way bound to what the row says at that moment.
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { readRules } from '../rules/site-rules.ts';
import { contentHash } from './content-hash.ts';
import { judge, reasonOf } from './judge.ts';
import { keepJudgement } from './keep-judgement.ts';
import { moveState } from './move-state.ts';
import { lockContent } from './read-content.ts';
import { type FactContext, gatherFacts } from './risk-facts.ts';

interface Asked {
  id: number;
  site: number;
  account: number;
  payee: number | null;
  amount: number;
  fee: number;
}

export const RULES = 'RULES';

export async function approveByRules(context: FactContext, w: Asked): Promise<boolean> {
  const { pool, clock, sites } = context;
  const site = sites.byId(w.site);
  if (site === undefined) return false;
  const facts = await gatherFacts(context, site, w);
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const content = await lockContent(client, w.site, w.id);
    if (content?.state !== 'HELD') return false;
    const judged = judge(facts, await readRules(client, w.site));
    await keepJudgement(client, w.id, judged, facts);
    if (judged.result !== 'PASS') return moveState(client, w.id, { from: ['HELD'], to: 'REVIEW', now, reason: reasonOf(judged) });
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
