// What the house and a member write to each other, over real HTTP and sockets: messages, inquiries with files, unread counts, live notices.
import { createFileFeature } from '@maru/file/server/feature.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { createNoticeFeature } from '@maru/notice/server/feature.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { refuseSecondConnections } from '@maru/kit/server/testing/one-connection.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorToken } from '../../../apps/server/testing/operator.ts';
import { type TestExchange, type Login, openTestExchange } from '../../../e2e/attack/test-exchange.ts';
import { createContactFeature } from './feature.ts';

let exchange: TestExchange;
let alice: Login;
let bob: Login;
let staff: { authorization: string };
let picture: Buffer;
beforeAll(async () => {
  exchange = await openTestExchange([messageFeature, createFileFeature(), createContactFeature(), createNoticeFeature()]);
  refuseSecondConnections(exchange.server.context);
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
  staff = { authorization: `Bearer ${await operatorToken(exchange.server.context, { site: 1, username: 'helpdesk' })}` };
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a4be0' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somewhere' } })
    .toBuffer();
});
afterAll(() => exchange.server.stop());

const data = async (path: string, who: Login) => (await exchange.get(path, who.auth)).body.data;
const send = (body: object, headers = staff) =>
  exchange.post('/api/admin/message/send', { playerIds: [alice.id], title: '점검 안내', content: '4시에 잠시 쉬어요.', ...body }, headers);

async function upload(who: Pick<Login, 'auth'>, bytes: Uint8Array<ArrayBuffer>, name = 'photo.jpg', path = '/api/file') {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), name);
  const reply = await fetch(`${exchange.server.url}${path}`, { method: 'POST', headers: who.auth, body: form });
  return { status: reply.status, body: (await reply.json()) as { code: string; data: { id: string; name: string; width: number } } };
}
const pictureBytes = () => new Uint8Array(picture);

/** What a member hears on one of its queues while `happens` does. */
async function heardBy(who: Login, queue: string, happens: () => Promise<unknown>): Promise<unknown[]> {
  const socket = await connectStomp(exchange.server.port, { token: who.accessToken });
  const heard = socket.subscribe(`/user/queue/${queue}`);
  await socket.settle();
  await happens();
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await socket.end();
  return heard.map(({ body }) => body);
}

describe('messages', () => {
  test('an operator’s message arrives, is counted, read, and is gone when deleted', async () => {
    expect(await heardBy(alice, 'new_message', () => send({ link: '/service/notice/1' }))).toEqual([{ message: '점검 안내' }]);
    expect(await data('/api/message/my_unread_count', alice)).toEqual({ count: 1 });
    const { content } = await data('/api/message/list', alice);
    expect(content[0]).toMatchObject({ kind: 'NOTICE', title: '점검 안내', link: '/service/notice/1', isRead: false });
    expect((await exchange.post('/api/message/read', { id: content[0].id }, alice.auth)).status).toBe(200);
    expect(await data('/api/message/my_unread_count', alice)).toEqual({ count: 0 });
    expect((await exchange.post('/api/message/delete', { id: content[0].id }, alice.auth)).status).toBe(200);
    expect((await data('/api/message/list', alice)).totalElements).toBe(0);
    expect((await exchange.post('/api/message/delete', { id: content[0].id }, alice.auth)).body.code).toBe('NOT_FOUND');
  });

  test('all are read at once; the unread filter and the kind choose', async () => {
    await send({ kind: 'WALLET' });
    await send({ kind: 'SECURITY', titleEn: 'Maintenance' });
    expect((await data('/api/message/list?kind=WALLET', alice)).totalElements).toBe(1);
    expect((await data('/api/message/list?isReadStrs=false&resultType=Count', alice)).totalElements).toBe(2);
    const english = await exchange.get('/api/message/list', { ...alice.auth, 'accept-language': 'en' });
    expect(english.body.data.content[0].title).toBe('Maintenance');
    expect((await exchange.post('/api/message/read_all', {}, alice.auth)).body.data).toEqual({ count: 2 });
    expect((await data('/api/message/list?isReadStrs=false', alice)).totalElements).toBe(0);
    expect((await data('/api/message/list?isReadStrs=true,false', alice)).totalElements).toBe(2);
  });

  test('an urgent one is shown at once; a member is no operator; an unknown id sends nothing', async () => {
    expect(await heardBy(alice, 'message', () => send({ isUrgent: true }))).toEqual([{ message: '4시에 잠시 쉬어요.' }]);
    expect((await send({}, alice.auth)).status).toBe(403);
    const before = (await data('/api/message/list', alice)).totalElements;
    expect((await send({ playerIds: [alice.id, 99_999] })).body.code).toBe('MEMBER_UNKNOWN');
    expect((await send({ link: '//evil.example' })).body.code).toBe('INVALID_FIELD');
    expect((await data('/api/message/list', alice)).totalElements).toBe(before);
  });

  test('after 90 days a message is no longer there', async () => {
    await exchange.server.context.pool.query("UPDATE message_message SET created_at = created_at - interval '91 days'");
    expect((await data('/api/message/list', alice)).totalElements).toBe(0);
    expect(await data('/api/message/my_unread_count', alice)).toEqual({ count: 0 });
  });
});

