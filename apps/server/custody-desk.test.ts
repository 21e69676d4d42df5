// Custody on the desk over real HTTP: coins set and paused with their second person, deposits found, and every right and border kept (issue 15, 7).
import { decideRequest, expectSecondPerson } from './testing/decide-request.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANOK, MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const COINS = '/api/admin/custody/coins';
const COIN = '/api/admin/custody/coin';
const HASH = `0x${'ab'.repeat(32)}`;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

let exchange: TestExchange;
let first: Caller;
let second: Caller;
let alice: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ hasDeposits: true, more: [custodyFeature] });
  [first, second] = [await exchange.operator(), await exchange.operator()];
  alice = await exchange.member('alice', '0');
});
afterAll(() => exchange?.stop());

const pool = () => exchange.server.context.pool;

interface Coin {
  walletType: string;
  creditAfter: number;
  unlockAfter: number;
  finalAfter: number;
  depositLeast: string;
  outFee: string;
  outLeast: string;
  lookedAt: string;
  twoPersons: string;
  coldPercent: number;
  inPause: { why: string; until: string | null } | null;
  outPause: { why: string } | null;
}
async function coin(walletType = 'ETH_USDT'): Promise<Coin> {
  const { body } = await first.get(COINS);
  return (body.data as Coin[]).find((each) => each.walletType === walletType) as Coin;
}
const termsOf = ({ inPause: _in, outPause: _out, ...terms }: Coin) => {
  const { walletType, creditAfter, unlockAfter, finalAfter, depositLeast, outFee, outLeast, lookedAt, twoPersons, coldPercent } = terms;
  return { walletType, creditAfter, unlockAfter, finalAfter, depositLeast, outFee, outLeast, lookedAt, twoPersons, coldPercent };
};
const change = async (by: Caller, part: Partial<Coin>) =>
  by.post(COIN, { ...termsOf(await coin()), ...part, reason: 'as the network is now' });

/** As it was shown to the one who decides. */
const shownToMember = async (walletType: string) =>
  (
    (await alice.get('/api/site_info/dnw')).body.data.deposits as {
      walletType: string;
      state: string;
      creditAfter: number;
      stateAt: string;
    }[]
  ).find((each) => each.walletType === walletType);

