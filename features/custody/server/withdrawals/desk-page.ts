// One withdrawal with all that an operator decides by: member, rules and their facts, what went before, the ledger's word, the chain's.
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { memberProtectionOf } from '@maru/account/admin-contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator, memberLooks } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import type { Travel } from '../../withdraw-contract.ts';
import { type DeskWithdrawalPage, readDeskWithdrawal } from '../../withdraw-desk-contract.ts';
import { findAllowed } from '../allow-list/allowed-rows.ts';
import { lastLogins } from '../desk/member-logins.ts';
import { readDeposits } from '../present-deposit.ts';
import { presentLimits } from '../rules/limits.ts';
import { deskWithdrawal } from './desk-withdrawals.ts';
import { readJudgement } from './keep-judgement.ts';
import { proofOf } from './ledger-proof.ts';
import { countAsked, standingOf } from './may-leave.ts';
import { payoutsOf } from './payout-history.ts';
import { presentWithdrawal, readRow, readRows, type WithdrawalRow } from './present-withdrawal.ts';

const EARLIER = 10;

export const readDeskWithdrawalHandler = handleOperator(readDeskWithdrawal, async (context, call) => {
  const { site, query, session } = call;
  const { pool, services } = context;
  const row = await readRow(pool, site.id, query.withdrawalId);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'withdrawalId' });
  const member = services.use(memberDirectory).memberOf(site.id, row.account) ?? 0;
  await services.find(memberLooks)?.(call, [member]);
  const [withdrawal, about, logins, judgement, said, earlier, sameAddress, proof, payouts] = await Promise.all([
    deskWithdrawal(context, site, row.withdrawalId, (session as Session).member),
    memberPart(context, site, member, row),
    lastLogins(context, site.id, member),
    readJudgement(pool, row.withdrawalId),
    saidOf(context, site.id, row),
    earlierOf(context, site, row),
    toSameAddress(context, site, row),
    proofOf(context, site, row),
    payoutsOf(pool, row),
  ]);
  if (withdrawal === undefined) throw new Refusal('NOT_FOUND', { field: 'withdrawalId' });
  return { data: { withdrawal, member: about, logins, judgement, ...said, earlier, sameAddress, proof, payouts } };
});

async function memberPart(
  context: AppContext,
  site: SiteConfig,
  member: number,
  row: WithdrawalRow,
): Promise<DeskWithdrawalPage['member']> {
  const { services, pool, engine } = context;
  const [cards, protection, held, standing, figures] = await Promise.all([
    services.use(memberCards)(site.id, [member]),
    services.use(memberProtectionOf)(site.id, member),
    services.use(withdrawalHoldOf)(site.id, member),
    standingOf(context, site, { member, account: row.account }, row.asset),
    engine.query<Record<keyof DeskWithdrawalPage['member']['wallet'], number>>(site.id, 'custodyFigures', row.account, row.asset),
  ]);
  const card = cards.get(member);
  const counted = await countAsked(pool, standing, { site: site.id, account: row.account, asset: row.asset });
  const text = (units: number) => formatDecimal(units, assetAt(site, row.asset)?.decimals ?? 0, true);
  const { withdrawable, pending, held: aside, locked, owed } = figures;
  return {
    playerId: member,
    username: card?.username ?? '',
    nick: card?.nick ?? '',
    status: card?.status ?? '',
    isVerified: protection?.isVerified ?? false,
    hasSecondFactor: protection?.hasSecondFactor ?? false,
    joinedAt: new Date(protection?.joinedMs ?? 0).toISOString(),
    hold: held === undefined ? null : { until: held.until?.toISOString() ?? null, reason: held.reason },
    limits: presentLimits(standing.limits, counted),
    wallet: {
      withdrawable: text(Math.max(0, withdrawable)),
      pending: text(pending),
      held: text(aside),
      locked: text(locked),
      owed: text(owed),
    },
  };
}

/** What the member said itself: who receives it, and its own name for the address. */
async function saidOf({ pool }: AppContext, site: number, row: WithdrawalRow): Promise<Pick<DeskWithdrawalPage, 'travel' | 'allowed'>> {
  const [{ rows }, entry] = await Promise.all([
    pool.query<{ travel: Travel | null }>('SELECT travel FROM custody_withdrawal WHERE withdrawal_id = $1', [row.withdrawalId]),
    findAllowed(pool, { site, account: row.account }, row),
  ]);
  const allowed = entry && { label: entry.label, addedAt: new Date(entry.added).toISOString(), ripeAt: new Date(entry.ripe).toISOString() };
  return { travel: rows.at(0)?.travel ?? null, allowed: allowed ?? null };
}

async function earlierOf({ pool }: AppContext, site: SiteConfig, row: WithdrawalRow): Promise<DeskWithdrawalPage['earlier']> {
  const [out, into] = await Promise.all([
    readRows(pool, site.id, { account: row.account, before: row.withdrawalId, size: EARLIER, offset: 0 }),
    readDeposits(pool, site, { account: row.account, walletType: undefined, isOpen: undefined, size: EARLIER, offset: 0 }),
  ]);
  return { withdrawals: out.rows.map((one) => presentWithdrawal(site, one)), deposits: into.content };
}

async function toSameAddress(
  { pool, services }: AppContext,
  site: SiteConfig,
  row: WithdrawalRow,
): Promise<DeskWithdrawalPage['sameAddress']> {
  const { rows } = await pool.query<{ withdrawalId: number; account: number; state: string; asked: number }>(
    `SELECT withdrawal_id::float8 AS "withdrawalId", account, state, asked_ms::float8 AS asked FROM custody_withdrawal
     WHERE site_id = $1 AND chain = $2 AND address = $3 AND coalesce(memo, '') = coalesce($4, '') AND withdrawal_id <> $5
     ORDER BY withdrawal_id DESC LIMIT $6`,
    [site.id, row.chain, row.address, row.memo, row.withdrawalId, EARLIER],
  );
  const directory = services.use(memberDirectory);
  const memberAt = (account: number) => directory.memberOf(site.id, account) ?? 0;
  const cards = await services.use(memberCards)(
    site.id,
    rows.map(({ account }) => memberAt(account)),
  );
  return rows.map(({ account, asked, ...one }) => ({
    ...one,
    playerId: memberAt(account),
    username: cards.get(memberAt(account))?.username ?? '',
    askedAt: new Date(asked).toISOString(),
  }));
}
