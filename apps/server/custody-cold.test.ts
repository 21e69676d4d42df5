// Cold storage over real and honest nodes: what is above the share goes there by itself, comes back by files alone, and ledger and chain are equal
// between every two steps (issue 15, 2, 3 and 6; ADR 0082, 0083).
import { demoCold } from '@maru/chains/demo-cold.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { describe, expect, it } from 'vitest';
import { type Payer, paysOut } from './testing/pays-out.ts';
import { ethStage } from './testing/stage-chains.ts';
import { HANOK, MARU, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const COLD = '/api/admin/custody/cold';

async function compare({ stage, pool }: Payer): Promise<void> {
  const { context } = stage.exchange.server;
  await stage.follow();
  expect(await readBalances({ pool, reader: stage.reader, now: () => context.clock.now(), goesOn: () => true })).toBe(true);
  await expect.poll(async () => (await stage.follow(), await reconcileSite(context, MARU)).isWhole).toBe(true);
  const { rows } = await pool.query('SELECT asset, difference::text, differences FROM custody_run WHERE NOT is_equal');
  expect(rows).toEqual([]);
}

async function steps(payer: Payer, times: number): Promise<void> {
  const { stage } = payer;
  const inTurn = [stage.prepare, stage.toCold, stage.sign, stage.server, stage.send, () => stage.mine(2), stage.send, stage.server];
  for (let n = 0; n < times; n++)
    for (const step of inTurn) {
      await step();
      await compare(payer);
    }
}

async function agree(by: Caller, id: number) {
  const { print } = (await by.get('/api/admin/approval', { id })).body.data;
  return by.post('/api/admin/approval/decide', { id, isApproved: true, reason: 'read it aloud', print });
}

const setAddress = (by: Caller, chain: string, address: string) =>
  by.post(`${COLD}/address`, { chain, address, reason: 'the vault in the safe' });

interface Shown {
  coins: { walletType: string; hot: string; cold: string; share: string | null }[];
  addresses: { coldId: number; address: string; isOpen: boolean; setBy: string[] }[];
}

function toCold(payerOf: () => Payer): void {
  it('an address is set by two persons; nobody sets one of the site’s own, or a second one beside it', async () => {
    const { exchange, chain } = payerOf().stage;
    const [first, second] = [await exchange.operator(), await exchange.operator()];
    const address = demoCold[chain.chain];
    const asked = await setAddress(first, chain.chain, address);
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect(((await first.get(COLD)).body.data as Shown).addresses).toEqual([]);
    const { requestId } = asked.body.data;
    expect((await agree(first, requestId)).status).not.toBe(200);
    const agreed = await agree(second, requestId);
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    const [{ setBy, ...set }] = ((await first.get(COLD)).body.data as Shown).addresses;
    expect(set).toMatchObject({ address, isOpen: true });
    expect(new Set(setBy).size).toBe(2);
    const hot = (
      await payerOf().pool.query<{ address: string }>('SELECT address FROM custody_hot WHERE site_id = $1 AND chain = $2', [
        MARU,
        chain.chain,
      ])
    ).rows[0];
    expect((await setAddress(first, chain.chain, hot.address)).body.code).toBe('COLD_OURS');
    const other = await chain.stranger();
    expect((await setAddress(first, chain.chain, other.address)).body.code).toBe('COLD_OPEN');
    expect((await setAddress(first, chain.chain, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).status).toBe(400);
    const reader = await exchange.operator(['custody.read']);
    expect((await setAddress(reader, chain.chain, other.address)).body.code).toBe('NO_PERMISSION');
    const theirs = await exchange.operator(undefined, HANOK);
    expect(((await theirs.get(COLD)).body.data as Shown).addresses).toEqual([]);
  });

  it('what is above the share goes there; ledger and chain stay equal, and four fifths are cold', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await compare(payer);
    await steps(payer, 2);
    await compare(payer);
    await steps(payer, 2);
    const { rows } = await pool.query(`SELECT coin, state FROM custody_sweep WHERE kind = 'TO_COLD' ORDER BY coin`);
    expect(rows).toEqual(stage.chain.coins.map(({ code }) => ({ coin: code, state: 'DONE' })));
    const { coins } = (await (await stage.exchange.operator()).get(COLD)).body.data as Shown;
    for (const { code } of stage.chain.coins) {
      const { share, cold } = coins.find(({ walletType }) => walletType === code)!;
      expect([code, Number(share) >= 79.99, Number(cold) > 0]).toEqual([code, true, true]);
      expect(await stage.chain.balanceOf(demoCold[stage.chain.chain], code)).toBeGreaterThan(0n);
    }
  });

  it('coins that leave cold storage by nobody’s word stop their coin', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const code = stage.chain.coins[0].code;
    await pool.query(`UPDATE custody_sweep SET amount = amount + 1 WHERE kind = 'TO_COLD' AND coin = $1`, [code]);
    await reconcileSite(stage.exchange.server.context, MARU);
    const { rows } = await pool.query<{ differences: { fault: string }[] }>('SELECT differences FROM custody_run WHERE NOT is_equal');
    expect(rows.flatMap(({ differences }) => differences.map(({ fault }) => fault))).toContain('COLD_LESS');
    await pool.query(`UPDATE custody_sweep SET amount = amount - 1 WHERE kind = 'TO_COLD' AND coin = $1`, [code]);
    await pool.query('DELETE FROM custody_stop');
    await pool.query('DELETE FROM custody_run WHERE NOT is_equal');
    await compare(payer);
  });
}

describe('cold storage', () => {
  paysOut('ETH', ethStage, [], toCold);
});
