// One deposit claim with all that it is decided by: what the member said beside what the chain says, who else claims it, who sent from there before.
import { memberProtectionOf } from '@maru/account/admin-contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator, memberLooks } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { type DeskDepositClaimPage, readDeskDepositClaim } from '../../deposit-claim-admin-contract.ts';
import { lastLogins } from '../desk/member-logins.ts';
import { readDeposits } from '../present-deposit.ts';
import { claimedArrivals } from './claimed-arrivals.ts';
import { type DepositClaimRow, readClaim } from './claim-rows.ts';
import { deskClaim } from './desk-claims.ts';

const EARLIER = 10;

export const readDeskDepositClaimHandler = handleOperator(readDeskDepositClaim, async (context, call) => {
  const { site, query, session } = call;
  const { pool, services } = context;
  const row = await readClaim(pool, site.id, query.claimId);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'claimId' });
  const member = services.use(memberDirectory).memberOf(site.id, row.account) ?? 0;
  await services.find(memberLooks)?.(call, [member]);
  const { member: operator } = session as Session;
  const [claim, about, arrivals, rivals, sameSender, deposits, logins] = await Promise.all([
    deskClaim(context, site, row.claimId, operator),
    memberPart(context, site, member, row),
    claimedArrivals(context, site, row, operator),
    rivalsOf(context, site, row),
    sendersOf(context, site, row),
    readDeposits(pool, site, { account: row.account, walletType: undefined, isOpen: undefined, size: EARLIER, offset: 0 }),
    lastLogins(context, site.id, member),
  ]);
  return { data: { claim, member: about, arrivals, rivals, sameSender, deposits: deposits.content, logins } };
});

async function memberPart(
  { services, pool }: AppContext,
  site: SiteConfig,
  member: number,
  { account, chain }: DepositClaimRow,
): Promise<DeskDepositClaimPage['member']> {
  const [cards, protection, { rows }] = await Promise.all([
    services.use(memberCards)(site.id, [member]),
    services.use(memberProtectionOf)(site.id, member),
    pool.query<{ memo: string | null }>('SELECT memo FROM custody_address WHERE site_id = $1 AND account = $2 AND chain = $3', [
      site.id,
      account,
      chain,
    ]),
  ]);
  const card = cards.get(member);
  return {
    playerId: member,
    username: card?.username ?? '',
    nick: card?.nick ?? '',
    status: card?.status ?? '',
    isVerified: protection?.isVerified ?? false,
    hasSecondFactor: protection?.hasSecondFactor ?? false,
    joinedAt: new Date(protection?.joinedMs ?? 0).toISOString(),
    memo: rows.at(0)?.memo ?? null,
  };
}

async function rivalsOf(context: AppContext, site: SiteConfig, row: DepositClaimRow): Promise<DeskDepositClaimPage['rivals']> {
  const { rows } = await context.pool.query<{ claimId: number; account: number; state: string; asked: number }>(
    `SELECT claim_id::float8 AS "claimId", account, state, asked_ms::float8 AS asked FROM custody_deposit_claim
     WHERE site_id = $1 AND chain = $2 AND tx_hash = $3 AND claim_id <> $4 ORDER BY claim_id LIMIT $5`,
    [site.id, row.chain, row.txHash, row.claimId, EARLIER],
  );
  const named = await namesOf(context, site, rows);
  return rows.map(({ account, asked, ...one }) => ({ ...one, ...named(account), askedAt: new Date(asked).toISOString() }));
}

/** Whoever has deposits of its own from the sender, beside what is claimed, has shown that it can send from there. */
async function sendersOf(context: AppContext, site: SiteConfig, row: DepositClaimRow): Promise<DeskDepositClaimPage['sameSender']> {
  const { rows } = await context.pool.query<{ account: number; deposits: number }>(
    `SELECT d.account, count(*)::int AS deposits FROM custody_deposit d JOIN custody_arrival a ON a.arrival_id = d.deposit_id
     WHERE d.site_id = $1 AND a.chain = $2 AND a.tx_hash <> $3 AND a.sender IN (SELECT s.sender FROM custody_arrival s WHERE s.chain = $2 AND s.tx_hash = $3 AND s.coin = $4)
     GROUP BY d.account ORDER BY d.account = $5 DESC, count(*) DESC, d.account LIMIT $6`,
    [site.id, row.chain, row.txHash, row.walletType, row.account, EARLIER],
  );
  const named = await namesOf(context, site, rows);
  return rows.map(({ account, deposits }) => ({ ...named(account), deposits, isClaimant: account === row.account }));
}

async function namesOf({ services }: AppContext, site: SiteConfig, rows: readonly { account: number }[]) {
  const directory = services.use(memberDirectory);
  const memberAt = (account: number) => directory.memberOf(site.id, account) ?? 0;
  const cards = await services.use(memberCards)(site.id, [...new Set(rows.map(({ account }) => memberAt(account)))]);
  return (account: number) => ({ playerId: memberAt(account), username: cards.get(memberAt(account))?.username ?? '' });
}
