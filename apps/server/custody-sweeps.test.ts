// Coins that lie where members brought them: gathered at the hot address when there are enough, and when a withdrawal waits for them; nobody
// is credited with what pays for it, and ledger and chain are equal between every two steps (issue 15, 2, 3 and 6).
import { Purse } from '@maru/engine/ledger/account.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { describe, expect, it } from 'vitest';
import { type PaidCoin, type Payer, paysOut } from './testing/pays-out.ts';
import { btcStage, dogeStage, ethStage, type OpenStageChain, xrpStage } from './testing/stage-chains.ts';
import { HANOK, MARU } from './testing/test-exchange.ts';

interface Case extends PaidCoin {
  /** Whole coins more than a hot address of a demo begins with. */
  brings: bigint;
  takes: string;
  takesUnits: bigint;
}

const paid = (coin: string, asset: number, decimals: number) => ({ coin, asset, decimals, deposit: 0n, point: '0', arrives: 0n });
const eth: Case = { ...paid('ETH', 3, 18), brings: 150n, takes: '120', takesUnits: 119_999n * 10n ** 15n };
const ethUsdt: Case = { ...paid('ETH_USDT', 0, 6), brings: 150_000n, takes: '120000', takesUnits: 119_997_000_000n };
const btc: Case = { ...paid('BTC', 2, 8), brings: 8n, takes: '7', takesUnits: 699_980_000n };
const doge: Case = { ...paid('DOGE', 5, 8), brings: 1_500_000n, takes: '1200000', takesUnits: 119_999_500_000_000n };
const xrp: Case = { ...paid('XRP', 4, 6), brings: 70_000n, takes: '60000', takesUnits: 59_999_800_000n };

/** Whatever is asked passes rules and persons: what is tried here is where the coins come from. */
async function loosen(payer: Payer): Promise<void> {
  await payer.pool.query('UPDATE custody_coin SET out_looked_at = 9e15, out_two_persons = 9e15 WHERE site_id = $1', [MARU]);
  for (const { coins } of payer.stage.signer.policy.chains)
    for (const coin of coins) Object.assign(coin, { perHour: 10n ** 30n, perDay: 10n ** 30n, byRules: 10n ** 30n, byOne: 10n ** 30n });
}

/** As the watcher reads, and the server's job compares. */
async function compare({ stage, pool }: Payer): Promise<void> {
  const { context } = stage.exchange.server;
  await stage.follow();
  expect(await readBalances({ pool, reader: stage.reader, now: () => context.clock.now(), goesOn: () => true })).toBe(true);
  await expect.poll(async () => (await stage.follow(), await reconcileSite(context, MARU)).isWhole).toBe(true);
  const { rows } = await pool.query('SELECT asset, difference::text, differences FROM custody_run WHERE NOT is_equal');
  expect(rows).toEqual([]);
}

/** Each step of each process in its turn, and after each of them all is equal. */
async function steps(payer: Payer, times: number): Promise<void> {
  const { stage } = payer;
  const inTurn = [stage.prepare, stage.sweep, stage.sign, stage.server, stage.send, () => stage.mine(1), () => stage.mine(2), stage.send];
  for (let n = 0; n < times; n++)
    for (const step of [...inTurn, stage.server]) {
      await step();
      await compare(payer);
    }
}

interface Made {
  kind: string;
  coin: string;
  state: string;
  amount: string;
  fee: string | null;
}

const sweepsOf = async ({ pool }: Payer): Promise<Made[]> =>
  (
    await pool.query<Made>(
      `SELECT kind, coin, state, amount::text AS amount, network_fee::text AS fee FROM custody_sweep ORDER BY sweep_id`,
    )
  ).rows;

