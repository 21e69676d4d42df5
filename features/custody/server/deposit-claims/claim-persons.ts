// Who may say yes to a claim: no person that may be its member, and above the coin's limit of two persons within a day nobody alone.
import { memberLoginsOf } from '@maru/account/admin-contract.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { accountsOfPerson, sharesPlace } from '@maru/operator/admin-contract.ts';
import type { PoolClient } from 'pg';
import { isOwn } from '../withdrawals/refuse-own.ts';
import type { LockedClaim } from './claim-content.ts';

/** Logins that are looked through for the operator's own places. */
const LOGINS = 200;

/** Its own by what an operator is known by (ADR 0085); or one that works from where the member logs in, and so may be the member itself. */
export async function refuseOwn(
  context: Pick<AppContext, 'services'>,
  client: PoolClient,
  claim: LockedClaim,
  operator: number,
): Promise<void> {
  const { services } = context;
  if (await isOwn(context, client, { site: claim.site, account: claim.account, operator })) throw new Refusal('DEPOSIT_CLAIM_OWN');
  const member = services.use(memberDirectory).memberOf(claim.site, claim.account) ?? 0;
  const logins = await services.use(memberLoginsOf)(claim.site, member, LOGINS, client);
  const ips = [...new Set(logins.filter(({ result }) => result.startsWith('OK')).map(({ ip }) => ip))];
  if (await services.use(sharesPlace)(client, operator, ips)) throw new Refusal('DEPOSIT_CLAIM_OWN');
}

/** Whoever has left has no wallet; who is blocked or has shut itself out has, and what it may do with it stands elsewhere. */
export const refuseGone = ({ services }: AppContext, client: PoolClient, { site, account }: LockedClaim): Promise<void> =>
  services.use(refuseLeaving)(client, site, account, 'OPERATOR');

/** Until the transaction ends, claims of the coin are decided one after another: of two at once each sees the other. */
export async function holdCoin(client: PoolClient, walletType: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`custody.deposit-claim|${walletType}`]);
}

interface Judged {
  site: number;
  account: number;
  walletType: string;
  twoPersons: number;
}

/**
 * In the ledger's units, what may still go to this member by this person alone: the coin's limit of two persons, less what the person
 * approved alone within the last day, or what the member was given so, whichever is more.
 */
export async function leftAlone(
  { services, clock }: Pick<AppContext, 'services' | 'clock'>,
  sql: SqlWriter,
  { site, account, walletType, twoPersons }: Judged,
  operator: number,
): Promise<number> {
  const accounts = await services.use(accountsOfPerson)(sql, operator);
  const { rows } = await sql.query<{ person: number; member: number }>(
    `SELECT coalesce(sum(d.amount) FILTER (WHERE q.alone_by = ANY($3::bigint[])), 0)::float8 AS person,
       coalesce(sum(d.amount) FILTER (WHERE q.site_id = $4 AND q.account = $5), 0)::float8 AS member
     FROM custody_deposit_claim q JOIN custody_deposit d ON d.deposit_id = q.arrival_id
     WHERE q.wallet_type = $1 AND q.state = 'APPROVED' AND q.decided_ms > $2 AND q.alone_by IS NOT NULL`,
    [walletType, clock.now() - DAY_MS, accounts, site, account],
  );
  const [{ person, member }] = rows;
  return twoPersons - Math.max(person, member);
}
