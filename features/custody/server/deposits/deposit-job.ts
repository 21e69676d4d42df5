// The job of deposits: what arrived becomes a deposit, and each open one goes as far as its block lies deep.
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { depositQueue } from '../../contract.ts';
import { readDeposit } from '../present-deposit.ts';
import { advanceDeposits, type OpenDeposit } from './advance-deposits.ts';
import { bookUnassigned } from './book-unassigned.ts';
import { tellClaims } from '../deposit-claims/claim-notices.ts';
import { tellDeposits } from './deposit-notices.ts';
import { takeArrivals } from './take-arrivals.ts';

const EVERY_MS = 1_000;

export function startDeposits(context: AppContext): void {
  const told: Promise<void>[] = [];
  const tell = (deposit: OpenDeposit) => void told.push(tellMember(context, deposit));
  context.jobs.every({ name: 'custody.deposits', everyMs: EVERY_MS, fault: 'deposits wait' }, async ({ goesOn }) => {
    // First: a site whose engine is away keeps no message of another's back.
    await tellClaims(context, goesOn);
    await tellDeposits(context, goesOn);
    await takeArrivals(context);
    await bookUnassigned(context);
    await advanceDeposits(context, goesOn, tell);
    await Promise.all(told.splice(0));
  });
}

async function tellMember({ sites, services, sockets, pool, log }: AppContext, { id, site, account }: OpenDeposit): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined || !sockets.wants(site, member, depositQueue.destination)) return;
  try {
    const deposit = await readDeposit(pool, config, id);
    if (deposit !== undefined) sockets.send(site, member, depositQueue.destination, deposit);
  } catch (error) {
    // The list has it too: a notice that is lost is no fault of the deposit's.
    log.warn({ err: error, deposit: id }, 'a deposit was not told');
  }
}
