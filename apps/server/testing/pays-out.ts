// What holds on every chain that pays out: a withdrawal leaves once, whichever process is killed or repeats itself, and the ledger is the chain.
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { inChainUnits, ledgerDecimals } from '@maru/custody/server/units.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type PayoutStage, WITHDRAW_PASSWORD } from './payout-stage.ts';
import type { OpenStageChain } from './stage-chains.ts';
import { MARU, type TestMember } from './test-exchange.ts';

export interface PaidCoin {
  coin: string;
  asset: number;
  decimals: number;
  /** In the chain's units: what a member brings, and what arrives of `point`. */
  deposit: bigint;
  point: string;
  arrives: bigint;
}

interface Wanted {
  address: string;
  memo?: string | undefined;
}

export class Payer {
  readonly stage: PayoutStage<unknown>;
  #keys = 0;
  constructor(stage: PayoutStage<unknown>) {
    this.stage = stage;
  }
  get pool() {
    return this.stage.exchange.server.context.pool;
  }
  held(member: TestMember, purse: number, asset: number): Promise<number> {
    return this.stage.exchange.server.engines.query<number>(MARU, 'ledger', accountOf(member.account, asset, purse));
  }
  ours(purse: number, asset: number): Promise<number> {
    return this.stage.exchange.server.engines.query<number>(MARU, 'ledger', houseAccount(asset, purse));
  }
  async apply(member: TestMember, { coin, point }: Pick<PaidCoin, 'coin' | 'point'>, to: Wanted): Promise<number> {
    const body = { walletType: coin, point, ...to, password: WITHDRAW_PASSWORD };
    const applied = await member.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': `${coin}-${++this.#keys}` });
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    return applied.body.data.withdrawalId as number;
  }
  async detail(member: TestMember, withdrawalId: number) {
    const { body } = await member.get('/api/dnw/withdraw', { withdrawalId });
    return body.data as { state: string; reason: string | null; txHash: string; steps: { state: string }[] };
  }
  approved = (member: TestMember, id: number) => expect.poll(async () => (await this.detail(member, id)).state).toBe('APPROVED');
  async ledgerOf(id: number): Promise<string> {
    const { rows } = await this.pool.query<{ ledger: string }>('SELECT ledger FROM custody_withdrawal WHERE withdrawal_id = $1', [id]);
    return rows[0].ledger;
  }
  inTransit = (id: number) => expect.poll(() => this.ledgerOf(id)).toBe('SENT');
  async payouts(id: number) {
    const { rows } = await this.pool.query<{ state: string; raw: string | null; hash: string | null; reserved: string[]; refused: string }>(
      'SELECT state, raw, hash, reserved, refused FROM custody_payout WHERE withdrawal_id = $1 ORDER BY payout_id',
      [id],
    );
    return rows;
  }
}

export function paysOut<Node>(
  name: string,
  open: OpenStageChain<Node>,
  coins: readonly PaidCoin[],
  more?: (payer: () => Payer) => void,
  counted = coins,
): void {
  describe(name, () => {
    let payer: Payer;
    beforeAll(async () => {
      payer = new Payer((await openStage(open)) as PayoutStage<unknown>);
    });
    afterAll(() => payer?.stage.close());
    for (const coin of coins) {
      leavesOnce(coin, () => payer);
      reservesOnce(coin, () => payer);
    }
    more?.(() => payer);
    isTheChain(counted, () => payer);
  });
}

function leavesOnce(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, asset, deposit, arrives, decimals } = paid;

  it(`${coin}: is held, approved, signed, sent and confirmed; what arrives is what was said`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const alice = await stage.rich(`al${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(alice, paid, to);
    await stage.settle();
    const done = await payer.detail(alice, id);
    expect(done).toMatchObject({ state: 'CONFIRMED' });
    expect(done.steps.map(({ state }) => state)).toEqual(['REQUESTED', 'HELD', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED']);
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
    const given = (inLedger(deposit, decimals, asset) as number) - (await payer.held(alice, Purse.Available, asset));
    const fee = given - (inLedger(arrives, decimals, asset) as number);
    expect([await payer.held(alice, Purse.Held, asset), await payer.ours(Purse.InTransit, asset)]).toEqual([0, 0]);
    expect(await payer.ours(Purse.Fee, asset)).toBe(fee);
  });

  it(`${coin}: each process killed between two steps, steps in any order, left out and repeated, pay once`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const gina = await stage.rich(`gi${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(gina, paid, to);
    await Promise.all([stage.sign(), stage.send(), stage.prepare()]);
    await stage.server();
    await Promise.all([stage.prepare(), stage.prepare()]);
    await stage.send();
    await Promise.all([stage.sign(), stage.sign()]);
    stage.restartSigner();
    await stage.send();
    await stage.crash();
    await stage.server();
    await Promise.all([stage.send(), stage.send()]);
    await Promise.all([stage.send(), stage.prepare(), stage.sign(), stage.server()]);
    await stage.settle();
    expect((await payer.detail(gina, id)).state).toBe('CONFIRMED');
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
    expect((await payer.payouts(id)).filter(({ state }) => state === 'SIGNED')).toHaveLength(1);
  });
}

