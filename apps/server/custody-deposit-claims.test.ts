// Deposit claims over real HTTP and nodes: what came without its memo becomes the deposit of who claims it, once, by the desk (issue 15, 2 and 7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, CLAIM, type Claims, DESK, type MemoCoin, memoCoins, openClaims } from './testing/claim-stage.ts';
import { decideRequest } from './testing/decide-request.ts';
import { eosStage, type OpenStageChain, xrpStage } from './testing/stage-chains.ts';

const chains: [string, MemoCoin, OpenStageChain<unknown>][] = [
  ['XRP', memoCoins.XRP, xrpStage as OpenStageChain<unknown>],
  ['EOS', memoCoins.EOS, eosStage as OpenStageChain<unknown>],
];

describe.each(chains)('%s', (_name, coin, open) => {
  let claims: Claims;
  beforeAll(async () => {
    claims = await openClaims(coin, open);
  });
  afterAll(() => claims?.stage.close());

  it('whole path: nobody’s, claimed, taken up, approved, in the wallet, and ledger and chain stay equal', async () => {
    const { alice, place, first, second, sql, wallet, suspense, units, lose, claimed, page, approve, own, settled, reconciled } = claims;
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

  it('of two claims of one arrival approved at the same moment one is credited', async () => {
    const { alice, bob, first, second, wallet, suspense, units, lose, claimed, page, approve, refuse, settled, reconciled } = claims;
    const hash = await lose(30n * coin.one);
    const [of, other] = [await claimed(alice, hash), await claimed(bob, hash, { point: '30' })];
    const { content } = (await first.get(`${DESK}/list`, { show: 'WAITING', search: hash })).body.data;
    expect(content).toMatchObject([{ rivals: 1 }, { rivals: 1 }]);
    expect((await page(of)).arrivals).toMatchObject([{ differs: ['AMOUNT'] }]);
    expect((await page(of)).rivals).toMatchObject([{ claimId: other, username: 'bobby' }]);
    const before = [await wallet(alice), await wallet(bob), await suspense()];
    const answers = await Promise.all([approve(of, first), approve(other, second), approve(of, first), approve(other, second)]);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken, JSON.stringify(answers.map(({ body }) => body.code))).toHaveLength(1);
    const winner = taken[0].body.data.username === 'alice' ? alice : bob;
    await settled(winner, taken[0].body.data.claimId);
    const gained = units(30n * coin.one);
    const [fromAlice, fromBob] = [winner === alice ? gained : 0, winner === bob ? gained : 0];
    expect([await wallet(alice), await wallet(bob), await suspense()]).toEqual([
      before[0] + fromAlice,
      before[1] + fromBob,
      before[2] - gained,
    ]);
    const [left] = [of, other].filter((id) => id !== taken[0].body.data.claimId);
    expect((await approve(left)).body.code).toBe('DEPOSIT_CLAIM_CREDITED');
    expect((await refuse(left)).status).toBe(200);
    await reconciled();
  });

  it('killed at any step it goes on, and is credited once', async () => {
    const { stage, sql, wallet, suspense, units, lose, claimed, approve, settled, reconciled } = claims;
    const fred = await stage.exchange.member('fred', '0');
    const before = await suspense();
    const hash = await lose(25n * coin.one);
    const id = await claimed(fred, hash, { point: '25' });
    expect((await approve(id)).status).toBe(200);
    await stage.crash();
    await settled(fred, id);
    const now = async () => [await wallet(fred), await suspense()];
    expect(await now()).toEqual([units(25n * coin.one), before]);
    // As it stood when a process died behind the engine's step and before its row: the entry, then each step of the deposit.
    const [{ arrival }] = await sql('SELECT arrival_id AS arrival FROM custody_deposit_claim WHERE claim_id = $1', [id]);
    await sql('UPDATE custody_entry SET is_booked = false WHERE arrival_id = $1 AND amount < 0', [arrival]);
    for (const state of ['SEEN', 'CONFIRMING', 'CREDITED']) {
      await sql('UPDATE custody_deposit SET state = $2 WHERE deposit_id = $1', [arrival, state]);
      await stage.crash();
      await expect
        .poll(async () => (await stage.server(), await sql('SELECT state FROM custody_deposit WHERE deposit_id = $1', [arrival])))
        .toEqual([{ state: 'UNLOCKED' }]);
      expect(await now(), state).toEqual([units(25n * coin.one), before]);
    }
    await reconciled();
  });

  it('above the limit, in slices within a day too, a second person agrees to what was shown', async () => {
    const { stage, second, sql, limit, lose, claimed, page, approve, settled } = claims;
    await limit(100n);
    const gina = await stage.exchange.member('gina', '0');
    const third = await stage.exchange.operator();
    const give = async (point: bigint, by: Caller) => {
      const id = await claimed(gina, await lose(point * coin.one), { point: String(point) });
      return { id, answer: await approve(id, by) };
    };
    expect((await give(60n, third)).answer.status).toBe(200);
    // Another operator's slice for the same member is one more slice.
    const fourth = await stage.exchange.operator();
    const sliced = await give(45n, fourth);
    expect(sliced.answer.body.code).toBe('APPROVAL_REQUIRED');
    expect((await approve(sliced.id, fourth)).body.code).toBe('DEPOSIT_CLAIM_ASKED');
    expect((await gina.post(`${CLAIM}/cancel`, { claimId: sliced.id })).body.code).toBe('DEPOSIT_CLAIM_LATE');
    const { requestId } = sliced.answer.body.data;
    expect((await decideRequest(fourth, requestId)).status).toBe(403);
    const shown = (await second.get('/api/admin/approval', { id: requestId })).body.data;
    expect(shown.after).toMatchObject({ arrived: '45', saidAmount: '45', coin: coin.walletType });
    await sql(`UPDATE custody_deposit_claim SET evidence = 'another story' WHERE claim_id = $1`, [sliced.id]);
    expect((await decideRequest(second, requestId)).body.code).toMatch(/CHANGED/);
    await sql('UPDATE custody_deposit_claim SET evidence = NULL WHERE claim_id = $1', [sliced.id]);
    expect((await decideRequest(second, requestId)).status).toBe(200);
    await settled(gina, sliced.id);
    // The first one's own slices count, whoever claims; what two agreed to does not.
    const hugo = await stage.exchange.member('hugo', '0');
    const id = await claimed(hugo, await lose(50n * coin.one), { point: '50' });
    expect((await page(id, third)).arrivals).toMatchObject([{ needsTwo: true }]);
    expect((await page(id, fourth)).arrivals).toMatchObject([{ needsTwo: false }]);
    expect((await approve(id, third)).body.code).toBe('APPROVAL_REQUIRED');
    await limit(1_000_000n);
  });

  it('of slices approved at the same moment each sees the other', async () => {
    const { stage, limit, lose, claimed, approve } = claims;
    await limit(100n);
    const by = await stage.exchange.operator();
    const [ivan, jane] = [await stage.exchange.member('ivan', '0'), await stage.exchange.member('jane', '0')];
    const ids = [
      await claimed(ivan, await lose(60n * coin.one), { point: '60' }),
      await claimed(jane, await lose(61n * coin.one), { point: '61' }),
    ];
    const codes = (await Promise.all(ids.map((id) => approve(id, by)))).map(({ status, body }) => (status === 200 ? 'OK' : body.code));
    expect(codes.toSorted()).toEqual(['APPROVAL_REQUIRED', 'OK']);
    await limit(1_000_000n);
  });
});
