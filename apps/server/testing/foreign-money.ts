// Coins of another site that are on their way, as rows alone, and the calls that name them.
import { openCoins } from '@maru/custody/server/coin-rows.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Person, Try } from './foreign-world.ts';
import type { TestServer } from './harness.ts';

export type MoneyIds = Record<
  'withdrawalId' | 'claimId' | 'allowedId' | 'quoteId' | 'transferId' | 'coldId' | 'moveId' | 'sanctionId',
  number
>;

export const moneyTries: Record<string, (theirs: MoneyIds, them: Person) => Try> = {
  convert: ({ quoteId }) => ({ send: { from: 'USDT', to: 'ETH', point: '10', quoteId }, answer: 'QUOTE_UNKNOWN' }),
  cancelWithdrawal: ({ withdrawalId }) => ({ send: { withdrawalId }, answer: 'NOT_FOUND' }),
  cancelWithdrawalGet: ({ withdrawalId }) => ({ send: { dnwHistoryId: withdrawalId }, answer: 'NOT_FOUND' }),
  readWithdrawal: ({ withdrawalId }) => ({ send: { withdrawalId }, answer: 'NOT_FOUND' }),
  listDeskWithdrawals: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listMemberAddresses: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listDeskDeposits: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  readDeskWithdrawal: ({ withdrawalId }) => ({ send: { withdrawalId }, answer: 'NOT_FOUND' }),
  claimWithdrawal: ({ withdrawalId }) => ({ send: { withdrawalId }, answer: 'NOT_FOUND' }),
  releaseWithdrawal: ({ withdrawalId }) => ({ send: { withdrawalId }, answer: 'NOT_FOUND' }),
  liftCustodyStop: () => ({ send: { stopId: 9_999, fingerprint: 'theirs', reason: '남의 멈춤' }, answer: 'NOT_FOUND' }),
  removeAllowed: ({ allowedId }) => ({ send: { entryId: allowedId }, answer: 'NOT_FOUND' }),
  decideWithdrawal: ({ withdrawalId }) => ({
    send: { withdrawalId, decision: 'APPROVE', contentHash: '', reason: '남의 출금' },
    answer: 'NOT_FOUND',
  }),
  cancelDepositClaim: ({ claimId }) => ({ send: { claimId }, answer: 'NOT_FOUND' }),
  listDeskDepositClaims: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  readDeskDepositClaim: ({ claimId }) => ({ send: { claimId }, answer: 'NOT_FOUND' }),
  takeDepositClaim: ({ claimId }) => ({ send: { claimId }, answer: 'NOT_FOUND' }),
  leaveDepositClaim: ({ claimId }) => ({ send: { claimId }, answer: 'NOT_FOUND' }),
  decideDepositClaim: ({ claimId }) => ({
    send: { claimId, decision: 'APPROVE', arrivalId: 1, contentHash: '', reason: '남의 입금' },
    answer: 'NOT_FOUND',
  }),
  transferToMember: ({ transferId }) => ({ send: { transferId, password: '000000' }, key: 'theirs', answer: 'TRANSFER_UNKNOWN' }),
  closeColdAddress: ({ coldId }) => ({ send: { coldId, reason: '남의 콜드 지갑' }, answer: 'NOT_FOUND' }),
  askColdMove: ({ coldId }) => ({ send: { coldId, walletType: 'ETH', amount: '1', reason: '남의 콜드 지갑' }, answer: 'NOT_FOUND' }),
  readColdFile: ({ moveId }) => ({ send: { moveId }, answer: 'NOT_FOUND' }),
  bringColdSigned: ({ moveId }) => ({ send: { moveId, text: SIGNED }, answer: 'NOT_FOUND' }),
  dropDeskSanction: ({ sanctionId }) => ({ send: { sanctionId, reason: '남의 제재 명단' }, answer: 'NOT_FOUND' }),
  dropColdMove: ({ moveId }) => ({ send: { moveId, reason: '남의 콜드 지갑' }, answer: 'NOT_FOUND' }),
};

/** A signed file by its form. */
const SIGNED = JSON.stringify({ format: 'maru-cold-signed-1', order: 'ab'.repeat(32), raw: '00', txHash: '' });

export async function moneyRows(server: TestServer, who: Person): Promise<MoneyIds> {
  const coldId = await coldOf(server, who);
  return {
    withdrawalId: await withdrawalOf(server, who),
    claimId: await claimOf(server, who),
    allowedId: await allowedOf(server, who),
    quoteId: await quoteOf(server, who),
    transferId: await transferOf(server, who),
    coldId,
    moveId: await moveOf(server, who, coldId),
    sanctionId: await sanctionOf(server, who),
  };
}

