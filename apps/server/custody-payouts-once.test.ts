// Withdrawals on chains whose transactions have an end (TRON, EOS), and on XRP: paid once or given back, deposits by tag and memo (issue 15, 2 and 3).
import { expect, it } from 'vitest';
import type { ChainReader } from '@maru/chains/chain.ts';
import { Purse } from '@maru/engine/ledger/account.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { lookUpAccounts } from '@maru/custody/server/watch/look-up-accounts.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { sendPayouts } from '@maru/custody/server/watch/send-payouts.ts';
import { WITHDRAW_PASSWORD } from './testing/payout-stage.ts';
import { type PaidCoin, type Payer, paysOut } from './testing/pays-out.ts';
import { eosStage, tronStage, xrpStage } from './testing/stage-chains.ts';
import { MARU } from './testing/test-exchange.ts';

const HOUR_MS = 3_600_000;
/** As many as are wanted, and those that are not final yet. */
const FINAL_BLOCKS = 44;
const tron: PaidCoin = { coin: 'TRON', asset: 7, decimals: 6, deposit: 3_000_000_000n, point: '1000', arrives: 999_000_000n };
const tronUsdt: PaidCoin = { coin: 'TRON_USDT', asset: 0, decimals: 6, deposit: 300_000_000n, point: '100', arrives: 99_000_000n };
const xrp: PaidCoin = { coin: 'XRP', asset: 4, decimals: 6, deposit: 500_000_000n, point: '100', arrives: 99_800_000n };
const eos: PaidCoin = { coin: 'EOS', asset: 6, decimals: 4, deposit: 5_000_000n, point: '100', arrives: 999_000n };

/** Signed, and its time is over before any node had it. */
function ends(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, asset, deposit } = paid;

  it(`${coin}: what no block brought in its time is given back, and never paid afterwards`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const lena = await stage.rich(`le${coin.toLowerCase()}`, coin, deposit);
    const had = await payer.held(lena, Purse.Available, asset);
    const to = await stage.chain.stranger();
    const id = await payer.apply(lena, paid, to);
    await payer.approved(lena, id);
    await stage.prepare();
    await stage.sign();
    await stage.server();
    await stage.chain.passTime?.(HOUR_MS);
    // Later than its end, and too few blocks on top of it.
    await stage.mine(8);
    await stage.send();
    expect(await voids(payer, id)).toEqual([false]);
    await stage.mine(FINAL_BLOCKS);
    await stage.send();
    expect(await voids(payer, id)).toEqual([true]);
    await compare(payer, stage.chain.reader);
    await expect
      .poll(async () => (await stage.server(), await payer.detail(lena, id)))
      .toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    await stage.send();
    await stage.mine(4);
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(0n);
    expect(await payer.held(lena, Purse.Available, asset)).toBe(had);
    expect(await payer.ours(Purse.InTransit, asset)).toBe(0);
    // The signer's own file has it: no other transaction is ever signed for this number.
    const [{ raw }] = await payer.payouts(id);
    expect((await stage.chain.reader.broadcast(raw as string)).state).toBe('refused');
  });
}

