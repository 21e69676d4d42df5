// Durable before told, over a real database behind a wire that can be cut (RES-02, RES-07, RES-08).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { systemClock } from './clock.ts';
import { JournalUnknown, type JournalStore } from './journal/journal-store.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { type FaultyWire, faultyWire } from './testing/faulty-wire.ts';
import { openLine } from './testing/line.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';
import { ALARM, DONE, FAULT_AMOUNT, STUCK, WAITING, addRecord } from './testing/tiny-engine.ts';

let db: TestDatabase;
let wire: FaultyWire;
let store: JournalStore;
let admin: pg.Client;
let site = 0;

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Client(db.address);
  await admin.connect();
});
beforeEach(async () => {
  site++;
  wire = await faultyWire(db.address);
  // With the patience of production: a busy machine's database is not away.
  store = openPostgresJournal(wire.address);
});
afterEach(async () => {
  await store.close();
  await wire.close();
});
afterAll(async () => {
  await admin.end();
  await db.drop();
});

async function rows(): Promise<{ first_seq: number; count: number; epoch: number }[]> {
  const found = await admin.query('SELECT first_seq::int, count, epoch::int FROM journal WHERE site = $1 ORDER BY first_seq', [site]);
  return found.rows;
}

test('commands that arrive during a flush share the next one; each gets its own events', async () => {
  const line = await openLine(store, site, 'one');
  const totals = await Promise.all([line.add(1, 5), ...Array.from({ length: 99 }, (_, i) => line.add(2, i))]);
  expect(totals[0]).toBe(5);
  expect(totals[99]).toBe((98 * 99) / 2);
  expect((await rows()).map((row) => [row.first_seq, row.count])).toEqual([
    [1, 1],
    [2, 99],
  ]);
  expect(line.sequencer.seq).toBe(100);
});

test('engine time is stamped from the clock and never goes back', async () => {
  const line = await openLine(store, site, 'one');
  await line.add(1, 1);
  line.clock.advance(500);
  await line.add(1, 1);
  const back = await openLine(store, site + 1000, 'two', {
    start: { epoch: 1, point: { ...line.sequencer.point, seq: 0, engineTime: 9_999 }, facts: 0 },
  });
  await back.add(1, 1);
  expect(line.batches.map((batch) => batch.commands[1])).toEqual([1_000, 1_500]);
  expect(back.batches[0].commands[1]).toBe(9_999);
});

test('companions stand directly before the command that meets them, stamped and sequenced like it', async () => {
  const companions = (words: Float64Array, offset: number) => (words[offset + 2] === 7 ? [addRecord(8, 100), addRecord(9, 200)] : null);
  const line = await openLine(store, site, 'one', { companions });
  await Promise.all([line.add(1, 1), line.add(6, 1), line.add(7, 3)]);
  expect(line.batches.map((b) => [b.firstSeq, b.lastSeq])).toEqual([
    [1, 1],
    [2, 5],
  ]);
  expect([0, 12, 24, 36].map((at) => line.batches[1].commands[at + 2])).toEqual([6, 8, 9, 7]);
  expect(line.core.query('total', [9])).toBe(200);
});

test('a full queue refuses early and takes again afterwards', async () => {
  const line = await openLine(store, site, 'one', { queueMax: 2 });
  const results = await Promise.allSettled([1, 1, 1, 1].map((amount) => line.add(1, amount)));
  expect(results.map((r) => (r.status === 'rejected' ? r.reason.code : 'ok'))).toEqual(['ok', 'ok', 'ok', 'OVERLOADED']);
  expect(await line.add(1, 1)).toBe(4);
});

test('the database away: refused at once, reads go on, resumes by itself, nothing half done', async () => {
  const line = await openLine(store, site, 'one');
  expect(await line.add(1, 5)).toBe(5);
  wire.cut();
  await expect(line.add(1, 7)).rejects.toMatchObject({ code: 'READ_ONLY' });
  const began = performance.now();
  await expect(line.add(1, 7)).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(performance.now() - began, 'not after waiting for an answer').toBeLessThan(1_000);
  expect(line.core.query('total', [1])).toBe(5);
  wire.mend();
  await expect.poll(() => line.sequencer.state).toBe('ready');
  expect(await line.add(1, 1)).toBe(6);
  expect((await rows()).map((row) => row.first_seq)).toEqual([1, 2]);
});

test('an answer lost after the commit: the head tells, the batch is applied once and never re-sent', async () => {
  const line = await openLine(store, site, 'one');
  await line.add(1, 5);
  wire.loseAnswers();
  await expect(line.add(1, 7)).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(await rows()).toHaveLength(2);
  wire.mend();
  await expect.poll(() => line.sequencer.state).toBe('ready');
  expect(line.core.query('total', [1])).toBe(12);
  expect(await line.add(1, 1)).toBe(13);
  expect((await rows()).map((row) => row.first_seq)).toEqual([1, 2, 3]);
});

