// Messages about withdrawals and deposits: each step is told, whoever took it, and one that a crash kept from being told is told afterwards (issue 15, 7).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
let stage: CoinStage;
let keys = 0;

beforeAll(async () => {
  stage = await openCoinStage();
});
afterAll(() => stage?.stop());

const pool = () => stage.exchange.server.context.pool;
const lookedAt = (units: number) =>
  pool().query(`UPDATE custody_coin SET out_looked_at = $2 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU, units]);
async function apply(member: TestMember): Promise<number> {
  const body = { walletType: 'ETH_USDT', point: '20', address: OUTSIDE, password: WITHDRAW_PASSWORD };
  const { status, body: answer } = await member.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': `told-${++keys}` });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data.withdrawalId as number;
}
/** In the order they came. */
const toldOf = (member: TestMember, id: number) =>
  stage.told
    .filter((message) => message.member === member.member && message.link === `/dnw/withdraw?withdrawal=${id}`)
    .map(({ title }) => title.en);

it('asked for, looked at and taken back: each is told once', async () => {
  const anna = await stage.rich('annanotice');
  await lookedAt(0);
  const id = await apply(anna);
  await expect.poll(() => toldOf(anna, id)).toEqual(['Withdrawal asked for', 'A person looks at your withdrawal']);
  expect((await anna.post('/api/dnw/cancel', { withdrawalId: id })).status).toBe(200);
  await expect.poll(() => toldOf(anna, id)).toEqual(['Withdrawal asked for', 'A person looks at your withdrawal', 'Withdrawal cancelled']);
});

it('what an operator agreed to is told, what the rules agreed to is not', async () => {
  const bert = await stage.rich('bertnotice');
  await lookedAt(0);
  const id = await apply(bert);
  await expect.poll(() => toldOf(bert, id)).toHaveLength(2);
  const operator = await stage.exchange.operator();
  const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId: id })).body.data.withdrawal;
  const decide = { withdrawalId: id, decision: 'APPROVE', contentHash, reason: 'called the member' };
  expect((await operator.post('/api/admin/withdrawal/decide', decide)).status).toBe(200);
  await expect.poll(() => toldOf(bert, id).at(-1)).toBe('Withdrawal approved');
});

it('what the ledger refuses at once is told when its number is used up', async () => {
  const cleo = await stage.rich('cleonotice');
  const { rows } = await pool().query<{ id: number }>(
    `WITH asked AS (INSERT INTO custody_withdrawal (site_id, account, request_key, body_hash, wallet_type, asset, chain, address, amount, fee, value, state, asked_ms, changed_ms)
       VALUES ($1, $2, 'beyond', 'x', 'ETH_USDT', 0, 'ETH', $3, 1000000000000, 3000000, 1, 'REQUESTED', 1, 1) RETURNING withdrawal_id)
     INSERT INTO custody_withdrawal_step (withdrawal_id, state, at_ms) SELECT withdrawal_id, 'REQUESTED', 1 FROM asked RETURNING withdrawal_id::float8 AS id`,
    [MARU, cleo.account, OUTSIDE],
  );
  const [{ id }] = rows;
  await expect.poll(() => toldOf(cleo, id)).toEqual(['Withdrawal refused']);
  const { rows: now } = await pool().query('SELECT state, ledger, reason FROM custody_withdrawal WHERE withdrawal_id = $1', [id]);
  expect(now).toEqual([{ state: 'REFUSED', ledger: 'RETURNED', reason: 'INSUFFICIENT_BALANCE' }]);
});

it('a step of another process, or from before a crash, is told all the same', async () => {
  const dora = await stage.rich('doranotice');
  await lookedAt(1_000_000_000);
  const id = await apply(dora);
  await pool().query(`INSERT INTO custody_withdrawal_step (withdrawal_id, state, at_ms) VALUES ($1, 'SIGNED', 1), ($1, 'SENT', 2)`, [id]);
  await expect.poll(() => toldOf(dora, id)).toEqual(['Withdrawal asked for', 'Withdrawal signed', 'Withdrawal sent']);
});

it('of a deposit what it has come to is told once, also where whoever took the step was killed before', async () => {
  const ezra = await stage.rich('ezranotice');
  const ofDeposits = () =>
    stage.told.filter(({ member, link }) => member === ezra.member && link === '/dnw/deposit').map(({ title }) => title.en);
  const { rows } = await pool().query<{ id: number }>(
    `WITH came AS (INSERT INTO custody_arrival (chain, tx_hash, place, coin, address, amount, seen_ms, is_taken)
       VALUES ('ETH', '0xe2', 0, 'ETH_USDT', '0xe2', 5000000, 1, true) RETURNING arrival_id)
     INSERT INTO custody_deposit (deposit_id, site_id, account, wallet_type, asset, amount, dust, state, confirmations, changed_ms)
     SELECT arrival_id, $1, $2, 'ETH_USDT', 0, 5000000, 0, 'CREDITED', 3, 1 FROM came RETURNING deposit_id::float8 AS id`,
    [MARU, ezra.account],
  );
  await expect.poll(ofDeposits).toEqual(['Deposit received']);
  await pool().query(`UPDATE custody_deposit SET state = 'UNLOCKED' WHERE deposit_id = $1`, [rows[0].id]);
  await expect.poll(ofDeposits).toEqual(['Deposit received', 'Your deposit may be withdrawn']);
});
