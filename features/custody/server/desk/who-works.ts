// Who works on a row of the desk, and who said the first yes to it: names beside ids, as every queue of custody shows them.
import type { AppContext } from '@maru/kit/server/context.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type { DeskWithdrawal } from '../../withdraw-admin-contract.ts';
import { isSecondAsked } from '../withdrawals/second-person.ts';
import { type Worked, workerOf } from '../withdrawals/worker.ts';

export async function workersOf(
  { clock, services }: Pick<AppContext, 'clock' | 'services'>,
  rows: readonly (Worked & { id: number })[],
  operator: number,
): Promise<Map<number, DeskWithdrawal['claim']>> {
  const now = clock.now();
  const worked = rows.flatMap((row) => {
    const worker = workerOf(row, now);
    return worker === null ? [] : [{ id: row.id, worker, since: new Date(row.workedSince as number).toISOString() }];
  });
  const names = await services.use(operatorNames).of(worked.map(({ worker }) => worker));
  const claimOf = ({ worker, since }: (typeof worked)[number]) => ({
    operatorId: worker,
    person: names.get(worker)?.username ?? String(worker),
    since,
    isMine: worker === operator,
  });
  return new Map(worked.map((one) => [one.id, claimOf(one)]));
}

interface AskedRow {
  id: number;
  secondRequest: number | null;
  secondBy: number | null;
  secondAsked: number | null;
}

export async function secondsOf(
  { clock, services }: Pick<AppContext, 'clock' | 'services'>,
  rows: readonly AskedRow[],
): Promise<Map<number, DeskWithdrawal['asked']>> {
  const waiting = rows.filter((row) => isSecondAsked(row, clock.now()));
  const names = await services.use(operatorNames).of(waiting.map(({ secondBy }) => secondBy as number));
  return new Map(
    waiting.map(({ id, secondRequest, secondBy, secondAsked }) => [
      id,
      {
        requestId: secondRequest as number,
        person: names.get(secondBy as number)?.username ?? String(secondBy),
        at: new Date(secondAsked as number).toISOString(),
      },
    ]),
  );
}
