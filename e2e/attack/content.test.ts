// Area CNT and its neighbours of ATZ and TEN: files that are something else, markup where people write, ids of others and of another site.
import { createContactFeature } from '@maru/contact/server/feature.ts';
import { createFileFeature } from '@maru/file/server/feature.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { createNoticeFeature } from '@maru/notice/server/feature.ts';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorToken } from '../../apps/server/testing/operator.ts';
import { attack, expectStatus } from './cases.ts';
import { atSiteB, type TestExchange, type Login, openTestExchange } from './test-exchange.ts';

let exchange: TestExchange;
let u1: Login;
let u2: Login;
let staff: { authorization: string };
let staffOfB: { authorization: string };
beforeAll(async () => {
  exchange = await openTestExchange([messageFeature, createFileFeature(), createContactFeature(), createNoticeFeature()]);
  u1 = await exchange.member('user-one');
  u2 = await exchange.member('user-two');
  staff = await operator(1);
  staffOfB = { ...(await operator(2)), ...atSiteB };
});
afterAll(() => exchange.server.stop());

const operator = async (site: number) => ({ authorization: `Bearer ${await operatorToken(exchange.server.context, { site })}` });

type Bytes = string | Uint8Array<ArrayBuffer>;

async function upload(content: Bytes, name: string, headers: Record<string, string> = u1.auth, type = 'image/png') {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), name);
  const reply = await fetch(`${exchange.server.url}/api/file`, { method: 'POST', headers, body: form });
  return { status: reply.status, body: (await reply.json()) as { code: string; data: { id: string; name: string } } };
}

/** A picture that says where it was taken. */
const gpsPicture = () =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#808080' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '126/1 58/1 0/1' } })
    .jpeg()
    .toBuffer();

const rowsOf = async (table: string) =>
  (await exchange.server.context.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n as number;
const messageTo = async (member: Login) => {
  await exchange.post('/api/admin/message/send', { playerIds: [member.id], title: 'hello', content: '' }, staff);
  return (await exchange.get('/api/message/list', member.auth)).body.data.content[0].id as number;
};
const notice = (more: object = {}) => ({ category: 'NOTICE', title: '점검', content: '<p>4시</p>', isOpen: true, ...more });

attack('CNT-01', async (attacked) => {
  const given = await gpsPicture();
  expect((await sharp(given).metadata()).exif, 'positive control: it says so').toBeDefined();
  const reply = await upload(new Uint8Array(given), 'gps.jpg');
  expectStatus(attacked, reply.status);
  const served = await fetch(`${exchange.server.url}/api/file?id=${reply.body.data.id}`, { headers: u1.auth });
  const { exif, xmp, iptc, width } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  expect({ exif, xmp, iptc, width }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined, width: 32 });
});

attack('CNT-03', async (attacked) => {
  const before = await rowsOf('file_file');
  const large = await fetch(`${exchange.server.url}/api/file`, {
    method: 'POST',
    headers: { ...u2.auth, 'content-type': 'multipart/form-data; boundary=x' },
    body: new Uint8Array(5 * 1024 * 1024 + 20_000),
  });
  expectStatus(attacked, large.status);
  expect(await rowsOf('file_file')).toBe(before);
  let answer = await upload('%PDF-1.7', 'a.pdf', u2.auth);
  for (let i = 0; i < 200 && answer.status === 200; i++) answer = await upload('%PDF-1.7', 'a.pdf', u2.auth);
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('FILE_DAY_LIMIT');
  expect(await rowsOf('file_file')).toBe(before + 50);
});

attack('CNT-04', async (attacked) => {
  const { question } = attacked.input as { question: string };
  const asked = await exchange.post('/api/contact/create', { question }, u1.auth);
  expectStatus(attacked, asked.status);
  const seen = await exchange.get(`/api/admin/contact?id=${asked.body.data.id}`, staff);
  expect(seen.body.data.entries[0].content, 'as it was typed: every page shows it as text').toBe(question);
  expect(seen.headers.get('content-type')).toContain('application/json');
  expect(seen.headers.get('x-content-type-options')).toBe('nosniff');
});