function paidOutOfDeposits({ coin, asset, decimals, brings, takes, takesUnits }: Case, payerOf: () => Payer): void {
  it(`${coin}: a withdrawal of more than the hot address holds is paid out of what members brought`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await loosen(payer);
    // Nothing is gathered but what somebody waits for.
    await pool.query('UPDATE custody_coin SET sweep_from = 1e30 WHERE site_id = $1', [MARU]);
    const rosa = await stage.rich(`ro${coin.toLowerCase()}`, coin, brings * 10n ** BigInt(decimals));
    expect(await stage.sweep()).toBe(0);
    const to = await stage.chain.stranger();
    const id = await payer.apply(rosa, { coin, point: takes }, to);
    await payer.approved(rosa, id);
    await stage.prepare();
    const { rows } = await pool.query('SELECT is_short AS "isShort" FROM custody_withdrawal WHERE withdrawal_id = $1', [id]);
    expect(rows).toEqual([{ isShort: true }]);
    for (let round = 0; round < 12 && (await payer.detail(rosa, id)).state !== 'CONFIRMED'; round++) {
      await pool.query('UPDATE custody_withdrawal SET waits_until_ms = 0 WHERE withdrawal_id = $1', [id]);
      await steps(payer, 1);
    }
    const made = await sweepsOf(payer);
    expect((await payer.detail(rosa, id)).state, JSON.stringify(made)).toBe('CONFIRMED');
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(takesUnits);
    expect(made.map(({ state }) => state)).toEqual(made.map(() => 'DONE'));
    expect(made.filter(({ kind }) => kind === 'FUEL')).toHaveLength(coin.endsWith('_USDT') ? 1 : 0);
    // What pays for a sweep is nobody's deposit.
    const { rows: credited } = await pool.query('SELECT wallet_type FROM custody_deposit WHERE account = $1', [rosa.account]);
    expect(credited).toEqual([{ wallet_type: coin }]);
    expect(await payer.held(rosa, Purse.Pending, asset)).toBe(0);
  });
}