describe('coins of a site', () => {
  it('who may only read sees them and changes nothing; who may neither is refused', async () => {
    const reader = await exchange.operator(['custody.read']);
    expect((await reader.get(COINS)).status).toBe(200);
    const nobody = await exchange.operator(['member.read']);
    const [pause, open] = [`${COIN}/pause`, `${COIN}/open`];
    const tries = [
      nobody.get(COINS),
      nobody.get('/api/admin/custody'),
      nobody.get('/api/admin/deposit/list'),
      change(reader, { outFee: '4' }),
      reader.post(pause, { walletType: 'ETH', way: 'IN', why: 'NETWORK', reason: 'not mine to do' }),
      reader.post(open, { walletType: 'ETH', way: 'IN', reason: 'not mine to do' }),
    ];
    for (const { status, body } of await Promise.all(tries)) expect([status, body.code]).toEqual([403, 'NO_PERMISSION']);
    expect((await alice.get(COINS)).status).toBe(403);
    expect((await coin()).outFee).toBe('3');
  });

  it('those of another brand are not there', async () => {
    const theirs = await exchange.operator(undefined, HANOK);
    expect((await theirs.get(COINS)).body.data).toEqual([]);
    const { status, body } = await theirs.post(COIN, { ...termsOf(await coin()), reason: 'another brand' });
    expect([status, body.code]).toEqual([404, 'COIN_UNKNOWN']);
    expect((await theirs.get('/api/admin/custody')).body.data.chains).toEqual([]);
  });

  it('more protection, a fee and a least hold at once, for members too, with a line in the log', async () => {
    const before = await coin();
    const { status, body } = await change(first, { creditAfter: before.creditAfter + 3, unlockAfter: before.unlockAfter + 5, outFee: '4' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({ creditAfter: before.creditAfter + 3, outFee: '4' });
    expect(await shownToMember('ETH_USDT')).toMatchObject({ creditAfter: before.creditAfter + 3 });
    const quote = await alice.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT' });
    expect(quote.body.data.fee).toBe('4');
    const { rows } = await pool().query(
      `SELECT before, after, reason FROM operator_audit WHERE action = 'changeDeskCoin' AND refusal IS NULL`,
    );
    const [line] = rows as { before: string; after: string; reason: string }[];
    expect([JSON.parse(line.before).outFee, JSON.parse(line.after).outFee, line.reason]).toEqual(['3', '4', 'as the network is now']);
  });

  it.each([
    ['fewer blocks until credit', { creditAfter: 1 }],
    ['fewer until it may leave', { unlockAfter: 9 }],
    ['fewer until it is settled', { finalAfter: 2 }],
    ['a higher limit of one person', { lookedAt: '2000' }],
    ['a higher limit of two', { twoPersons: '20000' }],
    ['a smaller share in cold storage', { coldPercent: 60 }],
  ])('%s: another person agrees first', async (_name, less: Partial<Coin>) => {
    const before = await coin();
    const asked = await change(first, less);
    expect(await coin()).toEqual(before);
    await expectSecondPerson(asked, first, second);
    expect(await coin()).toEqual({ ...before, ...less });
  });

  it('what changed since it was asked is asked anew', async () => {
    const asked = await change(first, { twoPersons: '30000' });
    const { requestId } = asked.body.data;
    const { print } = (await second.get('/api/admin/approval', { id: requestId })).body.data;
    expect((await change(first, { outFee: '5' })).status).toBe(200);
    const late = await second.post('/api/admin/approval/decide', { id: requestId, isApproved: true, print, reason: 'looked at it' });
    expect(late.body.code).toBe('APPROVAL_CHANGED');
    expect((await coin()).twoPersons).toBe('20000');
    expect((await decideRequest(second, requestId, { isApproved: false, reason: 'looked at it' })).status).toBe(200);
  });

  it('each wrong term is refused at its field', async () => {
    const cases: [Partial<Coin>, string, string | undefined][] = [
      [{}, 'COIN_SAME', undefined],
      [{ unlockAfter: 1, creditAfter: 2 }, 'COIN_UNLOCK', 'unlockAfter'],
      [{ outFee: '10', outLeast: '10' }, 'COIN_OUT_LEAST', 'outLeast'],
      [{ lookedAt: '50000' }, 'COIN_TWO_PERSONS', 'twoPersons'],
      [{ outFee: '0.0000001' }, 'BAD_PRECISION', 'outFee'],
      [{ depositLeast: '0.0000001' }, 'BAD_PRECISION', 'depositLeast'],
      [{ depositLeast: '0' }, 'INVALID_FIELD', 'depositLeast'],
      [{ creditAfter: 0 }, 'INVALID_FIELD', 'creditAfter'],
      [{ walletType: 'SOL' }, 'COIN_UNKNOWN', 'walletType'],
    ];
    const before = await coin();
    for (const [part, code, field] of cases) {
      const { body } = await change(first, part);
      expect(body, JSON.stringify(part)).toMatchObject({ code, ...(field && { data: { field } }) });
    }
    expect(await coin()).toEqual(before);
  });
});

describe('a pause', () => {
  it('holds at once and says until when; opening again wants another person', async () => {
    const paused = await first.post(`${COIN}/pause`, {
      walletType: 'ETH',
      way: 'IN',
      why: 'NETWORK',
      hours: 2,
      reason: 'the node is late',
    });
    expect(paused.status, JSON.stringify(paused.body)).toBe(200);
    expect(await shownToMember('ETH')).toMatchObject({ state: 'PAUSED', stateAt: paused.body.data.inPause.until });
    const asked = await first.post(`${COIN}/open`, { walletType: 'ETH', way: 'IN', reason: 'the node is back' });
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await coin('ETH')).inPause).toMatchObject({ why: 'NETWORK' });
    expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
    expect((await coin('ETH')).inPause).toBeNull();
    expect((await first.post(`${COIN}/open`, { walletType: 'ETH', way: 'IN', reason: 'open already' })).body.code).toBe('COIN_SAME');
  });

  it('keeps withdrawals from being asked for', async () => {
    const paused = await first.post(`${COIN}/pause`, {
      walletType: 'ETH_USDT',
      way: 'OUT',
      why: 'SAFETY',
      reason: 'we look at the wallet',
    });
    expect(paused.body.data.outPause).toEqual({ why: 'SAFETY', until: null });
    const quote = await alice.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT' });
    expect(quote.body.data.paused).toEqual({ reason: 'SAFETY', until: null });
  });
});