async function sanctionOf({ context }: TestServer, { site }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO custody_sanction (site_id, same, address, list, added_ms, added_by) VALUES ($1, $2, $2, 'LIST', 0, 0)
     RETURNING sanction_id::float8 AS id`,
    [site, `sanctioned at ${site}`],
  );
  return rows[0].id;
}

/** An address on its list. */
async function allowedOf({ context }: TestServer, { site, account }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO custody_allowed (site_id, account, chain, label, address, added_ms, ripe_ms)
     VALUES ($1, $2, 'ETH', 'theirs', '0x', 1, 1) RETURNING entry_id::float8 AS id`,
    [site, account],
  );
  return rows[0].id;
}

/** A price that is held for it: a row alone. */
async function quoteOf({ context }: TestServer, { site, account }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO wallet_quote (site_id, account, from_asset, to_asset, amount, received, num, den, spread, value, short_most, long_most, quoted_ms,
       ends_ms, state) VALUES ($1, $2, 0, 3, 1, 1, 1, 1, 0, 1, 1, 1, 1, 9000000000000, 'OPEN') RETURNING quote_id::float8 AS id`,
    [site, account],
  );
  return rows[0].id;
}

/** One that waits for a person: a row alone, and that of its coin. */
async function withdrawalOf(server: TestServer, { site, account }: Person): Promise<number> {
  const { pool, sites, config } = server.context;
  await pool.query(
    `INSERT INTO custody_coin (site_id, wallet_type, chain, asset, chain_decimals, credit_after, unlock_after, deposit_least)
     VALUES ($1, 'ETH', 'ETH', 3, 18, 1, 1, 1)`,
    [site],
  );
  // As the site's next opening leaves it, which may come at any moment.
  await openCoins(pool, sites.byId(site) as SiteConfig, config);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO custody_withdrawal (site_id, account, request_key, body_hash, wallet_type, asset, chain, address, amount, fee, value, state, ledger,
       asked_ms, changed_ms) VALUES ($1, $2, 'theirs', '', 'ETH', 3, 'ETH', '0x', 1, 0, 0, 'REVIEW', 'HELD', 1, 1)
     RETURNING withdrawal_id::float8 AS id`,
    [site, account],
  );
  return rows[0].id;
}

/** A payment that it says was its own; of the coin of its withdrawal. */
async function claimOf({ context }: TestServer, { site, account }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO custody_deposit_claim (site_id, account, wallet_type, asset, chain, tx_hash, amount, state, asked_ms, changed_ms)
     VALUES ($1, $2, 'ETH', 3, 'ETH', 'theirs', 1, 'REQUESTED', 1, 1) RETURNING claim_id::float8 AS id`,
    [site, account],
  );
  return rows[0].id;
}

/** To somebody of the same site, looked at and not sent. */
async function transferOf({ context }: TestServer, { site, account }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO wallet_member_transfer (site_id, account, payee, account_name, payee_name, asset, amount, value, asked_ms, ends_ms, state)
     VALUES ($1, $2, $3, 'theirs', 'theirs', 0, 1, 1, 1, 9000000000000, 'OPEN') RETURNING transfer_id::float8 AS id`,
    [site, account, account + 1],
  );
  return rows[0].id;
}

async function coldOf({ context }: TestServer, { site }: Person): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO custody_cold (site_id, chain, address, agreed_by, made_ms) VALUES ($1, 'ETH', '0xtheirs', '{1,2}', 1)
     RETURNING cold_id::float8 AS id`,
    [site],
  );
  return rows[0].id;
}

async function moveOf({ context }: TestServer, { site }: Person, cold: number): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    `WITH sweep AS (
       INSERT INTO custody_sweep (site_id, chain, kind, coin, address, target, amount, made_ms)
       VALUES ($1, 'ETH', 'FROM_COLD', 'ETH', '0xtheirs', '0x', 1, 1) RETURNING sweep_id
     )
     INSERT INTO custody_cold_move (sweep_id, cold_id, site_code, agreed_by, agreed_hash)
     SELECT sweep_id, $2, 'hanok', '{1,2}', 'theirs' FROM sweep RETURNING sweep_id::float8 AS id`,
    [site, cold],
  );
  return rows[0].id;
}