/** A block brought it, and the node that is asked says that none did. */
function isHidden(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, deposit, arrives, asset } = paid;

  it(`${coin}: what was paid is not given back on the word of a node that hides it`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const { reader } = stage.chain;
    const hiding: ChainReader = { ...reader, outcomeOf: async () => undefined };
    const send = () =>
      sendPayouts({ ...stage.chain, pool: payer.pool, now: () => stage.exchange.server.context.clock.now(), reader: hiding });
    const lisa = await stage.rich(`li${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(lisa, paid, to);
    await payer.approved(lisa, id);
    await stage.prepare();
    await stage.sign();
    await stage.server();
    const had = await payer.held(lisa, Purse.Available, asset);
    await send();
    await stage.mine(1);
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
    await stage.chain.passTime?.(HOUR_MS);
    await stage.mine(FINAL_BLOCKS + 8);
    await send();
    expect(await voids(payer, id)).toEqual([true]);
    await compare(payer, hiding);
    await stage.server();
    expect(await payer.detail(lisa, id)).toMatchObject({ state: 'SENT' });
    expect(await payer.held(lisa, Purse.Available, asset)).toBe(had);
    // Another node, which says what there is.
    await stage.send();
    await expect.poll(async () => (await stage.server(), await payer.detail(lisa, id))).toMatchObject({ state: 'CONFIRMED' });
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
    await payer.pool.query(`UPDATE custody_stop SET lifted_ms = 1 WHERE lifted_ms IS NULL`);
  });
}

const voids = async (payer: Payer, id: number) =>
  (await payer.pool.query<{ is: boolean }>('SELECT void_ms IS NOT NULL AS is FROM custody_payout WHERE withdrawal_id = $1', [id])).rows.map(
    (row) => row.is,
  );

/** As the watcher reads by this node, and the server's job compares. */
async function compare({ stage, pool }: Payer, reader: ChainReader): Promise<void> {
  const { context } = stage.exchange.server;
  await stage.follow();
  expect(await readBalances({ pool, reader, now: () => context.clock.now(), goesOn: () => true })).toBe(true);
  await reconcileSite(context, MARU);
}

paysOut('TRON', tronStage, [tron, tronUsdt], (payer) => {
  ends(tronUsdt, payer);
  isHidden(tronUsdt, payer);
});

function byMemo(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, asset, deposit } = paid;

  it(`${coin}: a deposit is whose number it says; without one, or with another, it is nobody’s and credited to nobody`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const [una, vera] = [await stage.exchange.member('unamemo', '0'), await stage.exchange.member('veramemo', '0')];
    const [first, second] = [await stage.placeOf(una, coin), await stage.placeOf(vera, coin)];
    expect(first.address).toBe(second.address);
    expect([first.memo, second.memo]).not.toContain(null);
    expect(first.memo).not.toBe(second.memo);
    await stage.chain.pay(coin, first.address, first.memo, deposit);
    await stage.chain.pay(coin, first.address, null, deposit);
    await stage.chain.pay(coin, first.address, '4294967295', deposit);
    await stage.mine(8);
    await stage.server();
    expect(await payer.held(una, Purse.Available, asset)).toBeGreaterThan(0);
    expect(await payer.held(vera, Purse.Available, asset)).toBe(0);
    await stage.server();
    const { rows } = await pool.query<{ memo: string | null }>(
      `SELECT a.memo FROM custody_arrival a JOIN custody_entry e ON e.name = 'NOBODY|' || a.arrival_id
       WHERE a.chain = $1 AND e.is_booked ORDER BY a.memo NULLS FIRST`,
      [stage.chain.chain],
    );
    expect(rows.map(({ memo }) => memo)).toEqual([null, '4294967295']);
  });
}

/** The watcher is asked by a row, and asks the chain. */
function named(payerOf: () => Payer): void {
  const of = (name: string) => ({ address: name, memo: 'for me' });

  it('EOS: an account that is not there is refused at its field, and so is one that nobody can look up now', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const { hasAccount } = stage.reader;
    const mara = await stage.rich('maraeos', 'EOS', eos.deposit);
    const body = { walletType: 'EOS', point: eos.point, password: WITHDRAW_PASSWORD };
    const apply = (name: string) => mara.post('/api/dnw/withdraw/apply', { ...body, ...of(name) }, { 'idempotency-key': name });
    const [answered] = await Promise.all([
      apply('nobodythere1'),
      expect.poll(() => lookUpAccounts(pool, 'EOS', hasAccount as NonNullable<typeof hasAccount>, Date.now())).toBe(1),
    ]);
    expect([answered.status, answered.body.code, answered.body.data.field]).toEqual([400, 'ADDRESS_NOT_THERE', 'address']);
    const silent = await apply('nobodyasked1');
    expect([silent.status, silent.body.code, silent.body.data.field]).toEqual([503, 'ADDRESS_NOT_CHECKED', 'address']);
    await expect(lookUpAccounts(pool, 'EOS', () => Promise.reject(new Error('away')), Date.now())).rejects.toThrow('away');
    const { rows } = await pool.query(`SELECT is_there FROM custody_account WHERE name = 'nobodyasked1'`);
    expect(rows).toEqual([{ is_there: null }]);
    expect((await mara.get('/api/dnw/withdraw/list')).body.data.totalElements).toBe(0);
  });

  it('EOS: it is looked up once more before anything is signed', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const nina = await stage.rich('ninaeos', 'EOS', eos.deposit);
    // Somebody's word that it was there.
    await pool.query(
      `INSERT INTO custody_account (chain, name, asked_ms, looked_ms, is_there) VALUES ('EOS', 'nobodythere2', $1, $1, true)`,
      [Date.now()],
    );
    const id = await payer.apply(nina, eos, of('nobodythere2'));
    await payer.approved(nina, id);
    await stage.prepare();
    expect(await payer.payouts(id)).toEqual([]);
    const { rows } = await pool.query('SELECT state, waits FROM custody_withdrawal WHERE withdrawal_id = $1', [id]);
    expect(rows).toEqual([{ state: 'APPROVED', waits: 'there is no account nobodythere2 on EOS' }]);
    const operator = await stage.exchange.operator();
    const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId: id })).body.data.withdrawal;
    const decide = { withdrawalId: id, decision: 'REFUSE', contentHash, reason: 'no such account' };
    expect((await operator.post('/api/admin/withdrawal/decide', decide)).status).toBe(200);
    await stage.server();
  });
}

paysOut('XRP', xrpStage, [xrp], (payer) => byMemo(xrp, payer));
paysOut('EOS', eosStage, [eos], (payer) => {
  byMemo(eos, payer);
  ends(eos, payer);
  named(payer);
});
