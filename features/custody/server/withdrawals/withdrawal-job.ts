// The job of withdrawals: each open one goes as far as it may, and the house's own entries are booked.
import type { AppContext } from '@maru/kit/server/context.ts';
import { desk } from '@maru/operator/contract.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { withdrawalQueue } from '../../withdraw-contract.ts';
import { advanceWithdrawals } from './advance-withdrawals.ts';
import { bookEntries } from './book-entries.ts';
import { finishSweeps } from './finish-sweeps.ts';
import type { OpenWithdrawal } from './follow-ledger.ts';
import { readOwn } from './present-withdrawal.ts';
import { tellSteps } from './tell-withdrawal.ts';

const EVERY_MS = 1_000;
export const WITHDRAWALS = 'custody.withdrawals';

export function startWithdrawals(context: AppContext): void {
  const changed = new Map<number, OpenWithdrawal>();
  const tell = (after: OpenWithdrawal) => void changed.set(after.id, after);
  context.jobs.every({ name: WITHDRAWALS, everyMs: EVERY_MS, fault: 'withdrawals wait' }, async ({ goesOn }) => {
    // First: a site whose engine is away keeps no message of another's back.
    await tellSteps(context, goesOn);
    await finishSweeps(context);
    await bookEntries(context);
    await advanceWithdrawals(context, goesOn, tell);
    const told = [...changed.values()];
    changed.clear();
    for (const site of new Set(told.map((one) => one.site)))
      context.services.find(desk)?.tell(site, { type: 'WAITING', kind: 'withdrawal' });
    await Promise.all(told.map((one) => tellMember(context, one)));
  });
}

async function tellMember({ sites, services, sockets, pool, log }: AppContext, { id, site, account }: OpenWithdrawal): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined || !sockets.wants(site, member, withdrawalQueue.destination)) return;
  try {
    const withdrawal = await readOwn(pool, config, account, id);
    if (withdrawal !== undefined) sockets.send(site, member, withdrawalQueue.destination, withdrawal);
  } catch (error) {
    // The list has it too: a notice that is lost is no fault of the withdrawal's.
    log.warn({ err: error, withdrawal: id }, 'a withdrawal was not told');
  }
}
