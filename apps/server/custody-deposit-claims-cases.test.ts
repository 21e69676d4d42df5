// Who may claim and decide what of payments without a memo: bad input, limits, other brands, rights, what is typed, and what reconciliation names (issue 15, 2 and 9).
import { houseAccount, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import { refuseOwn } from '@maru/custody/server/deposit-claims/claim-persons.ts';
import { readFaults } from '@maru/custody/server/reconcile/read-rows.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { sharesPlace } from '@maru/operator/admin-contract.ts';
import { worksFrom } from '@maru/operator/server/one-person.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLAIM, type Claims, DESK, memoCoins, openClaims } from './testing/claim-stage.ts';
import { newOperator } from './testing/operator.ts';
import { eosStage, type OpenStageChain } from './testing/stage-chains.ts';
import { HANOK, MARU } from './testing/test-exchange.ts';

const NEVER = 'ab'.repeat(32);
const [coin, open] = [memoCoins.EOS, eosStage as OpenStageChain<unknown>];

describe('deposit claims', () => {
  let claims: Claims;
  beforeAll(async () => {
    claims = await openClaims(coin, open);
  });
  afterAll(() => claims?.stage.close());

  it('what is asked for says nothing of whether there is such a payment, and each wrong thing is named at its field', async () => {
    const { stage, lose, ask } = claims;
    const hash = await lose(41n * coin.one);
    const carol = await stage.exchange.member('carol', '0');
    const [real, none] = [(await ask(carol, hash)).body.data, (await ask(carol, NEVER)).body.data];
    const told = ({ state, reason, canCancel, point, chain }: Record<string, unknown>) => ({ state, reason, canCancel, point, chain });
    expect(told(real)).toEqual(told(none));
    expect((await ask(carol, hash)).body.data.claimId).toBe(real.claimId);
    const cases: [string, Record<string, unknown>, string, string | undefined][] = [
      [hash, { point: '41' }, 'DEPOSIT_CLAIM_OPEN', 'txHash'],
      [NEVER, { walletType: 'ETH' }, 'DEPOSIT_CLAIM_COIN', 'walletType'],
      [NEVER, { walletType: 'NOPE' }, 'DEPOSIT_CLAIM_COIN', 'walletType'],
      [NEVER, { point: '0.001' }, 'DEPOSIT_CLAIM_LEAST', 'point'],
      [NEVER, { point: '0.12345678901' }, 'INVALID_FIELD', 'point'],
      [NEVER, { point: '1.12345678' }, 'BAD_PRECISION', 'point'],
      ['0x12', {}, 'INVALID_FIELD', 'txHash'],
      [NEVER, { sender: 'two words' }, 'INVALID_FIELD', 'sender'],
      [NEVER, { evidence: 'x'.repeat(1001) }, 'INVALID_FIELD', 'evidence'],
    ];
    for (const [txHash, more, code, field] of cases) {
      const { body } = await ask(carol, txHash, more);
      expect([body.code, body.data?.field], JSON.stringify(more)).toEqual([code, field]);
    }
    expect((await stage.exchange.guest().post(CLAIM, {})).status).toBe(401);
  });

  it('few may be open, few asked for in a day; what is taken back or refused says so', async () => {
    const { stage, alice, sql, ask, claimed, approve, refuse, own } = claims;
    const dana = await stage.exchange.member('dana', '0');
    const hashes = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(64));
    const ids = [];
    for (const hash of hashes.slice(0, 3)) ids.push(await claimed(dana, hash));
    expect((await ask(dana, hashes[3])).body.code).toBe('DEPOSIT_CLAIM_MANY');
    expect((await dana.post(`${CLAIM}/cancel`, { claimId: ids[0] })).body.data.state).toBe('CANCELLED');
    expect((await dana.post(`${CLAIM}/cancel`, { claimId: ids[0] })).body.data.state).toBe('CANCELLED');
    expect((await alice.post(`${CLAIM}/cancel`, { claimId: ids[1] })).body.code).toBe('NOT_FOUND');
    expect((await refuse(ids[1])).body.data).toMatchObject({ state: 'REFUSED' });
    expect(await own(dana, ids[1])).toMatchObject({ state: 'REFUSED', reason: 'no such payment' });
    expect((await approve(ids[1])).body.code).toBe('DEPOSIT_CLAIM_LATE');
    await claimed(dana, hashes[3]);
    await claimed(dana, hashes[4]);
    expect((await dana.post(`${CLAIM}/cancel`, { claimId: ids[2] })).status).toBe(200);
    expect((await ask(dana, hashes[5])).body.code).toBe('DEPOSIT_CLAIM_MANY');
    await sql('UPDATE custody_deposit_claim SET asked_ms = asked_ms - 86400001 WHERE account = $1', [dana.account]);
    await claimed(dana, hashes[5]);
  });

  it('ten at once of one member are no more than three', async () => {
    const { stage, ask } = claims;
    const erin = await stage.exchange.member('erin', '0');
    const answers = await Promise.all([...'0123456789'].map((digit) => ask(erin, digit.repeat(64))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const same = await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => ask(erin, body.data.txHash)));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('only an arrival of that transaction, that coin and that site, as it was shown, not below the least and still in suspense', async () => {
    const { stage, first, sql, suspense, lose, claimed, page, settled } = claims;
    const kate = await stage.exchange.member('kate', '0');
    const hash = await lose(20n * coin.one);
    const other = await lose(21n * coin.one);
    const [id, unknown] = [await claimed(kate, hash, { point: '20' }), await claimed(kate, NEVER)];
    const [seen] = (await page(id)).arrivals;
    const decide = (claimId: number, more: Record<string, unknown>) =>
      first.post(`${DESK}/decide`, { claimId, decision: 'APPROVE', reason: 'all the same', arrivalId: seen.arrivalId, ...more });
    const send = { contentHash: seen.contentHash };
    expect((await page(unknown)).arrivals).toEqual([]);
    expect((await decide(unknown, send)).body.code).toBe('DEPOSIT_CLAIM_ARRIVAL');
    const [{ id: foreign }] = await sql('SELECT arrival_id::float8 AS id FROM custody_arrival WHERE tx_hash = $1', [other]);
    expect((await decide(id, { ...send, arrivalId: foreign })).body.code).toBe('DEPOSIT_CLAIM_ARRIVAL');
    expect((await decide(id, { contentHash: 'of something else' })).body.code).toBe('DEPOSIT_CLAIM_CHANGED');
    const [{ least }] = await sql('SELECT deposit_least::text AS least FROM custody_coin WHERE wallet_type = $1 AND site_id = $2', [
      coin.walletType,
      MARU,
    ]);
    const setLeast = (value: string) => sql('UPDATE custody_coin SET deposit_least = $1 WHERE wallet_type = $2', [value, coin.walletType]);
    await setLeast(String(22n * coin.one));
    expect((await page(id)).arrivals).toMatchObject([{ isSmall: true }]);
    expect((await decide(id, send)).body.code).toBe('DEPOSIT_CLAIM_SMALL');
    await setLeast(least as string);
    const all = await suspense();
    const move = (debit: number, credit: number) =>
      stage.exchange.command(MARU, encodeTransfer({ debit, credit, amount: all, reason: PostingReason.Adjustment }));
    const [from, to] = [houseAccount(coin.asset, Purse.Suspense), houseAccount(coin.asset, Purse.External)];
    await move(from, to);
    expect((await decide(id, send)).body.code).toBe('DEPOSIT_CLAIM_SUSPENSE');
    await move(to, from);
    expect((await decide(id, send)).status).toBe(200);
    await settled(kate, id);
  });

  it('whoever is the member, or works from where it logs in, does not approve its claim; in a demo places say nothing', async () => {
    const { stage, context, sql } = claims;
    const liam = await stage.exchange.member('liam', '0');
    const { id: operator } = await newOperator(context(), { isConfirmed: false });
    await sql(
      `INSERT INTO operator_trace (operator_id, kind, value, first_at, last_at) VALUES ($1, 'ADDRESS', '127.0.0.1', to_timestamp($2), to_timestamp($2))`,
      [operator, context().clock.now() / 1000],
    );
    const strict = worksFrom({ clock: context().clock, config: { ...context().config, demo: false } });
    const services = { use: (key: unknown) => (key === sharesPlace ? strict : context().services.use(key as typeof sharesPlace)) };
    const asIfReal = { ...context(), services } as unknown as Parameters<typeof refuseOwn>[0];
    const claim = { site: MARU, account: liam.account } as Parameters<typeof refuseOwn>[2];
    const client = await context().pool.connect();
    const tried = (one: Parameters<typeof refuseOwn>[0], who: number) => refuseOwn(one, client, claim, who);
    await expect(tried(asIfReal, operator)).rejects.toMatchObject({ code: 'DEPOSIT_CLAIM_OWN' });
    await expect(tried(context(), operator)).resolves.toBeUndefined();
    const { id: vouched } = await newOperator(context());
    await expect(tried(asIfReal, vouched)).resolves.toBeUndefined();
    await sql(`UPDATE operator_operator SET email = 'Liam+desk@example.com' WHERE id = $1`, [vouched]);
    await expect(tried(context(), vouched)).rejects.toMatchObject({ code: 'DEPOSIT_CLAIM_OWN' });
    client.release();
  });

  it('a member that was blocked or shut itself out meanwhile is credited; one that has left is not', async () => {
    const { stage, sql, wallet, units, lose, claimed, page, approve, reconciled } = claims;
    const [mona, nils, olga] = [
      await stage.exchange.member('mona', '0'),
      await stage.exchange.member('nils', '0'),
      await stage.exchange.member('olga', '0'),
    ];
    const ids = [];
    for (const member of [mona, nils, olga]) ids.push(await claimed(member, await lose(15n * coin.one), { point: '15' }));
    await sql(`UPDATE account_member SET status = 'DENY' WHERE id = $1`, [mona.member]);
    await sql(`UPDATE account_member SET excluded_until = now() + interval '30 days' WHERE id = $1`, [nils.member]);
    await sql(`UPDATE account_member SET status = 'LEFT' WHERE id = $1`, [olga.member]);
    expect((await page(ids[0])).member.status).toBe('DENY');
    for (const id of ids.slice(0, 2)) expect((await approve(id)).status).toBe(200);
    expect((await approve(ids[2])).body.code).toBe('MEMBER_LEFT');
    for (const member of [mona, nils])
      await expect.poll(async () => (await stage.server(), await wallet(member))).toBe(units(15n * coin.one));
    await reconciled();
  });

  it('another brand sees nothing of it and claims nothing of it', async () => {
    const { stage, first, sql, lose, ask } = claims;
    const hash = await lose(18n * coin.one);
    const hana = await stage.exchange.member('hana', '0', HANOK);
    const theirs = await stage.exchange.operator(undefined, HANOK);
    expect((await ask(hana, hash)).body.code).toBe('DEPOSIT_CLAIM_COIN');
    await sql(
      `INSERT INTO custody_coin (site_id, wallet_type, chain, asset, chain_decimals, credit_after, unlock_after, deposit_least)
       SELECT $1, wallet_type, chain, asset, chain_decimals, 1, 1, 1 FROM custody_coin WHERE site_id = $2 AND wallet_type = $3`,
      [HANOK, MARU, coin.walletType],
    );
    const [{ id }] = await sql(
      `INSERT INTO custody_deposit_claim (site_id, account, wallet_type, asset, chain, tx_hash, amount, state, asked_ms, changed_ms)
       VALUES ($1, $2, $3, $4, $5, $6, 1, 'REQUESTED', 1, 1) RETURNING claim_id::float8 AS id`,
      [HANOK, hana.account, coin.walletType, coin.asset, stage.chain.chain, hash],
    );
    expect((await theirs.get('/api/admin/deposit/unassigned/list')).body.data.content).toEqual([]);
    expect((await theirs.get(`${DESK}/list`)).body.data.content).toMatchObject([{ claimId: id, found: 0, rivals: 0 }]);
    const [{ arrival }] = await sql('SELECT arrival_id::float8 AS arrival FROM custody_arrival WHERE tx_hash = $1', [hash]);
    const decide = { claimId: id, decision: 'APPROVE', arrivalId: arrival, contentHash: '', reason: 'ours now' };
    expect((await theirs.post(`${DESK}/decide`, decide)).body.code).toBe('DEPOSIT_CLAIM_ARRIVAL');
    expect((await first.post(`${DESK}/decide`, decide)).body.code).toBe('NOT_FOUND');
    expect((await first.get(`${DESK}/list`, { search: hash })).body.data.content).toEqual([]);
  });

  it('who may only read decides nothing, who may neither sees nothing', async () => {
    const { stage, alice, bob, claimed } = claims;
    const id = await claimed(bob, 'cd'.repeat(32));
    const reader = await stage.exchange.operator(['custody.read']);
    expect((await reader.get(DESK, { claimId: id })).status).toBe(200);
    const nobody = await stage.exchange.operator(['member.read']);
    const tries = [
      reader.post(`${DESK}/take`, { claimId: id }),
      reader.post(`${DESK}/decide`, { claimId: id, decision: 'REFUSE', reason: 'not mine' }),
      nobody.get(`${DESK}/list`),
      nobody.get(DESK, { claimId: id }),
      nobody.get('/api/admin/deposit/unassigned/list'),
      alice.get(`${DESK}/list`),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
  });

  it('what is nobody’s is listed with whatever stood as its memo, and a wrong memo is no other member’s', async () => {
    const { stage, bob, first, sql, lose, claimed, page, approve, settled, reconciled } = claims;
    const memo = `=HYPERLINK("http://x","<script>")'; DROP TABLE custody_arrival; --`;
    const hash = await lose(19n * coin.one, memo);
    const evidence = `=cmd|' /C calc'!A0 <img src=x onerror=alert(1)> '); DELETE FROM custody_deposit_claim; --`;
    const paula = await stage.exchange.member('paula', '0');
    const id = await claimed(paula, hash, { point: '19', evidence, sender: '=1+1' });
    const list = async (query: Record<string, string>) => (await first.get('/api/admin/deposit/unassigned/list', query)).body.data.content;
    expect(await list({ search: hash })).toMatchObject([{ memo, point: '19', state: 'CLAIMED' }]);
    expect((await page(id)).claim).toMatchObject({ evidence, sender: '=1+1' });
    expect((await page(id)).arrivals).toMatchObject([{ memo, differs: ['SENDER'] }]);
    expect((await approve(id)).status).toBe(200);
    await settled(paula, id);
    expect(await list({ search: hash, show: 'OPEN' })).toEqual([]);
    expect(await list({ search: hash, show: 'CREDITED' })).toMatchObject([{ state: 'CREDITED' }]);
    // Given to somebody only afterwards, the number is no word against the claim's owner.
    await sql(`UPDATE custody_address SET memo = $1, asked_ms = asked_ms + 1000000000 WHERE account = $2`, [memo, bob.account]);
    await reconciled();
  });

  it('reconciliation names an entry or a deposit that has not its other half', async () => {
    const { stage, context, sql, lose, claimed, approve, settled } = claims;
    const quinn = await stage.exchange.member('quinn', '0');
    const id = await claimed(quinn, await lose(17n * coin.one), { point: '17' });
    expect((await approve(id)).status).toBe(200);
    await settled(quinn, id);
    const faults = async () => {
      const client = await context().pool.connect();
      const found = await readFaults(client, MARU);
      client.release();
      return found.map(({ fault }) => fault).filter((fault) => fault.startsWith('CLAIM') || fault.startsWith('DEPOSIT'));
    };
    expect(await faults()).toEqual([]);
    const [{ arrival }] = await sql('SELECT arrival_id AS arrival FROM custody_deposit_claim WHERE claim_id = $1', [id]);
    const during = async (change: string, back: string, expected: string[]) => {
      await sql(change, [arrival]);
      expect(await faults(), change).toEqual(expected);
      await sql(back, [arrival]);
      expect(await faults()).toEqual([]);
    };
    const entry = 'custody_entry SET amount = amount';
    await during(`UPDATE ${entry} - 5 WHERE arrival_id = $1 AND amount < 0`, `UPDATE ${entry} + 5 WHERE arrival_id = $1 AND amount < 0`, [
      'CLAIM_IN_SUSPENSE',
    ]);
    await during(
      'UPDATE custody_deposit SET account = account + 1 WHERE deposit_id = $1',
      'UPDATE custody_deposit SET account = account - 1 WHERE deposit_id = $1',
      ['DEPOSIT_INVENTED'],
    );
    await sql(`INSERT INTO custody_entry (site_id, name, wallet_type, asset, purse, amount, is_due, is_booked, made_ms, arrival_id)
      SELECT site_id, 'forged', wallet_type, asset, purse, -amount, true, true, 1, arrival_id FROM custody_entry e
      WHERE amount > 0 AND arrival_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM custody_deposit d WHERE d.deposit_id = e.arrival_id) LIMIT 1`);
    expect(await faults()).toEqual(['CLAIM_INVENTED']);
    await sql(`DELETE FROM custody_entry WHERE name = 'forged'`);
  });
});
