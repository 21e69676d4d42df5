// Ledger against chain over a real node: equal whatever traffic there is, and each kind of difference caught, named, stopping its coin (R24).
import { decideRequest } from './testing/decide-request.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import { accountOf, houseAccount, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import type { ChainReader } from '@maru/chains/chain.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import type { Reconciliation } from '@maru/custody/reconciliation-contract.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { alertService } from '@maru/operator/server/alerts/open-alerts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { openPayoutStage, type PayoutStage, WITHDRAW_PASSWORD } from './testing/payout-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const [USDT, ETH] = [0, 3];
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
let stage: PayoutStage;
let alice: TestMember;
let operator: Awaited<ReturnType<PayoutStage['exchange']['operator']>>;
let keys = 0;

const context = () => stage.exchange.server.context;
const sql = async (text: string, ...values: unknown[]) => (await context().pool.query(text, values)).rows;
const apply = (member: TestMember, walletType: string, point: string) =>
  member.post(
    '/api/dnw/withdraw/apply',
    { walletType, point, address: OUTSIDE, password: WITHDRAW_PASSWORD },
    { 'idempotency-key': `reconciled-${++keys}` },
  );

/** As the watcher does, and the server's job behind it. */
async function compare(reader: ChainReader = stage.reader): Promise<void> {
  const { pool, clock } = context();
  await stage.follow();
  expect(await readBalances({ pool, reader, now: () => clock.now(), goesOn: () => true })).toBe(true);
  await expect.poll(async () => (await stage.follow(), await reconcileSite(context(), MARU)).isWhole).toBe(true);
}
const shown = async () => (await operator.get('/api/admin/custody/reconciliation')).body.data as Reconciliation;
const coinOf = async (asset: number) => (await shown()).coins.find((coin) => coin.asset === asset)!;

beforeAll(async () => {
  stage = await openPayoutStage();
  operator = await stage.exchange.operator();
  alice = await stage.rich('alice', 'ETH_USDT', 300_000_000n);
  await stage.node.send(await stage.addressOf(alice, 'ETH'), 'ETH', 2n * 10n ** 18n + 5n);
  await stage.mine(8);
  await stage.server();
  expect((await apply(alice, 'ETH_USDT', '100')).status).toBe(200);
  await stage.settle();
});
afterAll(() => stage?.close());

describe('nothing is wrong', () => {
  it('what the ledger owes is what the chain holds, to the last wei', async () => {
    await compare();
    const [usdt, eth] = [await coinOf(USDT), await coinOf(ETH)];
    expect(usdt).toMatchObject({ state: 'EQUAL', difference: '0', differences: [], stop: null, currency: 'USDT' });
    expect(eth).toMatchObject({ state: 'EQUAL', difference: '0', differences: [], stop: null });
    const [network] = usdt.networks;
    expect(network).toMatchObject({ walletType: 'ETH_USDT', chain: 'ETH', deposits: '300', hot: '99903' });
    expect([usdt.ledger, usdt.chain, usdt.between]).toEqual(['100203', '100203', '0']);
    // Five wei of the deposit, and what a fee was booked above what it was.
    expect(eth.between).toMatch(/^0\.0000000\d+$/);
    expect((await shown()).runs[0]).toMatchObject({ state: 'EQUAL', differences: 0 });
  });

  it('members come and go between every two steps, and no run says that anything is wrong', async () => {
    const bob = await stage.rich('bobby', 'ETH_USDT', 500_000_000n);
    const to = await stage.addressOf(bob, 'ETH_USDT');
    const state = { isOver: false };
    const busy = (async () => {
      for (let round = 0; round < 6; round++) {
        await stage.node.send(to, 'ETH_USDT', 11_000_000n + BigInt(round));
        await apply(bob, 'ETH_USDT', '20');
        await stage.server();
        await stage.prepare();
        await stage.sign();
        await stage.server();
        await stage.send();
        await stage.mine(1 + (round % 3));
        await stage.server();
      }
      await stage.settle();
      state.isOver = true;
    })();
    while (!state.isOver) {
      const { pool, clock } = context();
      await readBalances({ pool, reader: stage.reader, now: () => clock.now(), goesOn: () => true });
      await reconcileSite(context(), MARU);
    }
    await busy;
    await compare();
    const { runs } = await shown();
    expect(runs.length).toBeGreaterThan(4);
    expect(runs.filter(({ state }) => state !== 'EQUAL')).toEqual([]);
    expect(await sql('SELECT 1 FROM custody_stop')).toEqual([]);
  });
});

interface Case {
  asset: number;
  /** One of the items that are found. */
  kind: string;
  subject: RegExp;
  inject(): Promise<unknown>;
  undo(): Promise<unknown>;
  reader?: () => ChainReader;
}