function reservesOnce(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, deposit, arrives } = paid;

  it(`${coin}: a database that forgot a signature gets the same bytes again, never others`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const hana = await stage.rich(`ha${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(hana, paid, to);
    await payer.approved(hana, id);
    await stage.prepare();
    await stage.sign();
    const [first] = await payer.payouts(id);
    // The server's own job is done with it, or it would write over what is set back here.
    await payer.inTransit(id);
    await pool.query(`UPDATE custody_payout SET state = 'PREPARED', raw = NULL, hash = NULL WHERE withdrawal_id = $1`, [id]);
    await pool.query(`UPDATE custody_withdrawal SET state = 'APPROVED', ledger = 'HELD' WHERE withdrawal_id = $1`, [id]);
    stage.restartSigner();
    await stage.sign();
    const [again] = await payer.payouts(id);
    expect(again).toMatchObject({ hash: first.hash, reserved: first.reserved });
    await stage.settle();
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
  });

  it(`${coin}: of several at once each is paid, over reservations of its own`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const mila = await stage.rich(`mi${coin.toLowerCase()}`, coin, deposit * 2n);
    const places = [await stage.chain.stranger(), await stage.chain.stranger(), await stage.chain.stranger()];
    const ids: number[] = [];
    for (const to of places) ids.push(await payer.apply(mila, paid, to));
    await stage.settle();
    for (const to of places) expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
    const rows = (await Promise.all(ids.map((id) => payer.payouts(id)))).flat();
    // What one transaction pays shares its reservation.
    const reserved = [...new Map(rows.map((row) => [row.hash, row.reserved])).values()].flat();
    expect(new Set(reserved).size).toBe(reserved.length);
  });
}

const inLedger = (amount: bigint, decimals: number, asset: number): number =>
  Number(inChainUnits(amount, ledgerDecimals(asset), decimals) as bigint);

function isTheChain(coins: readonly PaidCoin[], payerOf: () => Payer): void {
  it('at the end the ledger is the chain, to the last unit', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await stage.mine(8);
    await stage.send();
    await stage.server();
    await stage.server();
    const { rows: addresses } = await pool.query<{ address: string }>(
      `SELECT address FROM custody_address WHERE chain = $1 AND address IS NOT NULL
       UNION SELECT address FROM custody_hot WHERE chain = $1 AND address IS NOT NULL`,
      [stage.chain.chain],
    );
    const assets = new Set(coins.map(({ asset }) => asset));
    for (const asset of assets) {
      const [{ coin, decimals }] = coins.filter((one) => one.asset === asset);
      let onChain = 0n;
      for (const { address } of addresses) onChain += await stage.chain.balanceOf(address, coin);
      const unit = 10n ** BigInt(Math.max(0, decimals - ledgerDecimals(asset)));
      const mirror = BigInt(-(await payer.ours(Purse.External, asset)));
      const inUnits = unit === 1n ? BigInt(inLedger(onChain, decimals, asset)) : onChain;
      expect(inUnits - mirror * unit, coin).toBe(unit === 1n ? 0n : await dustOf(payer, asset, unit));
    }
  });
}

/** What the chain has beside the ledger's whole units: of deposits, and of fees that were rounded up. */
async function dustOf({ pool }: Payer, asset: number, unit: bigint): Promise<bigint> {
  const { rows: sums } = await pool.query<{ sum: string }>(
    `SELECT ((SELECT coalesce(sum(dust), 0) FROM custody_deposit WHERE asset = $1)
       + (SELECT coalesce(sum(dust), 0) FROM custody_entry WHERE asset = $1 AND is_booked))::text AS sum`,
    [asset],
  );
  const { rows } = await pool.query<{ fee: string }>(
    `SELECT network_fee::text AS fee FROM custody_withdrawal WHERE network_fee IS NOT NULL AND state = 'CONFIRMED'`,
  );
  return BigInt(sums[0].sum) + rows.reduce((sum, { fee }) => sum + ((unit - (BigInt(fee) % unit)) % unit), 0n);
}
