// Deposit claims over a chain with memos: what somebody sent without one, who claims it, and who decides.
import { accountOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import type { DeskDepositClaimPage } from '@maru/custody/deposit-claim-admin-contract.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { expect } from 'vitest';
import { openStage, type PayoutStage, type StageAddress } from './payout-stage.ts';
import type { OpenStageChain } from './stage-chains.ts';
import { MARU, type TestMember } from './test-exchange.ts';

export type Caller = Pick<TestMember, 'get' | 'post'>;
export interface MemoCoin {
  walletType: string;
  asset: number;
  /** Units of the ledger to one of the chain's. */
  unit: number;
  /** The coin in the chain's units. */
  one: bigint;
}
export const memoCoins = {
  XRP: { walletType: 'XRP', asset: 4, unit: 100, one: 1_000_000n },
  EOS: { walletType: 'EOS', asset: 6, unit: 10_000, one: 10_000n },
} as const satisfies Record<string, MemoCoin>;

export const CLAIM = '/api/dnw/deposit/claim';
export const DESK = '/api/admin/deposit/claim';

/** Alice has an address, and so has Bob; one person may decide a million coins until a test says otherwise. */
export async function openClaims(coin: MemoCoin, open: OpenStageChain<unknown>) {
  const stage = await openStage(open);
  const [alice, bob] = [await stage.exchange.member('alice', '0'), await stage.exchange.member('bobby', '0')];
  const place = await stage.placeOf(alice, coin.walletType);
  await stage.placeOf(bob, coin.walletType);
  const [first, second] = [await stage.exchange.operator(), await stage.exchange.operator()];
  const claims = { stage, alice, bob, place, first, second, ...ledgerOf(stage, coin), ...actsOf(stage, coin, place, first) };
  await claims.limit(1_000_000n);
  return claims;
}
export type Claims = Awaited<ReturnType<typeof openClaims>>;

function ledgerOf(stage: PayoutStage<unknown>, coin: MemoCoin) {
  const held = (account: number) => stage.exchange.server.engines.query<number>(MARU, 'ledger', account);
  const context = () => stage.exchange.server.context;
  const sql = async (text: string, values: unknown[] = []) => (await context().pool.query(text, values)).rows;
  return {
    context,
    sql,
    wallet: (member: TestMember) => held(accountOf(member.account, coin.asset, Purse.Available)),
    suspense: () => held(houseAccount(coin.asset, Purse.Suspense)),
    units: (amount: bigint) => Number(amount) * coin.unit,
    /** Above so many coins two persons decide. */
    limit: (most: bigint) =>
      sql('UPDATE custody_coin SET out_two_persons = $1 WHERE wallet_type = $2', [Number(most * coin.one) * coin.unit, coin.walletType]),
  };
}

function actsOf(stage: PayoutStage<unknown>, coin: MemoCoin, place: StageAddress, first: Caller) {
  const { context, sql } = ledgerOf(stage, coin);
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
  return { lose, ask, claimed, page, approve, refuse, own, settled, reconciled };
}