/** Changes a column of one row, and back. */
function changed(table: string, where: string, column: string, to: string) {
  let was: unknown;
  return {
    async inject() {
      const [row] = await sql(`SELECT ctid, ${column}::text AS was FROM ${table} WHERE ${where} LIMIT 1`);
      was = row.was;
      await sql(`UPDATE ${table} SET ${column} = ${to} WHERE ${where}`);
    },
    undo: () => sql(`UPDATE ${table} SET ${column} = '${String(was)}' WHERE ${where}`),
  };
}

const balanceBy = (address: () => Promise<string>, by: bigint) => {
  const set = async (change: bigint) => {
    const to = await address();
    const amount = (await stage.reader.balanceOf(to, 'ETH')) + change;
    await stage.node.rpc.ask('anvil_setBalance', [to, `0x${amount.toString(16)}`], z.unknown());
  };
  return { inject: () => set(by), undo: () => set(-by) };
};
const hot = async () => (await sql(`SELECT address FROM custody_hot WHERE chain = 'ETH' AND site_id = ${MARU}`))[0].address as string;
const ofAlice = () => stage.addressOf(alice, 'ETH');
const move = (debit: number, credit: number, amount: number) =>
  stage.exchange.server.engines.submit(MARU, encodeTransfer({ debit, credit, amount, reason: PostingReason.Adjustment }));
const posted = sideOf(houseAccount(ETH, Purse.External));
const firstUsdt = `deposit_id = (SELECT min(deposit_id) FROM custody_deposit WHERE wallet_type = 'ETH_USDT')`;
const firstArrival = `arrival_id = (SELECT min(deposit_id) FROM custody_deposit WHERE wallet_type = 'ETH_USDT')`;
const firstPaid = `withdrawal_id = (SELECT min(withdrawal_id) FROM custody_withdrawal WHERE ledger = 'SETTLED' OR ledger = 'RETURNED')`;
/** A node that says something else of one address' USDT. */
const lying = (by: bigint, of: () => Promise<string> = ofAlice): ChainReader => ({
  ...stage.reader,
  tip: () => stage.reader.tip(),
  blockAt: (height) => stage.reader.blockAt(height),
  incoming: (height, watched) => stage.reader.incoming(height, watched),
  outcomeOf: (hash) => stage.reader.outcomeOf(hash),
  balanceOf: async (address, coin) => {
    const has = await stage.reader.balanceOf(address, coin);
    return coin === 'ETH_USDT' && address === (await of()) ? has + by : has;
  },
});
let kept: { deposit: unknown; steps: unknown };
let payout: Record<string, unknown>;
const nothing = async () => undefined;

