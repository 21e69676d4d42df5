// Looks behind the mask: each a line of the log, and how many of them one person takes within a day, all its accounts and sites together.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { accountsOfPerson, linesOf } from '@maru/operator/admin-contract.ts';
import { revealMember } from '../../admin-contract.ts';

/** Different values in the clear; the masked lists' share is of thousands. */
export const REVEALS_A_DAY = 200;

/** The log itself is the count. Throws REVEAL_SPENT; what was seen today is seen again. Two of one person count one after the other. */
export async function writeReveal(
  { pool, clock, services }: AppContext,
  { session, body }: Call<undefined, Out<typeof revealMember.body>>,
  audit: Audit,
): Promise<void> {
  const line = { target: `member:${body.playerId}`, after: { revealed: body.field } };
  await inTransaction(pool, async (client) => {
    const accounts = await services.use(accountsOfPerson)(client, (session as Session).member);
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('account_reveal'), $1)`, [accounts[0]]);
    const since = new Date(clock.now() - DAY_MS);
    const lines = await services.use(linesOf)(client, { operators: accounts, action: revealMember.name, since });
    const seen = new Set(lines.map(({ target, after }) => `${target} ${JSON.stringify(after)}`));
    if (!seen.has(`${line.target} ${JSON.stringify(line.after)}`) && seen.size >= REVEALS_A_DAY)
      throw new Refusal('REVEAL_SPENT', { limit: REVEALS_A_DAY });
    await audit(line, client);
  });
}