function gatheredOnce({ coin, decimals, brings }: Case, payerOf: () => Payer): void {
  it(`${coin}: killed between any two steps, what is above the coin's limit is gathered once`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await loosen(payer);
    await pool.query('UPDATE custody_coin SET sweep_from = deposit_least WHERE site_id = $1', [MARU]);
    const before = (await sweepsOf(payer)).length;
    await stage.rich(`sa${coin.toLowerCase()}`, coin, brings * 10n ** BigInt(decimals));
    await Promise.all([stage.sweep(), stage.sweep(), stage.sign()]);
    await stage.send();
    stage.restartSigner();
    await Promise.all([stage.sign(), stage.sign()]);
    await stage.crash();
    await compare(payer);
    await Promise.all([stage.send(), stage.send(), stage.sweep()]);
    await stage.mine(1);
    const made = async () => (await sweepsOf(payer)).slice(before);
    const isGathered = ({ kind, coin: of, state }: Made) => kind === 'SWEEP' && of === coin && state === 'DONE';
    const isOver = async () => (await made()).some(isGathered) && (await made()).every(({ state }) => state === 'DONE');
    for (let round = 0; round < 6 && !(await isOver()); round++) await steps(payer, 1);
    expect((await made()).some(isGathered)).toBe(true);
    expect((await made()).filter(({ state }) => state !== 'DONE')).toEqual([]);
    const { rows } = await payer.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM custody_entry WHERE name LIKE 'SWEEP|%' AND NOT is_booked`,
    );
    expect(rows).toEqual([{ n: 0 }]);
    // Each of them cost something, and the ledger knows it once.
    const { rows: booked } = await payer.pool.query(
      `SELECT s.sweep_id FROM custody_sweep s WHERE s.network_fee > 0 AND (SELECT count(*) FROM custody_entry e WHERE e.name = 'SWEEP|' || s.sweep_id) <> 1`,
    );
    expect(booked).toEqual([]);
  });
}

function sweeps<Node>(name: string, open: OpenStageChain<Node>, cases: readonly Case[], then?: (payerOf: () => Payer) => void): void {
  const more = (payerOf: () => Payer) => {
    for (const one of cases) paidOutOfDeposits(one, payerOf);
    for (const one of cases) gatheredOnce(one, payerOf);
    then?.(payerOf);
  };
  paysOut(name, open, [], more, cases);
}

/** Of the two coins that were gathered before. */
function isShown(payerOf: () => Payer): void {
  it('operators see what lies at members’ addresses and each sweep; of another brand nothing', async () => {
    const { exchange, chain } = payerOf().stage;
    const LIST = '/api/admin/custody/sweeps';
    const { body } = await (await exchange.operator()).get(LIST);
    const { coins, sweeps: made } = body.data as { coins: Record<string, unknown>[]; sweeps: Record<string, unknown>[] };
    const { rows } = await payerOf().pool.query<{ address: string }>('SELECT address FROM custody_hot WHERE chain = $1 AND site_id = $2', [
      chain.chain,
      MARU,
    ]);
    const usdt = made.find(({ walletType }) => walletType === 'ETH_USDT');
    expect(usdt).toMatchObject({ kind: 'SWEEP', state: 'DONE', amount: '150000', currency: 'USDT', to: rows[0].address, addresses: 1 });
    expect(usdt).toMatchObject({
      fee: { amount: expect.stringMatching(/^0\.0\d+$/), currency: 'ETH' },
      txHash: expect.stringMatching(/^0x/),
    });
    expect(made.find(({ kind }) => kind === 'FUEL')).toMatchObject({ state: 'DONE', walletType: 'ETH', from: rows[0].address });
    expect(coins.find(({ walletType }) => walletType === 'ETH_USDT')).toMatchObject({ chain: 'ETH', amount: '0', addresses: 0, from: '1' });
    const theirs = await exchange.operator(undefined, HANOK);
    expect((await theirs.get(LIST)).body.data).toEqual({ coins: [], sweeps: [] });
    const nobody = await exchange.operator(['member.read']);
    expect((await nobody.get(LIST)).body.code).toBe('NO_PERMISSION');
  });
}

/** Out of the same hot address one behind the other. */
function fuelIsGivenBack(payerOf: () => Payer): void {
  it('fuel that was prepared behind a payout that is refused is given back with it, and made anew', async () => {
    const payer = payerOf();
    const { stage } = payer;
    await stage.rich('tokens', 'ETH_USDT', 9_000_000_000n);
    const rich = await stage.rich('refused', 'ETH', 5n * 10n ** 18n);
    await payer.pool.query(
      `UPDATE custody_coin SET sweep_from = CASE wallet_type WHEN 'ETH_USDT' THEN 1 ELSE 1e30 END WHERE site_id = $1`,
      [MARU],
    );
    const id = await payer.apply(rich, { coin: 'ETH', point: '1' }, await stage.chain.stranger());
    await payer.approved(rich, id);
    await stage.prepare();
    expect(await stage.sweep()).toBe(1);
    const fuel = async () => (await sweepsOf(payer)).filter(({ kind }) => kind === 'FUEL').at(-1);
    expect(await fuel()).toMatchObject({ state: 'OPEN' });
    const operator = await stage.exchange.operator();
    const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId: id })).body.data.withdrawal;
    const refusal = { withdrawalId: id, decision: 'REFUSE', contentHash, reason: 'called the member' };
    expect((await operator.post('/api/admin/withdrawal/decide', refusal)).status).toBe(200);
    expect(await fuel()).toMatchObject({ state: 'DROPPED' });
    expect(await stage.sweep()).toBe(0);
    await payer.pool.query(`UPDATE custody_sweep SET done_ms = 0 WHERE state = 'DROPPED'`);
    await steps(payer, 4);
    expect(await fuel()).toMatchObject({ state: 'DONE' });
    expect((await sweepsOf(payer)).at(-1)).toMatchObject({ kind: 'SWEEP', coin: 'ETH_USDT', state: 'DONE', amount: '9000000000' });
  });
}

describe('sweeps', () => {
  sweeps('ETH', ethStage, [eth, ethUsdt], (payerOf) => {
    isShown(payerOf);
    fuelIsGivenBack(payerOf);
  });
  sweeps('BTC', btcStage, [btc]);
  sweeps('DOGE', dogeStage, [doge]);
  sweeps('XRP', xrpStage, [xrp]);
});
