// Jobs that are taken over in their midst (ADR 0056): between what the holder read and what it writes another has the lease. What it
// was about to do is not done; when the other has gone too it takes the job again, and everything is there once.
import { futuresWallet } from '@maru/engine/ledger/account.ts';
import { dayAt } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { reportDay } from '@maru/wallet/server/day-reports.ts';
import { outbox } from '@maru/outbox/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestMember, MARU } from './testing/test-exchange.ts';
import { countRows, takeOver } from './testing/take-over.ts';
import { openTwapExchange, SLICE_MS, type TwapExchange } from './testing/twap-exchange.ts';

let twaps: TwapExchange;
let desk: Pick<TestMember, 'get' | 'post'>;
let serial = 0;
beforeAll(async () => {
  twaps = await openTwapExchange();
  desk = await twaps.exchange.operator();
});
afterAll(() => twaps?.exchange.stop());

const pool = () => twaps.exchange.server.context.pool;
const count = (text: string, values: unknown[] = []) => countRows(twaps.exchange, text, values);
const takenOver = (job: string, due: () => Promise<unknown>, isUndone: () => Promise<void>) => takeOver(twaps.exchange, job, due, isUndone);

it('a mail', async () => {
  const to = 'once@example.com';
  const { services } = twaps.exchange.server.context;
  const row = async () =>
    (await pool().query('SELECT tries, sent_at IS NOT NULL AS sent FROM outbox_message WHERE recipient = $1', [to])).rows;
  const mail = { site: MARU, kind: 'MAIL', name: 'CODE', language: 'ko', to, values: { code: '123456', minutes: '3' } } as const;
  await takenOver(
    'outbox.send',
    () => services.use(outbox).post(pool(), mail),
    async () => expect(await row()).toEqual([{ tries: 0, sent: false }]),
  );
  await expect.poll(row, { timeout: 10_000 }).toEqual([{ tries: 1, sent: true }]);
  const inbox = (await twaps.exchange.guest().get('/api/demo/inbox', { to })).body.data.content;
  expect(inbox).toHaveLength(1);
});

it('a slice of a TWAP', async () => {
  const alice = await twaps.exchange.member(`taken${++serial}`, '20000');
  const { id } = await twaps.place(alice);
  await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, filledQuantity: '0.010' });
  await takenOver(
    'futures.twap',
    async () => twaps.time.skip(SLICE_MS),
    async () => expect(await twaps.slices(alice, id)).toMatchObject([{ no: 1 }]),
  );
  await expect.poll(() => twaps.one(alice, id), { timeout: 10_000 }).toMatchObject({ sliceNo: 2, filledQuantity: '0.020' });
  await twaps.exchange.projected();
  const orders = (await alice.get('/api/futures/list', { type: 'order', size: 100 })).body.data.content as { clientOrderId: string }[];
  expect(orders.map(({ clientOrderId }) => clientOrderId)).toEqual([`twap-${id}-2`, `twap-${id}-1`]);
});

it('a sending of the desk', async () => {
  const { id } = (await desk.post('/api/admin/message/send', { audience: 'ALL', title: '한 번만', content: '', reason: '시험' })).body.data;
  const meant = await count('SELECT total AS n FROM message_send WHERE id = $1', [id]);
  const told = () => count('SELECT count(*)::int AS n FROM message_message WHERE send_id = $1', [id]);
  await expect.poll(told).toBe(meant);
  await takenOver(
    'message.sendings',
    async () => {
      await pool().query('DELETE FROM message_message WHERE send_id = $1', [id]);
      await pool().query('UPDATE message_send SET finished_at = NULL, sent = 0, done_until = 0 WHERE id = $1', [id]);
    },
    async () => expect(await told()).toBe(0),
  );
  await expect.poll(told, { timeout: 15_000 }).toBe(meant);
  expect(await count('SELECT count(DISTINCT member_id)::int AS n FROM message_message WHERE send_id = $1', [id])).toBe(meant);
});

it('an export', async () => {
  const row = async () => (await pool().query('SELECT state, rows > 0 AS filled FROM operator_export')).rows;
  await takenOver(
    'operator.exports',
    () => desk.post('/api/admin/export/start', { kind: 'members', reason: '시험' }),
    async () => expect(await row()).toEqual([{ state: 'WAITING', filled: false }]),
  );
  await expect.poll(row, { timeout: 10_000 }).toEqual([{ state: 'DONE', filled: true }]);
  const lines = () => count(`SELECT count(*)::int AS n FROM operator_audit WHERE action = 'startExport' AND after LIKE '%"bytes"%'`);
  // Its line is written just after its state.
  await expect.poll(lines).toBe(1);
});