const cases: Record<string, Case> = {
  'a deposit that the watcher missed': { asset: ETH, kind: 'ADDRESS', subject: /^ETH:0x/, ...balanceBy(ofAlice, 10n ** 17n) },
  'coins gone from a member’s address': { asset: ETH, kind: 'ADDRESS', subject: /^ETH:0x/, ...balanceBy(ofAlice, -1n) },
  'coins gone from the hot address': { asset: ETH, kind: 'HOT', subject: /^ETH$/, ...balanceBy(hot, -(10n ** 9n)) },
  'a network fee that nobody noted': { asset: ETH, kind: 'HOT', subject: /^ETH$/, ...balanceBy(hot, -21_000n) },
  'a node that says too much': {
    asset: USDT,
    kind: 'ADDRESS',
    subject: /^ETH_USDT:0x/,
    inject: nothing,
    undo: nothing,
    reader: () => lying(1n),
  },
  'a node that says too little': {
    asset: USDT,
    kind: 'ADDRESS',
    subject: /^ETH_USDT:0x/,
    inject: nothing,
    undo: nothing,
    reader: () => lying(-1n),
  },
  'an arrival that was invented': {
    asset: USDT,
    kind: 'ADDRESS',
    subject: /^ETH_USDT:0x/,
    inject: () =>
      sql(`INSERT INTO custody_arrival (chain, tx_hash, place, coin, address, amount, height, block_hash, seen_ms, is_taken)
           SELECT chain, 'invented', 0, coin, address, 5000000, height, block_hash, seen_ms, true FROM custody_arrival WHERE ${firstArrival}`),
    undo: () => sql(`DELETE FROM custody_arrival WHERE tx_hash = 'invented'`),
  },
  'an arrival of another amount': {
    asset: USDT,
    kind: 'ADDRESS',
    subject: /^ETH_USDT:0x/,
    ...changed('custody_arrival', firstArrival, 'amount', 'amount + 1'),
  },
  'an arrival without its deposit': {
    asset: USDT,
    kind: 'DEPOSIT',
    subject: /^deposit:\d+$/,
    async inject() {
      const [row] =
        await sql(`SELECT row_to_json(d) AS deposit, (SELECT json_agg(s) FROM custody_deposit_step s WHERE s.deposit_id = d.deposit_id) AS steps
        FROM custody_deposit d WHERE ${firstUsdt}`);
      kept = row;
      await sql(`DELETE FROM custody_deposit_step WHERE ${firstUsdt}`);
      await sql(`DELETE FROM custody_deposit WHERE ${firstUsdt}`);
    },
    async undo() {
      await sql('INSERT INTO custody_deposit SELECT * FROM json_populate_record(NULL::custody_deposit, $1)', JSON.stringify(kept.deposit));
      await sql(
        'INSERT INTO custody_deposit_step SELECT * FROM json_populate_recordset(NULL::custody_deposit_step, $1)',
        JSON.stringify(kept.steps),
      );
    },
  },
  'a deposit credited with another amount': {
    asset: USDT,
    kind: 'DEPOSIT',
    subject: /^deposit:/,
    ...changed('custody_deposit', firstUsdt, 'amount', 'amount + 1'),
  },
  'a deposit that the ledger has otherwise': {
    asset: USDT,
    kind: 'LEDGER',
    subject: /^number:deposit:/,
    ...changed('custody_deposit', firstUsdt, 'amount', 'amount - 1'),
  },
  'dust that was taken': {
    asset: ETH,
    kind: 'DEPOSIT',
    subject: /^deposit:/,
    ...changed('custody_deposit', `wallet_type = 'ETH' AND dust > 0`, 'dust', 'dust - 1'),
  },
  'a deposit credited under a second number': {
    asset: USDT,
    kind: 'LEDGER',
    subject: /^number:deposit:/,
    ...changed('custody_deposit', firstUsdt, 'number', 'number + 1000'),
  },
  'a deposit of another member': {
    asset: USDT,
    kind: 'DEPOSIT',
    subject: /^deposit:/,
    ...changed('custody_deposit', firstUsdt, 'account', 'account + 1'),
  },
  'a block that is gone after it could be withdrawn': {
    asset: USDT,
    kind: 'DEPOSIT',
    subject: /^deposit:/,
    ...changed('custody_arrival', firstArrival, 'height', 'NULL'),
  },
  'a withdrawal of another amount': {
    asset: USDT,
    kind: 'LEDGER',
    subject: /^number:withdrawal:/,
    ...changed('custody_withdrawal', firstPaid, 'amount', 'amount + 1'),
  },
  'a withdrawal that no block has': {
    asset: USDT,
    kind: 'WITHDRAWAL',
    subject: /^withdrawal:/,
    async inject() {
      [payout] = await sql(
        `SELECT payout_id, hash, mined_height, mined_hash, is_success, network_fee FROM custody_payout WHERE ${firstPaid} AND hash IS NOT NULL`,
      );
      await sql(`UPDATE custody_payout SET hash = '0x' || repeat('0', 64), mined_hash = 'x' WHERE payout_id = $1`, payout.payout_id);
    },
    undo: () =>
      sql(
        'UPDATE custody_payout SET hash = $2, mined_height = $3, mined_hash = $4, is_success = $5, network_fee = $6 WHERE payout_id = $1',
        ...Object.values(payout),
      ),
  },
  'a fee of another amount': {
    asset: ETH,
    kind: 'WITHDRAWAL',
    subject: /^withdrawal:/,
    ...changed('custody_withdrawal', firstPaid, 'network_fee', 'network_fee + 10000000000'),
  },
  'paid by the chain and given back': {
    asset: USDT,
    kind: 'WITHDRAWAL',
    subject: /^withdrawal:/,
    ...changed('custody_withdrawal', firstPaid, 'ledger', `'RETURNED'`),
  },
  'an entry of another amount': {
    asset: ETH,
    kind: 'LEDGER',
    subject: /^number:entry:/,
    ...changed('custody_entry', `name = 'DEMO|ETH' AND site_id = ${MARU}`, 'amount', 'amount - 1'),
  },
  'a credit without a chain': {
    asset: ETH,
    kind: 'BY_HAND',
    subject: /^External$/,
    inject: () => move(houseAccount(ETH, Purse.External), accountOf(alice.account, ETH, Purse.Available), 7),
    undo: () => move(accountOf(alice.account, ETH, Purse.Available), houseAccount(ETH, Purse.External), 7),
  },
  'postings that were changed in SQL': {
    asset: ETH,
    kind: 'POSTINGS',
    subject: /^External$/,
    inject: () =>
      sql(
        `UPDATE wallet_house_posting SET amount = amount + 1 WHERE ctid = (SELECT ctid FROM wallet_house_posting WHERE debit = ${posted} LIMIT 1)`,
      ),
    undo: () =>
      sql(
        `UPDATE wallet_house_posting SET amount = amount - 1 WHERE ctid = (SELECT ctid FROM wallet_house_posting WHERE debit = ${posted} LIMIT 1)`,
      ),
  },
};