attack('CNT-05', async (attacked) => {
  const before = await rowsOf('notice_popup');
  const made = { type: 2, title: '팝업', content: '<p>x</p>', isShow: true };
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'http://evil.test', '//evil.test', '/\\evil.test']) {
    const reply = await exchange.post('/api/admin/popup/save', { ...made, link }, staff);
    expectStatus(attacked, reply.status);
    expect(reply.body.code, link).toBe('INVALID_FIELD');
  }
  expect(await rowsOf('notice_popup')).toBe(before);
  const picture = await exchange.post('/api/admin/popup/save', { ...made, type: 1, content: 'https://evil.test/p.png' }, staff);
  expect(picture.body.code).toBe('PICTURE_ADDRESS');
  for (const link of ['/future', 'https://good.test/a'])
    expect((await exchange.post('/api/admin/popup/save', { ...made, link }, staff)).status).toBe(200);
});

attack('CNT-07', async (attacked) => {
  const { nick } = attacked.input as { nick: string };
  const reply = await exchange.post('/api/player/change_nick', { id: u1.id, nick }, u1.auth);
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe('INVALID_FIELD');
});

attack('CNT-09', async (attacked) => {
  const { file } = attacked.input as { file: string };
  const reply = await upload(new Uint8Array(await gpsPicture()), file);
  expectStatus(attacked, reply.status);
  expect(reply.body.data).toMatchObject({ id: expect.stringMatching(/^[\w-]{22}$/), name: 'index.jpg' });
  for (const id of [file, '../config', `${reply.body.data.id}/..`, '%2e%2e%2f'])
    expect((await exchange.get(`/api/file?id=${encodeURIComponent(id)}`, u1.auth)).body.code).toBe('INVALID_FIELD');
});

attack('CNT-10', async (attacked) => {
  const { content } = attacked.input as { content: string };
  const written = await exchange.post('/api/admin/notice/save', notice({ content }), staff);
  expectStatus(attacked, written.status);
  const { id } = written.body.data;
  expect((await exchange.get(`/api/notice?id=${id}`)).body.data.content).toBe('<p>x</p>');
  // However it came into the table, it does not leave it.
  await exchange.server.context.pool.query('UPDATE notice_notice SET content_ko = $2 WHERE id = $1', [id, content]);
  expect((await exchange.get(`/api/notice?id=${id}`)).body.data.content).toBe('<p>x</p>');
});

attack('CNT-12', async (attacked) => {
  const { file, content, type } = attacked.input as { file: string; content: string; type: string };
  const before = await rowsOf('file_file');
  const png = '\x89PNG\r\n\x1a\n';
  const tries: [Bytes, string][] = [
    [content, file],
    ['<!doctype html><script>alert(1)</script>', 'x.png'],
    [`${content}%PDF-1.7`, 'x.pdf'],
  ];
  for (const [bytes, name] of tries) {
    const reply = await upload(bytes, name, u1.auth, type);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('FILE_TYPE_REFUSED');
  }
  const broken = await upload(
    Uint8Array.from(`${png}<svg onload=alert(1)>`, (c) => c.charCodeAt(0)),
    'x.png',
  );
  expectStatus(attacked, broken.status);
  expect(broken.body.code).toBe('FILE_BROKEN');
  expect(await rowsOf('file_file')).toBe(before);
});

