// What of a withdrawal is agreed to, read under its lock.
import type { PoolClient } from 'pg';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import type { WithdrawalContent } from './content-hash.ts';

export interface LockedContent extends WithdrawalContent {
  state: WithdrawalState;
  ledger: string;
  number: number | null;
  twoPersons: number;
  /** The site's rules want two persons, whatever the amount. */
  isJudgedTwo: boolean;
}

/** By the coin's limit as it stands now, or by what the rules said of it: for the desk, for who decides, and for the signer. */
export const needsTwo = ({
  amount,
  fee,
  twoPersons,
  isJudgedTwo,
}: Pick<LockedContent, 'amount' | 'fee' | 'twoPersons' | 'isJudgedTwo'>): boolean => isJudgedTwo || amount + fee > twoPersons;

/** Nobody else moves it until the transaction ends. Undefined: there is none of this id at the site. */
export async function lockContent(client: PoolClient, site: number, id: number): Promise<LockedContent | undefined> {
  const { rows } = await client.query<LockedContent>(
    `SELECT w.withdrawal_id::float8 AS id, w.site_id AS site, w.account, w.wallet_type AS "walletType", w.asset, w.chain, w.address, w.memo,
       w.payee, w.amount::float8 AS amount, w.fee::float8 AS fee, w.state, w.ledger, w.number::float8 AS number,
       c.out_two_persons::float8 AS "twoPersons",
       EXISTS (SELECT 1 FROM custody_judgement j WHERE j.withdrawal_id = w.withdrawal_id AND j.result = 'TWO') AS "isJudgedTwo"
     FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
     WHERE w.site_id = $1 AND w.withdrawal_id = $2 FOR UPDATE OF w`,
    [site, id],
  );
  return rows[0];
}