it('an act on many members', async () => {
  await twaps.exchange.member(`taken${++serial}`);
  const start = { act: 'HOLD', days: 1, q: `taken${serial}`, reason: '시험', expected: 100_000 };
  const notes = () => count("SELECT count(*)::int AS n FROM operator_audit WHERE action = 'holdWithdrawals'");
  const done = () => count("SELECT count(*)::int AS n FROM account_job_member WHERE result = 'DONE'");
  await takenOver(
    'account.jobs',
    () => desk.post('/api/admin/member/job/start', start),
    async () => expect([await notes(), await done()]).toEqual([0, 0]),
  );
  await expect.poll(done, { timeout: 10_000 }).toBe(1);
  expect(await notes()).toBe(1);
});

it('an alert', async () => {
  const begun = () => count("SELECT count(*)::int AS n FROM operator_alert WHERE kind = 'LETTERS_LATE'");
  await takenOver(
    'operator.alerts',
    () =>
      pool().query(
        `INSERT INTO outbox_message (site_id, kind, name, language, recipient, subject, body, created_at, due_at)
         VALUES (1, 'MAIL', 'CODE', 'ko', 'late@example.com', 'x', 'x', $1, $2)`,
        [new Date(twaps.time.now() - 3_600_000), new Date(twaps.time.now() + 3_600_000)],
      ),
    async () => expect(await begun()).toBe(0),
  );
  const { jobs } = twaps.exchange.server.context;
  await expect.poll(() => (jobs.hurry('operator.alerts'), begun()), { timeout: 15_000 }).toBe(1);
  jobs.hurry('operator.alerts');
  await expect.poll(begun).toBe(1);
});

it('a message of an alert', async () => {
  const now = new Date(twaps.time.now() - 1000);
  const row = async () => (await pool().query('SELECT tries, given_up_at IS NOT NULL AS over FROM operator_alert_message')).rows;
  await pool().query('DELETE FROM operator_alert_message');
  await takenOver(
    'operator.sendAlerts',
    () =>
      pool().query(
        `WITH target AS (
           INSERT INTO operator_alert_target (kind, name, shown, seal, language, least, created_by, created_at, removed_at)
           SELECT 'MAIL', 'gone', 'gone', gen_random_uuid(), 'ko', 'WARN', min(id), $1, $1 FROM operator_operator RETURNING id)
         INSERT INTO operator_alert_message (alert_id, target_id, phase, created_at, due_at)
         SELECT (SELECT min(id) FROM operator_alert), id, 'BEGIN', $1, $1 FROM target`,
        [now],
      ),
    async () => expect(await row()).toEqual([{ tries: 0, over: false }]),
  );
  const { jobs } = twaps.exchange.server.context;
  await expect.poll(() => (jobs.hurry('operator.sendAlerts'), row()), { timeout: 15_000 }).toEqual([{ tries: 1, over: true }]);
});

it('the house’s exposure, within its limit again', async () => {
  const over = () => count('SELECT count(over_since)::int AS n FROM futures_exposure_limit');
  await takenOver(
    'futures.exposure',
    () =>
      pool().query('INSERT INTO futures_exposure_limit (site_id, symbol, most, over_since) VALUES ($1, 0, 1000000000000, now())', [MARU]),
    async () => expect(await over()).toBe(1),
  );
  const { jobs } = twaps.exchange.server.context;
  await expect.poll(() => (jobs.hurry('futures.exposure'), over()), { timeout: 15_000 }).toBe(0);
});

it('an account that was opened and not noted: the engine knows it', async () => {
  const { exchange } = twaps;
  const anna = await exchange.member(`taken${++serial}`, '20000');
  const balance = () => exchange.server.engines.query<number>(MARU, 'ledger', futuresWallet(anna.account));
  const before = await balance();
  await pool().query('UPDATE account_member SET opened_seq = NULL WHERE id = $1', [anna.member]);
  const opened = () => count('SELECT count(opened_seq)::int AS n FROM account_member WHERE id = $1', [anna.member]);
  await expect.poll(() => (exchange.server.context.jobs.hurry('account.open'), opened()), { timeout: 15_000 }).toBe(1);
  expect(await balance()).toBe(before);
});

it('a day that was reported and is reported by whoever did not see it', async () => {
  const { exchange } = twaps;
  const { context } = exchange.server;
  const site = context.sites.byId(MARU) as SiteConfig;
  const day = dayAt(site.timeZone, context.clock.now()) + 1;
  const rows = async () => {
    await exchange.projected();
    return (await pool().query('SELECT * FROM wallet_day WHERE site_id = $1 AND day = $2 ORDER BY account', [MARU, day])).rows;
  };
  await reportDay(context, site, day);
  const reported = await rows();
  expect(reported.length).toBeGreaterThan(1);
  const blind = { ...context, pool: { query: async () => ({ rowCount: 0 }) } } as unknown as AppContext;
  await reportDay(blind, site, day).catch(() => undefined);
  await reportDay(context, site, day);
  expect(await rows()).toEqual(reported);
});
