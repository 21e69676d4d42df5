// How far the engine has followed a withdrawal's state, and what it must have answered for that.
import type { PoolClient } from 'pg';
import type { WithdrawalState } from '../../withdraw-contract.ts';

export type Followed = 'NONE' | 'HELD' | 'SENT' | 'SETTLED' | 'INSIDE' | 'RETURNED' | 'VOID';

export interface OpenWithdrawal {
  id: number;
  site: number;
  account: number;
  walletType: string;
  asset: number;
  chain: string;
  payee: number | null;
  amount: number;
  fee: number;
  number: number | null;
  state: WithdrawalState;
  ledger: Followed;
}

/** Anything else is a fault of ours: nothing is written, and it is looked at again. */
export function insist(
  { id, site }: Pick<OpenWithdrawal, 'id' | 'site'>,
  answer: { state: number } | { refused: string },
  state: number,
): void {
  if ('state' in answer && answer.state === state) return;
  throw new Error(`withdrawal ${id} of site ${site}: the ledger answered ${JSON.stringify(answer)}, not ${state}`);
}

const before: Readonly<Record<Exclude<Followed, 'NONE'>, readonly Followed[]>> = {
  HELD: ['NONE'],
  SENT: ['HELD'],
  SETTLED: ['SENT'],
  INSIDE: ['HELD'],
  RETURNED: ['NONE', 'HELD', 'SENT'],
  VOID: ['NONE'],
};

/** Forward alone: a step that somebody else took further stays where that one left it. */
export async function follow(client: PoolClient, id: number, ledger: Exclude<Followed, 'NONE'>): Promise<void> {
  await client.query('UPDATE custody_withdrawal SET ledger = $2 WHERE withdrawal_id = $1 AND ledger = ANY($3)', [
    id,
    ledger,
    before[ledger],
  ]);
}