test('a form is read whole or not at all', async () => {
  const before = await rowsOf('file_file');
  const post = (body: FormData | string, headers: Record<string, string> = {}) =>
    fetch(`${exchange.server.url}/api/file`, { method: 'POST', headers: { ...u1.auth, ...headers }, body });
  const two = new FormData();
  for (const name of ['file', 'other']) two.set(name, new Blob(['%PDF-1.7']), 'a.pdf');
  const elsewhere = new FormData();
  elsewhere.set('picture', new Blob(['%PDF-1.7']), 'a.pdf');
  const text = new FormData();
  text.set('file', '%PDF-1.7');
  for (const form of [two, elsewhere, text, new FormData()]) expect((await post(form)).status).toBe(400);
  expect((await post('--x\r\nnot a form', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(400);
  expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415);
  expect((await upload('%PDF-1.7', 'a.pdf', {})).body.code).toBe('LOGIN_REQUIRED');
  expect((await upload('%PDF-1.7', 'a.pdf', { ...u1.auth, origin: 'https://evil.test' })).body.code).toBe('ORIGIN_REFUSED');
  expect(await rowsOf('file_file')).toBe(before);
});

test('a picture of few bytes and very many pixels is refused by its head', async () => {
  const bomb = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  expect((await upload(new Uint8Array(bomb), 'small.png')).status, 'positive control').toBe(200);
  // Width and height stand in the first chunk, before its checksum.
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect((await upload(new Uint8Array(bomb), 'bomb.png')).body.code).toBe('FILE_BROKEN');
});

attack('ATZ-06', async (attacked) => {
  const asked = await exchange.post('/api/contact/create', { playerId: u2.id, question: 'hi' }, u1.auth);
  expectStatus(attacked, asked.status);
  expect(asked.body.data.playerId).toBe(u1.id);
  expect((await exchange.get(`/api/contact/list?playerId=${u1.id}`, u2.auth)).body.data.totalElements).toBe(0);
});

attack('ATZ-12', async (attacked) => {
  const { id } = (await exchange.post('/api/contact/create', { question: '?' }, u2.auth)).body.data;
  await exchange.post('/api/admin/contact/answer', { id, answer: '!' }, staff);
  const tries = [
    await exchange.get(`/api/contact/read?id=${id}`, u1.auth),
    await exchange.post('/api/contact/read', { id }, u1.auth),
    await exchange.post('/api/contact/reply', { id, question: 'me too' }, u1.auth),
    await exchange.get(`/api/admin/contact?id=${id}`, staffOfB),
    await exchange.post('/api/admin/contact/answer', { id, answer: 'from elsewhere' }, staffOfB),
  ];
  for (const reply of tries) {
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('NOT_FOUND');
  }
  expect((await exchange.get('/api/admin/contact?id=1', u1.auth)).body.code).toBe('NO_PERMISSION');
  expect((await exchange.get('/api/admin/contact/list', staffOfB)).body.data.totalElements).toBe(0);
  expect((await exchange.get('/api/contact/my_unread_count', u2.auth)).body.data).toEqual({ count: 1, contactId: id });
});

attack('ATZ-13', async (attacked) => {
  const id = await messageTo(u2);
  for (const call of ['delete', 'read']) {
    const reply = await exchange.post(`/api/message/${call}`, { id }, u1.auth);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('NOT_FOUND');
  }
  expect((await exchange.get('/api/message/list', u2.auth)).body.data.content[0]).toMatchObject({ id, isRead: false });
  const fromB = await exchange.post('/api/admin/message/send', { playerIds: [u1.id], title: 'x', content: '' }, staffOfB);
  expect(fromB.body.code).toBe('MEMBER_UNKNOWN');
});

attack('TEN-02', async (attacked) => {
  const { id } = (await exchange.post('/api/admin/notice/save', notice({ title: 'of site A' }), staff)).body.data;
  const popup = { type: 2, title: 'of site A', content: '<p>x</p>', isShow: true };
  const popupId = (await exchange.post('/api/admin/popup/save', popup, staff)).body.data.id;
  for (const path of ['/api/notice/list?siteInfoId=1', '/api/popup/list?siteInfoId=1&resultType=ClientList&status=open&size=50']) {
    const reply = await exchange.get(path, atSiteB);
    expectStatus(attacked, reply.status);
    expect(reply.body.data).toMatchObject({ content: [], totalElements: 0 });
  }
  const others: [string, Record<string, unknown> | undefined][] = [
    [`/api/notice?id=${id}`, undefined],
    [`/api/popup?id=${popupId}`, undefined],
    ['/api/admin/notice/save', notice({ id })],
    ['/api/admin/notice/delete', { id }],
    ['/api/admin/popup/save', { ...popup, id: popupId }],
    ['/api/admin/popup/delete', { id: popupId }],
  ];
  for (const [path, body] of others) {
    const reply = body === undefined ? await exchange.get(path, atSiteB) : await exchange.post(path, body, staffOfB);
    expect(reply.body.code, path).toBe('NOT_FOUND');
  }
  const global = await exchange.server.context.pool.query(
    `INSERT INTO notice_notice (category, title_ko, title_en, content_ko, content_en, is_open, created_at, updated_at)
     VALUES ('NOTICE', '모두', 'all', '<p>x</p>', '<p>x</p>', true, now(), now()) RETURNING id`,
  );
  expect((await exchange.get(`/api/notice?id=${global.rows[0].id}`, atSiteB)).status, 'own and global only').toBe(200);
});

test('notices are found, chosen, counted once a reader, hidden as drafts and taken away', async () => {
  const { id } = (
    await exchange.post(
      '/api/admin/notice/save',
      notice({ category: 'LISTING', title: '100%_ 상장', titleEn: 'Listing', isPinned: true }),
      staff,
    )
  ).body.data;
  const draft = (await exchange.post('/api/admin/notice/save', notice({ isOpen: false }), staff)).body.data.id;
  const { content } = (await exchange.get('/api/notice/list')).body.data;
  expect(content[0]).toMatchObject({ id, isPinned: true, title: '100%_ 상장' });
  expect((await exchange.get('/api/notice/list?category=LISTING', { 'accept-language': 'en' })).body.data.content[0].title).toBe('Listing');
  expect((await exchange.get(`/api/notice/list?search=${encodeURIComponent('100%_')}`)).body.data.totalElements).toBe(1);
  expect((await exchange.get(`/api/notice?id=${draft}`)).body.code).toBe('NOT_FOUND');
  for (let i = 0; i < 3; i++) await exchange.get(`/api/notice?id=${id}`);
  expect((await exchange.get(`/api/notice?id=${id}`)).body.data.views).toBe(1);
  expect((await exchange.post('/api/admin/notice/delete', { id }, staff)).status).toBe(200);
  expect((await exchange.get(`/api/notice?id=${id}`)).body.code).toBe('NOT_FOUND');
  expect((await exchange.post('/api/admin/notice/save', notice(), u1.auth)).body.code).toBe('NO_PERMISSION');
  expect((await exchange.post('/api/admin/notice/save', notice({ content: '<script>1</script>' }), staff)).body.code).toBe('CONTENT_EMPTY');
});

test('popups open by switch and by date; real-time ones go out at once and to this site only', async () => {
  const made = { type: 2, title: '느려요', content: '<p>약 20분</p><script>1</script>', isShow: true };
  const shown = async () => (await exchange.get('/api/popup/list')).body.data.content.map(({ title }: { title: string }) => title);
  const day = (n: number) => new Date(exchange.clock.now() + n * DAY_MS).toISOString();
  await exchange.post('/api/admin/popup/save', { ...made, title: 'tomorrow', startDate: day(1) }, staff);
  await exchange.post('/api/admin/popup/save', { ...made, title: 'yesterday', endDate: day(-1) }, staff);
  await exchange.post('/api/admin/popup/save', { ...made, title: 'off', isShow: false }, staff);
  const socket = await connectStomp(exchange.server.port);
  const heard = socket.subscribe('/topic/popup/1');
  const told = socket.subscribe('/topic/notice/1');
  const toldOwn = socket.subscribe('/topic/notice');
  await socket.settle();
  await exchange.post('/api/admin/popup/save', { ...made, isRealtime: true }, staff);
  await exchange.post('/api/admin/notice/save', notice({ isTold: true }), staff);
  await expect.poll(() => [heard.length, told.length, toldOwn.length]).toEqual([1, 1, 1]);
  expect(toldOwn[0].body).toEqual(told[0].body);
  expect(heard[0].body).toMatchObject({ type: 2, title: '느려요', content: '<p>약 20분</p>', width: 384 });
  await socket.end();
  const titles = await shown();
  for (const hidden of ['tomorrow', 'yesterday', 'off', '느려요']) expect(titles).not.toContain(hidden);
});

test('each board has its own entries, with neighbours, periods and attachments that everyone may have', async () => {
  const { clock } = exchange;
  const day = (n: number) => new Date(clock.now() + n * DAY_MS).toISOString();
  const save = async (body: object) => (await exchange.post('/api/admin/notice/save', notice(body), staff)).body;
  const event = async (title: string, from: number, until: number) =>
    (await save({ board: 'promotion', category: 'TRADING', title, eventFrom: day(from), eventUntil: day(until) })).data.id as number;
  const ended = await event('ended', -9, -2);
  const ahead = await event('ahead', 3, 9);
  const running = await event('running', -1, 5);
  const { content } = (await exchange.get('/api/promotion/list')).body.data;
  expect(content.map(({ id, period }: { id: number; period: { state: string } }) => [id, period.state])).toEqual([
    [running, 'RUNNING'],
    [ahead, 'AHEAD'],
    [ended, 'ENDED'],
  ]);
  const one = (await exchange.get(`/api/promotion?id=${ahead}`)).body.data;
  expect([one.previous.id, one.next.id]).toEqual([ended, running]);
  for (const path of ['notice', 'strategy', 'faq', 'static'])
    expect((await exchange.get(`/api/${path}?id=${running}`)).body.code, path).toBe('NOT_FOUND');
  expect((await save({ board: 'strategy', category: 'EVENT' })).code).toBe('CATEGORY_OTHER');
  expect((await save({ startDate: day(2), endDate: day(1) })).code).toBe('DATES_TURNED');
  const own = (await upload('%PDF-1.7', 'own.pdf')).body.data.id;
  expect((await save({ fileIds: [own] })).code, 'a file that not everyone may see').toBe('FILE_UNKNOWN');
  expect((await save({ title: 'later', startDate: day(1) })).status).toBe('success');
  expect((await exchange.get('/api/notice/list?search=later')).body.data.totalElements).toBe(0);
});

test('what is public stays as it is while a draft stands beside it, until that is published', async () => {
  const { id } = (await exchange.post('/api/admin/notice/save', notice({ title: '첫 글' }), staff)).body.data;
  const shown = async () => (await exchange.get(`/api/notice?id=${id}`)).body.data?.title;
  const seen = async () => (await exchange.get(`/api/admin/notice?id=${id}`, staff)).body.data;
  await exchange.post(
    '/api/admin/notice/save',
    notice({ id, title: '고친 글', content: '<p>x</p><script>1</script>', isOpen: false }),
    staff,
  );
  expect(await shown()).toBe('첫 글');
  expect(await seen()).toMatchObject({ state: 'OPEN', hasDraft: true, words: { title: '고친 글', content: '<p>x</p>' } });
  await exchange.post('/api/admin/notice/save', notice({ id, title: '고친 글' }), staff);
  expect(await shown()).toBe('고친 글');
  expect((await exchange.post('/api/admin/notice/close', { id }, staff)).status).toBe(200);
  expect(await shown()).toBeUndefined();
  expect(await seen()).toMatchObject({ state: 'CLOSED', hasDraft: false });
  const { rows } = await exchange.server.context.pool.query(
    "SELECT after::json->>'what' AS what FROM operator_audit WHERE target = $1 ORDER BY seq",
    [`content:${id}`],
  );
  expect(rows.map(({ what }) => what)).toEqual(['PUBLISHED', 'DRAFTED', 'PUBLISHED', 'CLOSED']);
});

test('guides and questions are read whole in the operator’s order, and a member says once whether they helped', async () => {
  for (const [title, sortOrder] of [
    ['둘째', 2],
    ['첫째', 1],
  ] as const)
    await exchange.post('/api/admin/notice/save', notice({ board: 'static', category: 'SERVICE', title, sortOrder }), staff);
  const { content } = (await exchange.get('/api/static/list?category=SERVICE')).body.data;
  expect(content.map(({ title }: { title: string }) => title)).toEqual(['첫째', '둘째']);
  expect(content[0]).toMatchObject({ content: '<p>4시</p>', helpful: { count: 0, mine: null } });
  const rate = (isHelpful: boolean, who = u1.auth) => exchange.post('/api/static/helpful', { id: content[0].id, isHelpful }, who);
  await rate(true);
  expect((await rate(true, u2.auth)).body.data).toEqual({ count: 2, mine: true });
  expect((await rate(false)).body.data).toEqual({ count: 1, mine: false });
  expect((await exchange.get('/api/static/list', u1.auth)).body.data.content[0].helpful).toEqual({ count: 1, mine: false });
  expect((await exchange.post('/api/static/helpful', { id: content[0].id, isHelpful: true }, { ...u1.auth, ...atSiteB })).status).toBe(401);
});