describe('deposits', () => {
  beforeAll(async () => {
    await pool().query(
      `INSERT INTO custody_arrival (chain, tx_hash, place, coin, address, amount, sender, height, seen_ms, is_taken)
       VALUES ('ETH', $1, 0, 'ETH_USDT', $2, 25000000, NULL, 7, 1, true), ('ETH', $1, 1, 'ETH', $2, 1000000000000000001, NULL, 7, 1, true)`,
      [HASH, ADDRESS],
    );
    await pool().query(
      `INSERT INTO custody_deposit (deposit_id, site_id, account, wallet_type, asset, amount, dust, state, confirmations, changed_ms)
       SELECT arrival_id, $1, $2, coin, CASE coin WHEN 'ETH' THEN 3 ELSE 0 END, CASE coin WHEN 'ETH' THEN 100000000 ELSE 25000000 END,
         CASE coin WHEN 'ETH' THEN 1 ELSE 0 END, 'UNLOCKED', 9, 1 FROM custody_arrival WHERE tx_hash = $3`,
      [MARU, alice.account, HASH],
    );
  });

  const found = async (query: Record<string, string | number>, by = first) => {
    const { body } = await by.get('/api/admin/deposit/list', query);
    return (body.data.content as { walletType: string }[]).map(({ walletType }) => walletType);
  };

  it('are found by what is whole: name, hash, address; never by a part', async () => {
    for (const search of ['alice', 'ALICE', HASH, ADDRESS]) expect(await found({ search }), search).toEqual(['ETH', 'ETH_USDT']);
    for (const search of ['ali', HASH.slice(0, 20), ADDRESS.slice(0, 10), '%', "' OR 1=1 --"])
      expect(await found({ search }), search).toEqual([]);
    expect(await found({ show: 'OPEN' })).toEqual([]);
    expect(await found({ show: 'DONE', walletType: 'ETH' })).toEqual(['ETH']);
    const { body } = await first.get('/api/admin/deposit/list', { walletType: 'ETH' });
    expect(body.data.content[0]).toMatchObject({
      username: 'alice',
      point: '1',
      chainAmount: '1.000000000000000001',
      dust: '0.000000000000000001',
    });
  });

  it('those of another brand are not there, nor is its member', async () => {
    const theirs = await exchange.operator(undefined, HANOK);
    expect(await found({ search: HASH }, theirs)).toEqual([]);
    const { status, body } = await theirs.get('/api/admin/deposit/list', { playerId: alice.member });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

it('says of each chain how it is read, and of the processes that none runs', async () => {
  await pool().query(
    `INSERT INTO custody_head (chain, tip_height, scanned_height, seen_ms) VALUES ('ETH', 12, 10, $1)
     ON CONFLICT (chain) DO UPDATE SET tip_height = 12, scanned_height = 10, seen_ms = $1`,
    [exchange.server.context.clock.now()],
  );
  const { body } = await first.get('/api/admin/custody');
  expect(body.data).toMatchObject({ signer: { isAlive: false, seenAt: null }, payouts: [] });
  expect(body.data.chains.find((each: { chain: string }) => each.chain === 'ETH')).toMatchObject({
    state: 'OPEN',
    height: 12,
    readHeight: 10,
  });
});

describe('withdrawals', () => {
  const LIST = '/api/admin/withdrawal/list';
  const DECIDE = '/api/admin/withdrawal/decide';
  let small: number;
  let large: number;
  let keys = 0;

  /** A row alone: nothing of it stands in the ledger. */
  async function asked(part: { amount: number; value?: number; state?: string; minutesAgo?: number }): Promise<number> {
    const at = exchange.server.context.clock.now() - (part.minutesAgo ?? 0) * 60_000;
    const { rows } = await pool().query<{ id: number }>(
      `INSERT INTO custody_withdrawal (site_id, account, request_key, body_hash, wallet_type, asset, chain, address, amount, fee, value, state,
         asked_ms, changed_ms) VALUES ($1, $2, $3, '', 'ETH_USDT', 0, 'ETH', $4, $5, 3000000, $6, $7, $8, $8)
       RETURNING withdrawal_id::float8 AS id`,
      [MARU, alice.account, `desk-${++keys}`, ADDRESS, part.amount, part.value ?? part.amount, part.state ?? 'REVIEW', at],
    );
    return rows[0].id;
  }
  beforeAll(async () => {
    small = await asked({ amount: 500e6, minutesAgo: 45 });
    large = await asked({ amount: 25_000e6 });
    await asked({ amount: 10e6, state: 'CONFIRMED' });
  });

  interface Row {
    withdrawalId: number;
    contentHash: string;
    needsTwo: boolean;
    asked: { requestId: number; person: string } | null;
    state: string;
  }
  const rowsOf = async (query: Record<string, string | number>, by = first) => (await by.get(LIST, query)).body.data.content as Row[];
  const idsOf = async (query: Record<string, string | number>, by = first) =>
    (await rowsOf(query, by)).map(({ withdrawalId }) => withdrawalId);
  const rowOf = async (id: number) => (await rowsOf({ search: id }))[0];
  const say = async (by: Caller, withdrawalId: number, decision: 'APPROVE' | 'REFUSE' = 'APPROVE') =>
    by.post(DECIDE, { withdrawalId, decision, contentHash: (await rowOf(withdrawalId)).contentHash, reason: 'called the member' });

  it('wait with the longest first, narrowed by value, wait, coin and what is whole', async () => {
    expect(await idsOf({ show: 'WAITING' })).toEqual([small, large]);
    expect(await idsOf({ show: 'WAITING', least: 10_000 })).toEqual([large]);
    expect(await idsOf({ show: 'WAITING', minutes: 30 })).toEqual([small]);
    expect(await idsOf({ show: 'WAITING', walletType: 'ETH' })).toEqual([]);
    expect(await idsOf({ show: 'DONE' })).toHaveLength(1);
    for (const search of ['alice', ADDRESS]) expect(await idsOf({ show: 'WAITING', search })).toHaveLength(2);
    for (const search of ['ali', ADDRESS.slice(0, 12)]) expect(await idsOf({ show: 'WAITING', search })).toEqual([]);
  });

  it('are nothing to an operator of another brand, and no choice of one who may only read', async () => {
    const theirs = await exchange.operator(undefined, HANOK);
    expect(await idsOf({ show: 'ALL' }, theirs)).toEqual([]);
    expect((await theirs.get(LIST, { playerId: alice.member })).body.code).toBe('NOT_FOUND');
    for (const path of ['decide', 'claim', 'release']) {
      const body = { withdrawalId: small, decision: 'REFUSE', contentHash: 'x', reason: 'another brand' };
      expect((await theirs.post(`/api/admin/withdrawal/${path}`, body)).body.code, path).toBe('NOT_FOUND');
    }
    const reader = await exchange.operator(['withdrawal.read']);
    expect(await idsOf({ show: 'WAITING' }, reader)).toHaveLength(2);
    for (const path of ['decide', 'claim', 'release'])
      expect((await reader.post(`/api/admin/withdrawal/${path}`, { withdrawalId: small })).status, path).toBe(403);
    expect((await (await exchange.operator(['custody.*'])).get(LIST)).status).toBe(403);
  });

  it('one that stands still says for what, in words of the desk: a stop before coins that are short', async () => {
    const held = await asked({ amount: 7e6, state: 'APPROVED' });
    const waitsFor = async () => {
      const { payouts } = (await first.get('/api/admin/custody')).body.data as {
        payouts: { withdrawalId: number; waitsFor: string | null }[];
      };
      const underWay = payouts.find(({ withdrawalId }) => withdrawalId === held)?.waitsFor;
      expect(await rowOf(held)).toMatchObject({ waitsFor: underWay });
      return underWay;
    };
    expect(await waitsFor()).toBeNull();
    await pool().query(`UPDATE custody_withdrawal SET waits = 'ECONNREFUSED' WHERE withdrawal_id = $1`, [held]);
    expect(await waitsFor()).toBeNull();
    await pool().query('UPDATE custody_withdrawal SET is_short = true WHERE withdrawal_id = $1', [held]);
    expect(await waitsFor()).toBe('SHORT');
    await pool().query(
      `WITH run AS (INSERT INTO custody_run (site_id, asset, at_ms, read_ms, is_equal, seq, scale, chain_amount, ledger_amount, between_amount,
         difference, figures, differences) VALUES ($1, 0, 1, 1, false, 1, 6, 0, 0, 0, 1, '{"networks":[],"inTransit":0,"suspense":0,"networkFee":0,"paper":"0"}', '[]')
         RETURNING run_id)
       INSERT INTO custody_stop (site_id, asset, run_id, since_ms, fingerprint) SELECT $1, 0, run_id, 1, 'f' FROM run`,
      [MARU],
    );
    expect(await waitsFor()).toBe('STOP');
    await pool().query('DELETE FROM custody_stop');
    await pool().query('DELETE FROM custody_run');
    await pool().query(`UPDATE custody_withdrawal SET state = 'CANCELLED' WHERE withdrawal_id = $1`, [held]);
    expect(await rowOf(held)).toMatchObject({ waitsFor: null });
  });

  it('one that somebody works on is nobody else’s to decide, and among his own', async () => {
    expect((await second.post('/api/admin/withdrawal/claim', { withdrawalId: small })).status).toBe(200);
    expect(await idsOf({ show: 'MINE' }, second)).toEqual([small]);
    expect(await idsOf({ show: 'MINE' })).toEqual([]);
    expect((await say(first, small)).body.code).toBe('WITHDRAW_CLAIMED');
    expect((await second.post('/api/admin/withdrawal/release', { withdrawalId: small })).status).toBe(200);
    const refused = await say(first, small, 'REFUSE');
    expect(refused.body.data).toMatchObject({ state: 'REFUSED', reason: 'called the member' });
    expect((await say(first, small, 'REFUSE')).body.code).toBe('WITHDRAW_LATE');
  });

  it('a large one is asked for once, shown whole, and agreed to by somebody else alone', async () => {
    const asking = await say(first, large);
    expect(asking.body.code).toBe('APPROVAL_REQUIRED');
    const { requestId } = asking.body.data;
    expect((await rowOf(large)).asked).toMatchObject({ requestId: Number(requestId) });
    expect((await say(first, large)).body.code).toBe('WITHDRAW_ASKED');
    expect((await say(second, large)).body.code).toBe('WITHDRAW_ASKED');
    const shown = (await second.get('/api/admin/approval', { id: requestId })).body.data;
    expect(shown.live.after).toMatchObject({ address: ADDRESS, coin: 'ETH_USDT', leaves: '25003', arrives: '25000', outFee: '3' });
    expect((await decideRequest(first, requestId)).status).toBe(403);
    expect((await decideRequest(second, requestId, { isApproved: false, reason: 'looked at it' })).status).toBe(200);
    expect(await rowOf(large)).toMatchObject({ state: 'REVIEW', asked: null });
  });

  it('one that changed since it was shown is refused, and asked anew', async () => {
    const { requestId } = (await say(first, large)).body.data;
    const { print } = (await second.get('/api/admin/approval', { id: requestId })).body.data;
    const swap = 'UPDATE custody_withdrawal SET address = $2 WHERE withdrawal_id = $1';
    await pool().query(swap, [large, '0x8617E340B3D01FA5F11F306F4090FD50E238070D']);
    const late = await second.post('/api/admin/approval/decide', { id: requestId, isApproved: true, print, reason: 'looked at it' });
    expect(late.status).toBe(409);
    expect((await rowOf(large)).state).toBe('REVIEW');
    await pool().query(swap, [large, ADDRESS]);
    const agreed = await decideRequest(second, requestId);
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    expect((await rowOf(large)).state).toBe('APPROVED');
    expect((await rowsOf({ search: large }))[0]).toMatchObject({ agreed: [{}, {}] });
  });
});
