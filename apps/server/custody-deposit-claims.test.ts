// Deposit claims over real HTTP and nodes: what came without its memo becomes the deposit of who claims it, once, by the desk (issue 15, 2 and 7).
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import type { DeskDepositClaimPage } from '@maru/custody/deposit-claim-admin-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type PayoutStage } from './testing/payout-stage.ts';
import { eosStage, type OpenStageChain, xrpStage } from './testing/stage-chains.ts';
import { HANOK, MARU, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
interface Coin {
  walletType: string;
  asset: number;
  /** Units of the ledger to one of the chain's. */
  unit: number;
  /** The coin in the chain's units. */
  one: bigint;
}
const coins: [string, Coin, OpenStageChain<unknown>][] = [
  ['XRP', { walletType: 'XRP', asset: 4, unit: 100, one: 1_000_000n }, xrpStage as OpenStageChain<unknown>],
  ['EOS', { walletType: 'EOS', asset: 6, unit: 10_000, one: 10_000n }, eosStage as OpenStageChain<unknown>],
];
const CLAIM = '/api/dnw/deposit/claim';
const DESK = '/api/admin/deposit/claim';
const NEVER = 'ab'.repeat(32);

describe.each(coins)('%s', (_name, coin, open) => {
  let stage: PayoutStage<unknown>;
  let [first, second]: Caller[] = [];
  let alice: TestMember;
  let bob: TestMember;
  let place: { address: string; memo: string | null };

  beforeAll(async () => {
    stage = await openStage(open);
    [first, second] = [await stage.exchange.operator(), await stage.exchange.operator()];
    [alice, bob] = [await stage.exchange.member('alice', '0'), await stage.exchange.member('bobby', '0')];
    place = await stage.placeOf(alice, coin.walletType);
    await stage.placeOf(bob, coin.walletType);
    await limit(1_000_000n);
  });
  afterAll(() => stage?.close());

  const context = () => stage.exchange.server.context;
  const sql = async (text: string, values: unknown[] = []) => (await context().pool.query(text, values)).rows;
  /** Above so many coins two persons decide. */
  const limit = (most: bigint) =>
    sql('UPDATE custody_coin SET out_two_persons = $1 WHERE wallet_type = $2', [Number(most * coin.one) * coin.unit, coin.walletType]);
  const held = (account: number) => stage.exchange.server.engines.query<number>(MARU, 'ledger', account);
  const wallet = (member: TestMember) => held(accountOf(member.account, coin.asset, Purse.Available));
  const suspense = () => held(houseAccount(coin.asset, Purse.Suspense));
  const units = (amount: bigint) => Number(amount) * coin.unit;

  /** Sent by somebody who forgot the memo; booked as nobody's by the time it answers. */
  async function lose(amount: bigint, memo: string | null = null): Promise<string> {
    await stage.chain.pay(coin.walletType, place.address, memo, amount);
    await stage.mine(8);
    await stage.server();
    const [{ hash }] = await sql('SELECT tx_hash AS hash FROM custody_arrival WHERE chain = $1 ORDER BY arrival_id DESC LIMIT 1', [
      stage.chain.chain,
    ]);
    await expect.poll(() => sql(`SELECT 1 FROM custody_entry WHERE arrival_id IS NOT NULL AND NOT is_booked`)).toEqual([]);
    return hash as string;
  }
  const ask = (member: Caller, txHash: string, more: Record<string, unknown> = {}) =>
    member.post(CLAIM, { walletType: coin.walletType, txHash, point: '40', ...more });
  async function claimed(member: Caller, txHash: string, more: Record<string, unknown> = {}): Promise<number> {
    const { status, body } = await ask(member, txHash, more);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.claimId as number;
  }
  const page = async (claimId: number, by = first) => (await by.get(DESK, { claimId })).body.data as DeskDepositClaimPage;
  async function approve(claimId: number, by = first) {
    const { arrivals } = await page(claimId, by);
    const [seen] = arrivals;
    const body = {
      claimId,
      decision: 'APPROVE',
      arrivalId: seen?.arrivalId,
      contentHash: seen?.contentHash,
      reason: 'sender and amount fit',
    };
    return by.post(`${DESK}/decide`, body);
  }
  const refuse = (claimId: number) => first.post(`${DESK}/decide`, { claimId, decision: 'REFUSE', reason: 'no such payment' });
  const own = async (member: Caller, claimId: number) =>
    ((await member.get(`${CLAIM}/list`)).body.data.content as { claimId: number; state: string; reason: string | null }[]).find(
      (one) => one.claimId === claimId,
    );
  const settled = (member: TestMember, claimId: number) =>
    expect.poll(async () => (await stage.server(), await own(member, claimId))?.state).toBe('CREDITED');
  async function agreeSecond(requestId: string, by: Caller) {
    const { body } = await by.get('/api/admin/approval', { id: requestId });
    return by.post('/api/admin/approval/decide', {
      id: requestId,
      isApproved: true,
      print: body.data?.print ?? '',
      reason: 'looked at it',
    });
  }
  async function reconciled() {
    const { pool, clock } = context();
    await stage.follow();
    await readBalances({ pool, reader: stage.reader, now: () => clock.now(), goesOn: () => true });
    await expect.poll(async () => (await stage.follow(), await reconcileSite(context(), MARU)).isWhole).toBe(true);
    const { coins: compared } = (await first.get('/api/admin/custody/reconciliation')).body.data as {
      coins: { asset: number; difference: string; differences: unknown[] }[];
    };
    const mine = compared.find(({ asset }) => asset === coin.asset);
    expect([mine?.difference, mine?.differences]).toEqual(['0', []]);
  }

  it('whole path: nobody’s, claimed, taken up, approved, in the wallet, and ledger and chain stay equal', async () => {
    const before = await suspense();
    const hash = await lose(40n * coin.one);
    expect([await suspense(), await wallet(alice)]).toEqual([before + units(40n * coin.one), 0]);
    await reconciled();
    const id = await claimed(alice, hash.toLowerCase(), { evidence: 'sent from my own wallet at noon' });
    expect(await own(alice, id)).toMatchObject({ state: 'REQUESTED', txHash: hash, point: '40', canCancel: true });
    const { content } = (await first.get(`${DESK}/list`, { show: 'WAITING' })).body.data;
    expect(content).toMatchObject([{ claimId: id, username: 'alice', found: 1, rivals: 0 }]);
    expect((await first.post(`${DESK}/take`, { claimId: id })).body.data).toMatchObject({ state: 'IN_REVIEW', worker: { isMine: true } });
    expect((await second.post(`${DESK}/take`, { claimId: id })).body.code).toBe('DEPOSIT_CLAIM_TAKEN');
    expect((await approve(id, second)).body.code).toBe('DEPOSIT_CLAIM_TAKEN');
    expect((await alice.post(`${CLAIM}/cancel`, { claimId: id })).body.code).toBe('DEPOSIT_CLAIM_LATE');
    expect(await page(id)).toMatchObject({
      member: { username: 'alice', memo: place.memo },
      arrivals: [{ point: '40', address: place.address, isBooked: true, isSmall: false, creditedTo: null, differs: [], needsTwo: false }],
    });
    const { status, body } = await approve(id);
    expect(status, JSON.stringify(body)).toBe(200);
    await settled(alice, id);
    expect([await suspense(), await wallet(alice)]).toEqual([before, units(40n * coin.one)]);
    expect((await own(alice, id))?.state).toBe('CREDITED');
    expect((await alice.get('/api/dnw/deposit/list')).body.data.content).toMatchObject([{ point: '40', state: 'UNLOCKED', txHash: hash }]);
    await expect.poll(() => sql('SELECT 1 FROM custody_deposit_claim_step WHERE NOT is_told')).toEqual([]);
    await reconciled();
    expect((await approve(id)).body.code).toBe('DEPOSIT_CLAIM_LATE');
  });
});
void [NEVER, HANOK];