test('an answer lost before the commit: a statement still in flight is fenced by the renewed lease', async () => {
  const line = await openLine(store, site, 'one');
  await line.add(1, 5);
  // A lock makes the INSERT hang in the server, as a stalled disk would; its connection is then lost.
  await admin.query('BEGIN');
  await admin.query('LOCK TABLE journal IN SHARE MODE');
  await expect(line.add(1, 7)).rejects.toMatchObject({ code: 'READ_ONLY' });
  await admin.query('COMMIT');
  await expect.poll(() => line.sequencer.state).toBe('ready');
  const written = await rows();
  // Either order is right; memory and journal must agree on it.
  expect(line.sequencer.seq).toBe(written.length);
  expect(line.core.query('total', [1])).toBe(written.length === 2 ? 12 : 5);
  expect(await line.add(1, 1)).toBe(written.length === 2 ? 13 : 6);
});

test('the database says no (disk full and its like): refused, certain, and trading resumes', async () => {
  const line = await openLine(store, site, 'one');
  await admin.query(
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`,
  );
  await admin.query('CREATE TRIGGER full_disk BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION full_disk()');
  await expect(line.add(1, 7)).rejects.toThrow(/READ_ONLY: no space left/);
  await admin.query('DROP FUNCTION full_disk CASCADE');
  await expect.poll(() => line.sequencer.state).toBe('ready');
  expect(await line.add(1, 1)).toBe(1);
});

test('a second engine takes the site: the first writes nothing more and stops', async () => {
  const first = await openLine(store, site, 'one');
  await first.add(1, 5);
  const { point, facts } = first.sequencer;
  const second = await openLine(store, site, 'two', { start: { epoch: 2, point, facts } });
  await expect(first.add(1, 7)).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(first.sequencer.state).toBe('fenced');
  expect(await second.add(1, 1)).toBe(1);
  expect((await rows()).map((row) => row.epoch)).toEqual([1, 2]);
});

test('the engine faults: the site stops rather than guess, and stays stopped', async () => {
  const line = await openLine(store, site, 'one');
  await expect(line.add(1, FAULT_AMOUNT)).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(line.states).toEqual(['faulted']);
  await expect(line.add(1, 1)).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(await rows()).toHaveLength(1);
});

test('work in slices: one Tick a flush, behind the commands that wait, until nothing is left', async () => {
  const line = await openLine(store, site, 'one');
  const first = line.add(1, 1, { slices: 3 });
  await Promise.all([first, line.add(2, 5)]);
  const during = await Promise.all([line.add(2, 5), line.add(2, 5)]);
  await expect.poll(() => line.core.query('total', [WAITING])).toBe(0);
  await expect.poll(() => line.sequencer.seq).toBe(7);
  expect(during).toEqual([10, 15]);
  const accounts = line.batches.map((batch) => Array.from({ length: batch.commands.length / 12 }, (_, i) => batch.commands[i * 12 + 2]));
  // One Tick at the end of every flush that follows the first, whoever else is in it.
  expect(accounts.map((each) => each.at(-1))).toEqual([1, -1, -1, -1]);
  expect(accounts.flat().filter((account) => account === -1)).toHaveLength(3);
  expect(accounts[1]).toEqual([2, -1]);
});

test('a time that is due comes by itself, once, and not before', async () => {
  const line = await openLine(store, site, 'one', { clock: systemClock() });
  const alarmAt = Date.now() + 60;
  await line.add(1, 1, { alarmAt });
  await expect.poll(() => line.core.query('total', [ALARM]), { interval: 5 }).toBe(1);
  expect(line.batches[1].commands[1]).toBeGreaterThanOrEqual(alarmAt);
  await sleep(50);
  expect(await rows()).toHaveLength(2);
});

test('a drained line leaves its work for the next start, which goes on by itself', async () => {
  const line = await openLine(store, site, 'one');
  await line.add(1, 1, { slices: 2 });
  await line.sequencer.drain();
  const { core } = line;
  expect(core.query('total', [WAITING])).toBe(2 - (line.sequencer.seq - 1));
  const { point, facts } = line.sequencer;
  const next = await openLine(store, site, 'two', { core, start: { epoch: 2, point, facts } });
  next.sequencer.kick();
  await expect.poll(() => core.query('total', [DONE])).toBe(2);
});

test('an engine that claims work and does none is asked once a second, however often it is woken', async () => {
  const line = await openLine(store, site, 'one');
  await line.add(1, 1, { alarmAt: STUCK });
  await expect.poll(() => line.batches.length).toBe(2);
  for (let ticks = 1; ticks <= 3; ticks++) {
    for (const ms of [400, 400, 199]) {
      line.clock.advance(ms);
      line.sequencer.kick();
    }
    line.clock.advance(1);
    line.sequencer.kick();
    await expect.poll(() => line.batches.length).toBeGreaterThan(1 + ticks);
  }
  await line.sequencer.drain();
  expect(line.batches.slice(1).map(({ commands }) => commands[1])).toEqual([1_000, 2_000, 3_000, 4_000]);
});

test('draining flushes what waits and takes no more', async () => {
  const line = await openLine(store, site, 'one');
  const waiting = [line.add(1, 1), line.add(1, 1), line.add(1, 1)];
  const drained = line.sequencer.drain();
  await expect(line.add(1, 1)).rejects.toMatchObject({ code: 'READ_ONLY' });
  await drained;
  expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  expect(line.sequencer.state).toBe('stopped');
});

test('a lost answer is told apart from a refusal', async () => {
  await store.takeLease(site, 'one');
  wire.loseAnswers();
  await expect(store.head(site)).rejects.toBeInstanceOf(JournalUnknown);
});
