// Money by hand with two persons, as cases for an exchange that stands: nothing moves by one, everything once, and a death in between loses nothing.
import { decideRequest } from './decide-request.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, usdtWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { postLeftOver } from '@maru/wallet/server/admin/apply-entry.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, MARU } from './test-exchange.ts';

export type Desk = Pick<TestMember, 'get' | 'post'>;

export interface EntryWorld {
  exchange: TestExchange;
  alice: TestMember;
  bob: TestMember;
  /** Of another site. */
  foreign: TestMember;
  asker: Desk;
  other: Desk;
}

const reason = '이벤트 보상';
const grants = HouseAccount.Grant;

function handsOf(world: () => EntryWorld) {
  const ledger = (site: number, account: number) => world().exchange.server.engines.query<number>(site, 'ledger', account);
  const usdtOf = (member: TestMember) => ledger(MARU, usdtWallet(member.account));
  const entry = (rows: [TestMember, string][], total: string, more: object = {}) => ({
    type: 'PB',
    walletType: 'USDT',
    currency: 'USDT',
    rows: rows.map(([member, point]) => ({ playerId: member.member, point })),
    total,
    reason,
    ...more,
  });
  const ask = (body: object) => world().asker.post('/api/admin/ledger/ask', body);
  const entries = async () => (await world().asker.get('/api/admin/ledger/entries')).body.data;
  return { ledger, usdtOf, entry, ask, entries };
}

function postedOnce(world: () => EntryWorld): void {
  const { ledger, usdtOf, entry, ask, entries } = handsOf(world);
  it('a large credit by one person moves nothing (ADM-01), and nobody agrees to their own (ADM-06)', async () => {
    const asked = await ask(entry([[world().alice, '1000000']], '1000000'));
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    const { summary } = (await world().other.get('/api/admin/approval', { id: asked.body.data.requestId })).body.data;
    expect([summary.ko, summary.en]).toEqual([expect.stringContaining('1,000,000 USDT'), expect.stringContaining('1,000,000 USDT')]);
    expect(await usdtOf(world().alice)).toBe(0);
    expect((await decideRequest(world().asker, asked.body.data.requestId)).status).toBe(403);
    expect(await usdtOf(world().alice)).toBe(0);
    expect((await entries()).content[0]).toMatchObject({ status: 'ASKED', total: '1000000.000000', reason });
  });

  it('is posted once however often the second person presses (ADM-12), and stands in the member’s history with its code', async () => {
    const funds = await ledger(MARU, grants);
    const asked = await ask(entry([[world().alice, '250.5']], '250.5'));
    const presses = await Promise.all(Array.from({ length: 10 }, () => decideRequest(world().other, asked.body.data.requestId)));
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    await expect.poll(() => usdtOf(world().alice)).toBe(250_500_000);
    expect(await ledger(MARU, grants)).toBe(funds - 250_500_000);
    await world().exchange.projected();
    const { content } = (await world().alice.get('/api/dnw/list', { walletType: 'USDT' })).body.data;
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ type: 'PB', reason: 'ADJUSTMENT', point: '250.500000', balance: '250.500000' });
    await expect.poll(async () => (await entries()).content[0].status).toBe('POSTED');
  });

  it('takes back as it gives, and never more than is there', async () => {
    const taken = await ask(entry([[world().alice, '50.5']], '50.5', { type: 'PM' }));
    await decideRequest(world().other, taken.body.data.requestId);
    await expect.poll(() => usdtOf(world().alice)).toBe(200_000_000);
    const tooMuch = await ask(entry([[world().alice, '9999']], '9999', { type: 'PM' }));
    expect((await decideRequest(world().other, tooMuch.body.data.requestId)).body.data).toMatchObject({
      status: 'FAILED',
      outcome: 'FAILED',
    });
    await expect
      .poll(async () => (await entries()).content[0])
      .toMatchObject({ status: 'PARTLY', rows: [{ fault: 'INSUFFICIENT_BALANCE' }] });
    expect(await usdtOf(world().alice)).toBe(200_000_000);
  });
}