describe('inquiries', () => {
  test('asked with a picture, answered, unread until opened, gone on with, heard live', async () => {
    const file = await upload(alice, pictureBytes());
    const asked = await exchange.post(
      '/api/contact/create',
      { question: '출금이 늦어요 <b>!</b>', fileIds: [file.body.data.id] },
      alice.auth,
    );
    const { id } = asked.body.data;
    expect(asked.body.data.entries[0].files[0]).toMatchObject({ name: 'photo.jpg', width: 60 });
    const waiting = await exchange.get('/api/admin/contact/list?state=WAITING', staff);
    expect(waiting.body.data.content[0]).toMatchObject({ id, playerId: alice.id, question: '출금이 늦어요 <b>!</b>' });

    const answer = () => exchange.post('/api/admin/contact/answer', { id, answer: '확인했습니다.' }, staff);
    expect(await heardBy(alice, 'new_message', answer)).toEqual([{ message: '문의하신 내용에 답변드렸어요' }]);
    expect(await data('/api/contact/my_unread_count', alice)).toEqual({ count: 1, contactId: id });
    expect(await data('/api/message/my_unread_count', alice), 'one event, one count').toEqual({ count: 0 });
    expect((await data('/api/message/list?isReadStrs=false', alice)).content[0].link).toBe(`/myinfo/contact/${id}`);

    const read = await exchange.post('/api/contact/read', { id }, alice.auth);
    expect(read.body.data.entries.map((entry: { from: string }) => entry.from)).toEqual(['MEMBER', 'HOUSE']);
    expect(await data('/api/contact/my_unread_count', alice)).toEqual({ count: 0, contactId: null });
    expect((await data('/api/message/list?isReadStrs=false', alice)).totalElements, 'the message that led there is read').toBe(0);
    const more = await exchange.post('/api/contact/reply', { id, question: '고맙습니다' }, alice.auth);
    expect(more.body.data).toMatchObject({ isAnswer: false, isRead: true });
  });

  test('all are read at once; the specification’s GET reads one', async () => {
    const ids = await Promise.all(
      ['하나', '둘'].map(async (question) => (await exchange.post('/api/contact/create', { question }, bob.auth)).body.data.id),
    );
    for (const id of ids) await exchange.post('/api/admin/contact/answer', { id, answer: '네.' }, staff);
    expect((await data('/api/contact/list?isReadStrs=false&isAnswerStrs=true', bob)).totalElements).toBe(2);
    expect((await exchange.get(`/api/contact/read?id=${ids[0]}`, bob.auth)).body.data.isRead).toBe(true);
    expect((await data('/api/contact/my_unread_count', bob)).count).toBe(1);
    expect((await exchange.post('/api/contact/read_all', {}, bob.auth)).body.data).toEqual({ count: 1 });
  });

  test('whoever asks without end is told to wait', async () => {
    const many = await exchange.member('asks-much');
    const ask = () => exchange.post('/api/contact/create', { question: '여기요' }, many.auth);
    for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'INQUIRY_LIMIT']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('an operator reads without reading for the member', async () => {
    const { id } = (await exchange.post('/api/contact/create', { question: '?' }, bob.auth)).body.data;
    await exchange.post('/api/admin/contact/answer', { id, answer: '!' }, staff);
    await exchange.get(`/api/admin/contact?id=${id}`, staff);
    expect((await data('/api/contact/my_unread_count', bob)).count).toBe(1);
  });
});

describe('files', () => {
  test('a picture is drawn anew and served so that nothing in it can run', async () => {
    const { id } = (await upload(bob, pictureBytes())).body.data;
    const served = await fetch(`${exchange.server.url}/api/file?id=${id}`, { headers: bob.auth });
    const bytes = Buffer.from(await served.arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('cache-control')).toContain('private');
    const dir = join(exchange.server.context.config.dataDir, 'files', '1', id.slice(0, 2));
    expect(readdirSync(dir)).toEqual([id]);
    expect(existsSync(join(dir, 'photo.jpg'))).toBe(false);
  });

  test('a file hangs in one place; loose ones are seen by their owner only', async () => {
    const { id } = (await upload(alice, pictureBytes())).body.data;
    expect((await exchange.get(`/api/file?id=${id}`, bob.auth)).body.code).toBe('NOT_FOUND');
    expect((await exchange.get(`/api/file?id=${id}`)).body.code).toBe('NOT_FOUND');
    expect((await exchange.post('/api/contact/create', { question: '남의 파일', fileIds: [id] }, bob.auth)).body.code).toBe('FILE_UNKNOWN');
    expect((await exchange.post('/api/contact/create', { question: '내 파일', fileIds: [id] }, alice.auth)).status).toBe(200);
    expect((await exchange.post('/api/contact/create', { question: '또', fileIds: [id] }, alice.auth)).body.code).toBe('FILE_UNKNOWN');
  });

  test('an operator’s file in an answer is seen by the member who asked', async () => {
    const { id } = (await upload({ auth: staff }, pictureBytes(), 'receipt.jpg', '/api/admin/file')).body.data;
    const inquiry = (await exchange.post('/api/contact/create', { question: '영수증 주세요' }, bob.auth)).body.data.id;
    await exchange.post('/api/admin/contact/answer', { id: inquiry, answer: '첨부합니다.', fileIds: [id] }, staff);
    expect((await fetch(`${exchange.server.url}/api/file?id=${id}`, { headers: bob.auth })).status).toBe(200);
    expect((await exchange.get(`/api/file?id=${id}`, alice.auth)).status).toBe(404);
  });

  test('a PDF is saved, never shown in place; only operators make a file public', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF');
    const { id } = (await upload(alice, pdf, '../../명세서.html')).body.data;
    const served = await fetch(`${exchange.server.url}/api/file?id=${id}`, { headers: alice.auth });
    expect(served.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('명세서.pdf')}`);
    expect((await upload(alice, pictureBytes(), 'a.jpg', '/api/admin/file?isPublic=true')).body.code).toBe('NO_PERMISSION');
    const open = (await upload({ auth: staff }, pictureBytes(), 'a.jpg', '/api/admin/file?isPublic=true')).body.data.id;
    expect((await fetch(`${exchange.server.url}/api/file?id=${open}`)).status).toBe(200);
    expect((await fetch(`${exchange.server.url}/api/file?id=${open}`, { headers: { 'x-forwarded-host': 'b.test' } })).status).toBe(404);
  });
});

describe('the desk', () => {
  const see = async (id: number) => (await exchange.get(`/api/admin/contact?id=${id}`, staff)).body.data;
  const act = (path: string, body: object, headers = staff) => exchange.post(`/api/admin/contact/${path}`, body, headers);
  let other: { authorization: string };
  beforeAll(async () => {
    other = { authorization: `Bearer ${await operatorToken(exchange.server.context, { site: 1, username: 'nightdesk' })}` };
  });

  test('the longest waiting stands first with its target; a second word does not put it back', async () => {
    await exchange.server.context.pool.query('UPDATE contact_inquiry SET waiting_since = NULL');
    const first = (await exchange.post('/api/contact/create', { question: '먼저', kind: 'WALLET' }, alice.auth)).body.data.id;
    await exchange.server.context.pool.query(
      "UPDATE contact_inquiry SET waiting_since = waiting_since - interval '16 minutes' WHERE id = $1",
      [first],
    );
    const second = (await exchange.post('/api/contact/create', { question: '나중' }, bob.auth)).body.data.id;
    await exchange.post('/api/contact/reply', { id: first, question: '아직인가요' }, alice.auth);
    const { content } = (await exchange.get('/api/admin/contact/list?state=WAITING', staff)).body.data;
    expect(content.map(({ id, isLate, lastLine }: Record<string, unknown>) => [id, isLate, lastLine])).toEqual([
      [first, true, '아직인가요'],
      [second, false, '나중'],
    ]);
    expect(content[0].member).toMatchObject({ id: alice.id, username: 'alice' });
    expect((await exchange.get('/api/admin/contact/list?kind=WALLET&search=ALICE', staff)).body.data.totalElements).toBe(1);
    const waiting = (await exchange.get('/api/admin/waiting', staff)).body.data;
    expect(waiting).toContainEqual({ kind: 'contact', count: 2, since: content[0].waitingSince });
  });

  test('one operator at a time, until the claim runs out', async () => {
    const { id } = (await exchange.post('/api/contact/create', { question: '누가 봐 주나요' }, bob.auth)).body.data;
    expect((await act('claim', { id, isHeld: true })).body.data.claim).toMatchObject({ name: 'helpdesk', isMine: true });
    const refused = await act('answer', { id, answer: '제가요' }, other);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'INQUIRY_CLAIMED',
      expect.stringContaining('helpdesk'),
    ]);
    await exchange.server.context.pool.query(
      "UPDATE contact_inquiry SET claimed_until = claimed_until - interval '10 minutes' WHERE id = $1",
      [id],
    );
    expect((await act('answer', { id, answer: '제가요' }, other)).body.data).toMatchObject({
      claim: null,
      waitingSince: null,
      isAnswer: true,
    });
  });

  test('closed waits for nobody, a word of the member opens it again; notes are never the member’s', async () => {
    const { id } = (await exchange.post('/api/contact/create', { question: '닫아 주세요' }, bob.auth)).body.data;
    expect((await act('note', { id, note: '<b>두 번째 문의</b>' })).body.data.notes[0]).toMatchObject({ content: '<b>두 번째 문의</b>' });
    expect((await act('close', { id, isClosed: true })).body.data).toMatchObject({ isClosed: true, waitingSince: null });
    const read = await exchange.post('/api/contact/read', { id }, bob.auth);
    expect(read.body.data.isClosed).toBe(true);
    expect(read.text).not.toContain('두 번째 문의');
    await exchange.post('/api/contact/reply', { id, question: '아니요' }, bob.auth);
    expect(await see(id)).toMatchObject({ isClosed: false, isLate: false });
    expect((await see(id)).waitingSince).not.toBeNull();
  });

  test('operators hear of an inquiry at once, without a line of it', async () => {
    const socket = await connectStomp(exchange.server.port, { token: staff.authorization.slice(7) });
    const heard = socket.subscribe(`/topic/desk/${exchange.server.context.sites.all()[0].code}`);
    await socket.settle();
    const { id } = (await exchange.post('/api/contact/create', { question: '아무에게도' }, bob.auth)).body.data;
    await expect.poll(() => heard.map(({ body }) => body)).toContainEqual({ type: 'WAITING', kind: 'contact', id });
    expect(JSON.stringify(heard.map(({ body }) => body))).not.toContain('아무에게도');
    await socket.end();
  });

  test('an export is written down and asked for by its own right', async () => {
    const lines = (await exchange.get('/api/admin/contact/export?state=ALL', staff)).body.data;
    expect(lines[0]).toMatchObject({ username: expect.any(String), question: expect.any(String) });
    const { rows } = await exchange.server.context.pool.query("SELECT after FROM operator_audit WHERE action = 'exportInquiries'");
    expect(JSON.parse(rows[0].after)).toMatchObject({ rows: lines.length });
    const reader = { authorization: `Bearer ${await operatorToken(exchange.server.context, { site: 1, rights: ['contact.read'] })}` };
    expect((await exchange.get('/api/admin/contact/export', reader)).body.code).toBe('NO_PERMISSION');
  });

  test('an operator and a member of the same number are two: neither has the other’s files', async () => {
    const { pool } = exchange.server.context;
    const { id } = (await upload({ auth: staff }, pictureBytes(), 'loose.jpg', '/api/admin/file')).body.data;
    await pool.query('UPDATE file_file SET owner_id = $2 WHERE id = $1', [id, alice.id]);
    expect((await exchange.get(`/api/file?id=${id}`, alice.auth)).body.code).toBe('NOT_FOUND');
    expect((await exchange.post('/api/contact/create', { question: '내 파일', fileIds: [id] }, alice.auth)).body.code).toBe('FILE_UNKNOWN');
    const { content } = (await exchange.get('/api/admin/file/list?owner=OPERATOR&state=LOOSE', staff)).body.data;
    expect(content.map((file: { id: string }) => file.id)).toContain(id);
    await pool.query("UPDATE file_file SET created_at = created_at - interval '25 hours' WHERE id = $1", [id]);
    expect((await exchange.post('/api/admin/file/sweep', {}, staff)).body.data.count).toBeGreaterThan(0);
    expect((await exchange.get(`/api/admin/file?id=${id}`, staff)).body.code).toBe('NOT_FOUND');
  });

  test('cleanup takes public files that no content names, after thirty days, and the log names each', async () => {
    const { pool } = exchange.server.context;
    const put = async () =>
      (await upload({ auth: staff }, pictureBytes(), 'notice.jpg', '/api/admin/file?isPublic=true')).body.data.id as string;
    const [inDraft, fresh, unused] = [await put(), await put(), await put()];
    await pool.query("UPDATE file_file SET created_at = created_at - interval '31 days' WHERE id = ANY ($1)", [[inDraft, unused]]);
    await pool.query(
      `INSERT INTO notice_notice (site_id, category, title_ko, title_en, content_ko, content_en, created_at, updated_at, draft)
       VALUES (1, 'NOTICE', '', '', '', '', now(), now(), $1)`,
      [{ ko: `<img src="/api/file?id=${inDraft}">` }],
    );
    expect((await exchange.post('/api/admin/file/sweep', {}, staff)).body.data.count).toBe(1);
    const there = async (id: string) =>
      (await exchange.get(`/api/admin/file/list?state=PUBLIC`, staff)).body.data.content.some((file: { id: string }) => file.id === id);
    expect([await there(inDraft), await there(fresh), await there(unused)]).toEqual([true, true, false]);
    const { rows } = await pool.query("SELECT after FROM operator_audit WHERE action = 'sweepFiles' AND strpos(after, $1) > 0", [unused]);
    expect(JSON.parse(rows[0].after).unused).toEqual([unused]);
  });

  test('a message to everyone asks why, goes to each once, and tells how many read it', async () => {
    const everyone = { audience: 'ALL', title: '정기 점검', content: '4시' };
    const post = (body: object) => exchange.post('/api/admin/message/send', body, staff);
    const { count } = (await exchange.get('/api/admin/message/count?audience=ALL', staff)).body.data;
    expect((await post(everyone)).body.code).toBe('REASON_MISSING');
    expect((await post({ ...everyone, reason: '점검 알림' })).body.data.count).toBe(count);
    expect((await data('/api/message/list?isReadStrs=false', bob)).content[0].title).toBe('정기 점검');
    await exchange.post('/api/message/read_all', {}, bob.auth);
    const { content } = (await exchange.get('/api/admin/message/list', staff)).body.data;
    expect(content[0]).toMatchObject({
      audience: 'ALL',
      total: count,
      sent: count,
      read: 1,
      reason: '점검 알림',
      operator: { name: 'helpdesk' },
    });
    expect(content[0].finishedAt).not.toBeNull();
    expect((await exchange.get('/api/admin/message/count?audience=NAMES&names=alice,nobody-here', staff)).body.data).toEqual({
      count: 1,
      unknown: ['nobody-here'],
    });
    expect((await post({ audience: 'NAMES', names: ['alice', 'nobody-here'], title: 'x', content: '' })).body.code).toBe('NAMES_UNKNOWN');
    expect((await post({ audience: 'PARTNER', partner: 'nobody', title: 'x', content: '', reason: '왜냐면' })).body.code).toBe(
      'AUDIENCE_EMPTY',
    );
  });

  test('a sending that a stop cut short goes on where it stood, and nobody gets it twice', async () => {
    const { pool } = exchange.server.context;
    const { id } = (
      await exchange.post('/api/admin/message/send', { audience: 'ALL', title: '나눠 보내기', content: '', reason: '시험' }, staff)
    ).body.data;
    // As if the last member’s slice had never been written.
    await pool.query(
      'DELETE FROM message_message WHERE send_id = $1 AND member_id = (SELECT max(member_id) FROM message_message WHERE send_id = $1)',
      [id],
    );
    await pool.query(
      'UPDATE message_send SET finished_at = NULL, sent = sent - 1, done_until = (SELECT max(member_id) FROM message_message WHERE send_id = $1) WHERE id = $1',
      [id],
    );
    exchange.server.context.jobs.hurry('message.sendings');
    await expect
      .poll(
        async () =>
          (await pool.query('SELECT total - sent AS left, finished_at IS NOT NULL AS done FROM message_send WHERE id = $1', [id])).rows[0],
      )
      .toEqual({ left: 0, done: true });
    const { rows } = await pool.query(
      'SELECT count(*)::int AS n, count(DISTINCT member_id)::int AS members FROM message_message WHERE send_id = $1',
      [id],
    );
    expect(rows[0].n).toBe(rows[0].members);
  });
});