describe('what is wrong is caught and named', () => {
  it.each(Object.entries(cases))('%s', async (_name, { asset, kind, subject, inject, undo, reader }) => {
    await inject();
    try {
      // The server's own job judges every read as well, and may be a read behind.
      const compared = async () => (await compare(reader?.()), coinOf(asset));
      await expect.poll(compared).toMatchObject({ state: 'DIFFERENT', stop: {} });
      const coin = await compared();
      expect(coin.differences.map((one) => `${one.kind} ${one.subject}`)).toContainEqual(
        expect.stringMatching(new RegExp(`^${kind} ${subject.source.replace(/^\^/, '')}`)),
      );
      for (const { text } of coin.differences) expect([text.ko, text.en].join()).not.toMatch(/\{/);
    } finally {
      await undo();
    }
    await expect
      .poll(async () => {
        await sql('DELETE FROM custody_stop');
        await compare();
        return coinOf(asset);
      })
      .toMatchObject({ state: 'EQUAL', stop: null });
  });

  it('coins that came straight to the hot address stop nothing: seen twice, they are nobody’s', async () => {
    await stage.node.send(await hot(), 'ETH', 3n * 10n ** 17n + 1n);
    await stage.mine(1);
    await compare();
    const first = await coinOf(ETH);
    expect([first.state, first.stop, first.differences.map(({ kind }) => kind)]).toEqual(['DIFFERENT', null, ['HOT']]);
    await stage.mine(1);
    await compare();
    await stage.server();
    await compare();
    expect(await coinOf(ETH)).toMatchObject({ state: 'EQUAL', suspense: '0.3', differences: [] });
  });
});

it('a stop is told, nothing of its coin is signed, two persons lift it with a reason, and anything else stops again', async () => {
  await compare(lying(-1000n, hot));
  await context().services.use(alertService).look();
  const alerts = (await operator.get('/api/admin/alerts')).body.data.open as { kind: string; severity: string; title: { en: string } }[];
  // One of another coin may stand open from before: an alert ends when it is next looked at.
  expect(alerts.filter(({ kind }) => kind === 'CUSTODY_STOPPED').map(({ severity, title }) => [severity, title.en])).toContainEqual([
    'PAGE',
    'Payouts of USDT are stopped: ledger and chain differ in 1 places',
  ]);
  const asked = await apply(alice, 'ETH_USDT', '20');
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const state = async () =>
    (await alice.get('/api/dnw/withdraw', { withdrawalId: asked.body.data.withdrawalId })).body.data.state as string;
  await expect.poll(state).toBe('APPROVED');
  // Prepared before the stop stood, as it may have been.
  const [stop] = await sql('UPDATE custody_stop SET lifted_ms = 1 WHERE lifted_ms IS NULL AND asset = $1 RETURNING stop_id', USDT);
  await stage.prepare();
  // The server's own comparison may have stopped it once more.
  await sql('DELETE FROM custody_stop WHERE lifted_ms IS NULL AND asset = $1', USDT);
  await sql('UPDATE custody_stop SET lifted_ms = NULL WHERE stop_id = $1', stop.stop_id);
  expect(await stage.sign()).toBe(0);
  expect(await stage.prepare()).toBe(0);
  expect(await state()).toBe('APPROVED');

  const coin = await coinOf(USDT);
  const lift = { stopId: coin.stop?.stopId, fingerprint: coin.stop?.fingerprint, reason: 'a donation to the miners, agreed' };
  expect((await operator.post('/api/admin/custody/reconciliation/lift', { ...lift, fingerprint: 'x' })).body.code).toBe('STOP_CHANGED');
  const request = await operator.post('/api/admin/custody/reconciliation/lift', lift);
  expect(request.body.code).toBe('APPROVAL_REQUIRED');
  expect((await coinOf(USDT)).stop).toMatchObject({ isAsked: true });
  const id = request.body.data.requestId;
  expect((await decideRequest(operator, id)).status).not.toBe(200);
  const second = await stage.exchange.operator();
  const agreed = await decideRequest(second, id);
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  await compare(lying(-1000n, hot));
  expect(await coinOf(USDT)).toMatchObject({ stop: null, differences: [{ isAccepted: true }] });
  await sql(`UPDATE custody_withdrawal SET waits_until_ms = 0`);
  await stage.settle();
  expect(await state()).toBe('CONFIRMED');
  await compare(lying(-1001n, hot));
  expect((await coinOf(USDT)).stop).not.toBeNull();
});