function withinFunds(world: () => EntryWorld): void {
  const { usdtOf, entry, ask } = handsOf(world);
  it('compares the total with what the purse holds, in the very currency (ADM-07)', async () => {
    const over = await ask(
      entry(
        [
          [world().alice, '800000'],
          [world().bob, '800000'],
        ],
        '1600000',
      ),
    );
    expect([over.status, over.body.code]).toEqual([409, 'LIMIT_EXCEEDED']);
    const bitcoin = await ask(
      entry(
        [
          [world().alice, '2000'],
          [world().bob, '2000'],
        ],
        '4000',
        { walletType: 'BTC', currency: 'BTC' },
      ),
    );
    expect([bitcoin.status, bitcoin.body.code]).toEqual([409, 'LIMIT_EXCEEDED']);
    expect((await ask(entry([[world().alice, '2000']], '2000', { currency: 'BTC' }))).body.code).toBe('ENTRY_CURRENCY');
    expect(
      (
        await ask(
          entry(
            [
              [world().alice, '10'],
              [world().bob, '20'],
            ],
            '300',
          ),
        )
      ).body.code,
    ).toBe('ENTRY_TOTAL_DIFFERS');
    expect(
      (
        await ask(
          entry(
            [
              [world().alice, '10'],
              [world().alice, '20'],
            ],
            '30',
          ),
        )
      ).body.code,
    ).toBe('ENTRY_TWICE');
    expect((await ask(entry([[world().foreign, '10']], '10'))).body.code).toBe('NOT_FOUND');
  });

  it('two that fit alone and not together: the second is refused and waits', async () => {
    const [one, two] = await Promise.all([
      ask(entry([[world().alice, '900000']], '900000')),
      ask(entry([[world().bob, '900000']], '900000')),
    ]);
    const answers = await Promise.all([one, two].map(({ body }) => decideRequest(world().other, body.data.requestId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expect.poll(async () => (await usdtOf(world().alice)) + (await usdtOf(world().bob))).toBe(900_200_000_000);
  });
}

function afterDeath(world: () => EntryWorld): void {
  const { usdtOf, entry, ask, entries } = handsOf(world);
  const linesOf = linesIn(world);
  it('survives a death between agreeing and posting, and one behind the posting, also days later', async () => {
    const { pool } = world().exchange.server.context;
    const asked = await ask(entry([[world().bob, '7']], '7'));
    const before = await usdtOf(world().bob);
    // As it stands when the process dies right behind the commit.
    await pool.query('UPDATE wallet_entry SET approved_by = asked_by, approved_at = now() WHERE request_id = $1', [
      asked.body.data.requestId,
    ]);
    const requestId = asked.body.data.requestId;
    await pool.query(
      `UPDATE operator_approval SET status = 'APPROVED', outcome = 'PENDING', decided_by = asked_by, decided_at = now() - interval '1 minute'
       WHERE id = $1`,
      [requestId],
    );
    await world().exchange.crash();
    expect(await usdtOf(world().bob)).toBe(before + 7_000_000);
    const requestNow = async () => (await world().other.get('/api/admin/approval', { id: requestId })).body.data;
    await expect
      .poll(async () => (await requestNow()).outcome, { message: 'what became of it is written down behind the death' })
      .toBe('APPLIED');
    expect(await requestNow()).toMatchObject({ status: 'APPROVED', result: { posted: 1, moved: '7.000000' } });
    expect(await linesOf(requestId, 'applyApproval')).toHaveLength(1);
    // As it stands when it dies between posting and noting, and the engine has long forgotten the key: another key posts again.
    const { rows } = await world().exchange.server.context.pool.query<{ entry_id: number }>(
      'SELECT entry_id FROM wallet_entry WHERE request_id = $1',
      [asked.body.data.requestId],
    );
    const id = rows[0].entry_id;
    await world().exchange.server.context.pool.query(
      `WITH gone AS (DELETE FROM wallet_entry_row WHERE entry_id = $1 RETURNING *)
       INSERT INTO wallet_entry_row (entry_id, idx, member_id, account, amount) SELECT entry_id, idx + 500, member_id, account, amount FROM gone`,
      [id],
    );
    await world().exchange.server.context.pool.query('UPDATE wallet_entry SET posted_at = NULL WHERE entry_id = $1', [id]);
    await postLeftOver(world().exchange.server.context, 0);
    expect(await usdtOf(world().bob)).toBe(before + 7_000_000);
    expect((await entries()).content.find((e: { id: number }) => e.id === id)).toMatchObject({ status: 'POSTED' });
  });
}

function asItWent(world: () => EntryWorld): void {
  const { usdtOf, entry, ask } = handsOf(world);
  const linesOf = linesIn(world);
  it('two deductions of more than is there together: the second is asked again, then failed on page, row and log', async () => {
    const { alice, other } = world();
    const have = await usdtOf(alice);
    await decideRequest(other, (await ask(entry([[alice, '227.7']], '227.7'))).body.data.requestId);
    const all = ((have + 227_700_000) / 1_000_000).toFixed(6);
    const most = (have + 200_000_000) / 1_000_000;
    const [one, two] = await Promise.all(
      ['first', 'second'].map((why) => ask(entry([[alice, String(most)]], String(most), { type: 'PM', reason: why }))),
    );
    const look = async (id: number) => (await other.get('/api/admin/approval', { id })).body.data;
    const [first, second] = [one.body.data.requestId as number, two.body.data.requestId as number];
    const [seen, stale] = [await look(first), await look(second)];
    expect([seen.live.before.USDT, seen.live.isChanged]).toEqual([all, false]);
    const decide = (id: number, print: string) => other.post('/api/admin/approval/decide', { id, isApproved: true, print });
    expect((await decide(first, seen.print)).body.data).toMatchObject({ status: 'APPROVED', outcome: 'APPLIED', fault: null });
    expect((await decide(second, stale.print)).body.code, 'what was shown is not true any more').toBe('APPROVAL_CHANGED');
    const now = await look(second);
    expect(now.live).toMatchObject({ before: { USDT: '27.700000' }, isChanged: true });
    expect(Number(now.live.after.USDT)).toBeLessThan(0);
    const failed = (await decide(second, now.print)).body.data;
    expect(failed).toMatchObject({ status: 'FAILED', outcome: 'FAILED', result: { posted: 0, refused: 1 } });
    expect(failed.fault.ko).toMatch(/부족|모자/);
    expect(await usdtOf(alice)).toBe(27_700_000);
    const failures = (await other.get('/api/admin/approval/list', { status: 'FAILED' })).body.data.content;
    expect(failures.map(({ id }: { id: number }) => id)).toContain(second);
    const [decided, applied] = [await linesOf(second, 'decideApproval'), await linesOf(second, 'applyApproval')];
    expect(JSON.parse(decided.at(-1)?.after ?? '')).toMatchObject({ isApproved: true, outcome: 'PENDING' });
    expect(decided.at(-1)?.after).not.toContain('applied');
    expect(applied).toHaveLength(1);
    expect(applied[0].refusal).toBe('INSUFFICIENT_BALANCE');
    expect((await linesOf(first, 'applyApproval')).map(({ refusal }) => refusal)).toEqual([null]);
  });
}

function whatIsNotKept(world: () => EntryWorld): void {
  const { usdtOf, entry, ask, entries } = handsOf(world);
  /** As a former release took it: into a network of USDT, where nothing is kept. */
  const askedOnce = async (type: 'PB' | 'PM') => {
    const asked = await ask(entry([[world().alice, '1']], '1', { type }));
    const id = asked.body.data.requestId as number;
    await world().exchange.server.context.pool.query(`UPDATE wallet_entry SET wallet_type = 'TRON_USDT' WHERE request_id = $1`, [id]);
    return id;
  };

  it.each(['PB', 'PM'] as const)('%s of a wallet that is not kept, asked for before that was checked, is not agreed to', async (type) => {
    const id = await askedOnce(type);
    const shown = (await world().other.get('/api/admin/approval', { id })).body.data;
    expect([shown.live, shown.fault.en]).toEqual([null, 'This wallet is not used here.']);
    expect((await decideRequest(world().other, id)).body).toMatchObject({ code: 'WALLET_NOT_USED', data: { field: 'walletType' } });
    expect((await entries()).content[0]).toMatchObject({ requestId: id, status: 'ASKED' });
    // It may still be refused.
    const no = { id, isApproved: false, print: shown.print, reason: '지갑이 없어요' };
    expect((await world().other.post('/api/admin/approval/decide', no)).status).toBe(200);
  });

  it('one that was agreed to before that was checked fails, and what was agreed to behind it is posted', async () => {
    const { context } = world().exchange.server;
    const stuck = await askedOnce('PM');
    const behind = (await ask(entry([[world().bob, '3']], '3'))).body.data.requestId as number;
    const before = await usdtOf(world().bob);
    const agreed = (id: number) =>
      context.pool.query(`UPDATE wallet_entry SET approved_by = asked_by, approved_at = now() WHERE request_id = $1`, [id]);
    await agreed(stuck);
    await agreed(behind);
    await postLeftOver(context, 0);
    expect(await usdtOf(world().bob)).toBe(before + 3_000_000);
    const [last, first] = (await entries()).content;
    expect([last, first]).toMatchObject([
      { requestId: behind, status: 'POSTED' },
      { requestId: stuck, status: 'PARTLY', rows: [{ sequence: null, fault: 'WALLET_NOT_USED' }] },
    ]);
  });
}

/** Lines of the log about a request, without those of refused calls. */
const linesIn = (world: () => EntryWorld) => async (request: number, action: string) => {
  const { rows } = await world().exchange.server.context.pool.query<{ after: string; refusal: string | null }>(
    `SELECT after, refusal FROM operator_audit WHERE action = $1 AND after::jsonb->>'request' = $2 ORDER BY seq`,
    [action, String(request)],
  );
  return rows;
};

export function ledgerEntryCases(world: () => EntryWorld): void {
  describe('money by hand', () => {
    beforeAll(async () => {
      const head = { time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
      const debit = HouseAccount.Promo;
      await world().exchange.command(
        MARU,
        encodeCommand({
          ...head,
          kind: CommandKind.Transfer,
          debit,
          credit: grants,
          amount: 1_500_000_000_000,
          reason: PostingReason.Adjustment,
        }),
      );
    });

    postedOnce(world);
    withinFunds(world);
    afterDeath(world);
    asItWent(world);
    whatIsNotKept(world);
  });
}
