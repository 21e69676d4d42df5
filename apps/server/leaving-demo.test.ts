// Leaving where money is demo money (issue 13, 4.28; ADR 0049): the mail is one, and a running bet is waited for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARU } from './testing/test-exchange.ts';
import { HALF_MINUTE, openRoundStage, type RoundStage } from './testing/round-stage.ts';

const LEAVE = '/api/user/leave';
const password = 'a-long-passphrase';
let stage: RoundStage;
beforeAll(async () => {
  stage = await openRoundStage();
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});

const query = async (text: string, values: unknown[]) => (await stage.exchange.server.context.pool.query(text, values)).rows;
const statusOf = async (username: string) =>
  (await query('SELECT status FROM account_member WHERE site_id = $1 AND username = $2', [MARU, username]))[0]?.status;
const flagsOf = async (account: number) =>
  (await stage.exchange.server.context.engine.query<{ flags: number }>(MARU, 'riskOf', account)).flags;

it('whoever signed up by itself leaves with demo money', async () => {
  const own = await stage.exchange.member('own_demo', '5000');
  expect((await own.get(LEAVE)).body.data).toMatchObject({ isShared: false, held: { mayGiveUp: true, total: '5000' } });
  expect((await own.post(LEAVE, { password, givesUp: '5000' })).status).toBe(200);
  expect(await statusOf('own_demo')).toBeUndefined();
});

it('the confirmation goes once to every address, however often it is sent and whatever crashes', async () => {
  const lara = await stage.exchange.member('lara_go', '0');
  const [{ phone, email }] = await query('SELECT phone, email FROM account_member WHERE id = $1', [lara.member]);
  const mails = async () =>
    query("SELECT kind FROM outbox_message WHERE name = 'LEFT' AND recipient = ANY($1) ORDER BY kind", [[phone, email]]);
  expect(await mails()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => lara.post(LEAVE, { password })));
  expect((await query('SELECT 1 FROM account_left WHERE member_id = $1', [lara.member])).length).toBe(1);
  const both = [{ kind: 'MAIL' }, { kind: 'SMS' }];
  expect(await mails()).toEqual(both);
  // What goes on at a start finds it final.
  const text = "INSERT INTO account_leaving (member_id, site_id, account, language, asked_at) VALUES ($1, $2, $3, 'ko', now())";
  await query(text, [lara.member, MARU, lara.account]);
  await expect.poll(() => query('SELECT 1 FROM account_leaving WHERE member_id = $1', [lara.member]), { timeout: 60_000 }).toEqual([]);
  expect(await mails()).toEqual(both);
});

describe('a running bet of a round', () => {
  it('stands in the way until it is settled', async () => {
    const bea = await stage.player('bea_go', '100');
    await stage.toNext();
    const { betting } = await stage.current();
    await stage.bet(bea, betting.tradeRoundId, 'UP', '40');
    const look = async () => (await stage.fresh(bea).get(LEAVE)).body.data;
    const bets = { kind: 'BETS', name: { ko: '진행 중인 투자', en: 'open bets' }, path: '/dnw_history/binary_list' };
    expect((await look()).obstacles).toMatchObject([bets]);
    const refused = await stage.fresh(bea).post(LEAVE, { password, givesUp: '60' });
    expect(refused.body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'BETS' } });
    expect([await statusOf('bea_go'), await flagsOf(bea.account)]).toEqual(['ACTIVE', 0]);
    expect(await stage.wallet(stage.fresh(bea))).toEqual({ point: '60.000000', gameWaitPoint: '40.000000' });
    // Betting over, the round running: still.
    await stage.toNext();
    expect((await look()).obstacles).toMatchObject([bets]);
    await stage.toNext();
    await expect.poll(async () => (await look()).obstacles).toEqual([]);
    const { held } = await look();
    expect((await stage.fresh(bea).post(LEAVE, { password, givesUp: held.total })).status).toBe(200);
    expect(await statusOf('bea_go')).toBeUndefined();
  });

  it('and one that races the leaving is refused, or stands in its way', async () => {
    await stage.toNext(HALF_MINUTE);
    const { betting } = await stage.current();
    for (let i = 0; i < 5; i++) {
      const cora = await stage.player(`cora_go${i}`, '50');
      const body = { point: '20', tradeRoundId: betting.tradeRoundId, type: 'DOWN' };
      const [bet, left] = await Promise.all([cora.post('/api/trade/history/betting', body), cora.post(LEAVE, { password, givesUp: '50' })]);
      const waiting = await stage.exchange.server.context.engine.query<number>(MARU, 'gameWait', cora.account);
      expect(bet.body.code).not.toBe('INVALID_BET_TYPE');
      if (left.status === 200) expect([bet.status === 200, waiting]).toEqual([false, 0]);
      else expect([await statusOf(`cora_go${i}`), await flagsOf(cora.account)]).toEqual(['ACTIVE', 0]);
    }
  });
});
