// A member's whole life on one site, made by its own calls: what the walk through all routes then tries to reach from another site.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { httpExchange, type HttpAnswer } from './http-exchange.ts';
import type { TestServer } from './harness.ts';
import { openSignUp } from './open-sign-up.ts';
import { newOperator, operatorToken } from './operator.ts';

export interface Person {
  site: number;
  host: string;
  member: number;
  account: number;
  get(path: string, query?: Record<string, unknown>): Promise<HttpAnswer>;
  post(path: string, body?: unknown, key?: string): Promise<HttpAnswer>;
  token: string;
  /** An operator of the same site with all rights there, or everywhere. */
  desk(isEverywhere?: boolean): Promise<Person>;
}

export interface Try {
  /** What names the other site's thing. */
  send: Record<string, unknown>;
  /** The request's own, where a call wants one. */
  key?: string;
  /** How it is refused. EMPTY: a list without a row of the other site; OWN: the id is not looked at, the caller's own is meant. */
  answer: string | 'EMPTY' | 'OWN';
}

export interface World {
  messageId: number;
  inquiryId: number;
  fileId: string;
  noticeId: number;
  guideId: number;
  cannedId: number;
  templateId: number;
  popupId: number;
  couponId: number;
  promoCode: string;
  apiKeyId: number;
  loginId: string;
  orderId: number;
  filledOrderId: number;
  tradeId: number;
  positionId: number;
  orderSeq: number;
}

export const OWN_PASSWORD = 'plank-of-oak-42';
/** Nobody's but the test's, who may change what shared demo members may not; nothing is held. */
export async function join(server: TestServer, site: number, host: string, username: string): Promise<Person> {
  await openSignUp(server.context);
  const form = {
    username,
    password: OWN_PASSWORD,
    name: 'Kim',
    nick: `n_${username}`,
    phone: '010-5555-0001',
    email: `${username}@example.com`,
  };
  const { status, body } = await httpExchange(Number(new URL(server.url).port), 'POST', '/api/player', JSON.stringify(form), { host });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return enter(server, site, host, username, OWN_PASSWORD);
}

/** A demo member of a site, logged in; tokens are the server's own. */
export async function enter(server: TestServer, site: number, host: string, username = 'demo1', password = 'demo1234'): Promise<Person> {
  const port = Number(new URL(server.url).port);
  const login = await httpExchange(port, 'POST', '/api/login', JSON.stringify({ username, password }), { host });
  const token: string = login.body.data.accessToken;
  const session = server.context.sessions.verify(token, site);
  if (typeof session === 'string') throw new Error(session);
  const { member, account } = session;
  return person(server, { site, host, member, account }, token);
}

function person(server: TestServer, who: Pick<Person, 'site' | 'host' | 'member' | 'account'>, token: string): Person {
  const port = Number(new URL(server.url).port);
  const headers = { host: who.host, authorization: `Bearer ${token}` };
  return {
    ...who,
    token,
    get: (path, query = {}) => {
      const text = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
      return httpExchange(port, 'GET', text === '' ? path : `${path}?${text}`, undefined, headers);
    },
    post: (path, body = {}, key) =>
      httpExchange(port, 'POST', path, JSON.stringify(body), key === undefined ? headers : { ...headers, 'idempotency-key': key }),
    async desk(isEverywhere = false) {
      return person(server, who, await operatorToken(server.context, isEverywhere ? {} : { site: who.site }));
    },
  };
}

/** Everything that has an id. Throws with the answer of the first call that is refused. */
export async function liveOn(server: TestServer, who: Person): Promise<World> {
  const staff = await who.desk();
  const made = async (answer: Promise<HttpAnswer>) => {
    const { body } = await answer;
    if (body.status !== 'success') throw new Error(JSON.stringify(body));
    return body.data;
  };
  await made(staff.post('/api/admin/message/send', { playerIds: [who.member], title: '안내', content: '본문' }));
  const messageId = (await made(who.get('/api/message/list'))).content[0].id;
  const { id: fileId } = await upload(server, who);
  const inquiryId = (await made(who.post('/api/contact/create', { question: '질문이 있어요.', fileIds: [fileId] }))).id;
  const noticeId = (
    await made(staff.post('/api/admin/notice/save', { category: 'NOTICE', title: '공지', content: '<p>본문</p>', isOpen: true }))
  ).id;
  const guideId = (await made(who.get('/api/static/list'))).content[0].id;
  const canned = { title: '안내', contentKo: '확인 중입니다.', contentEn: 'We are looking.' };
  const cannedId = (await made(staff.post('/api/admin/contact/canned/save', canned))).id;
  const template = { name: '점검', kind: 'NOTICE', title: '점검', content: '4시' };
  const templateId = (await made(staff.post('/api/admin/message/template/save', template))).id;
  const popup = { type: 2, title: '팝업', content: '<p>본문</p>', isShow: true };
  const popupId = (await made(staff.post('/api/admin/popup/save', popup))).id;
  const promoCode = 'ONLY-THERE';
  const expiresAt = new Date(server.context.clock.now() + DAY_MS).toISOString();
  const coupon = { promoCode, name: { ko: '쿠폰', en: 'Coupon' }, point: '5', quota: 10, expiresAt };
  const { couponId } = await made(staff.post('/api/admin/coupon/create', coupon));
  const key = await made(who.post('/api/user/api_key/create', { label: 'bot', scope: 'TRADE', addresses: [], password: 'demo1234' }));
  const loginId = (await made(who.get('/api/user/logins'))).content[0].id;
  return {
    messageId,
    inquiryId,
    fileId,
    noticeId,
    guideId,
    cannedId,
    templateId,
    popupId,
    couponId,
    promoCode,
    apiKeyId: key.key.id,
    loginId,
    ...(await trade(who, made)),
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- data of whatever was called
async function trade(who: Person, made: (answer: Promise<HttpAnswer>) => Promise<any>) {
  const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', quantity: '0.010' };
  const market = await who.post('/api/futures/order', { ...order, type: 'MARKET' });
  const filled = await made(Promise.resolve(market));
  const resting = await who.post('/api/futures/order', { ...order, type: 'LIMIT', price: '20000' });
  const [position] = await made(who.get('/api/futures/history/open_position', { after: resting.body.sequence }));
  const trades = await made(who.get('/api/futures/list', { type: 'trade', after: resting.body.sequence }));
  return {
    orderId: resting.body.data.order.id,
    filledOrderId: filled.order.id,
    tradeId: trades.content[0].tradeId,
    positionId: position.futuresPositionId,
    orderSeq: market.body.sequence ?? 0,
  };
}

async function upload(server: TestServer, who: Person): Promise<{ id: string }> {
  const form = new FormData();
  form.set('file', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
  const body = new Response(form);
  const bytes = Buffer.from(await body.arrayBuffer());
  const port = Number(new URL(server.url).port);
  const headers = { host: who.host, authorization: `Bearer ${who.token}`, 'content-type': body.headers.get('content-type') ?? '' };
  const answer = await httpExchange(port, 'POST', '/api/file', bytes, headers);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** The smallest picture that is one. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Rows alone: an alert that is over, and whom it was told to; a TWAP order whose first slice is due tomorrow. */
export async function alertOf(
  { context: { pool } }: TestServer,
  { site, member, account }: Person,
): Promise<Record<'alertId' | 'targetId' | 'priceAlertId' | 'twapId', number>> {
  const alert = await pool.query<{ id: number }>(
    `INSERT INTO operator_alert (site_id, kind, subject, severity, figures, began_at, ended_at, next_at)
     VALUES ($1, 'QUEUE_LATE', 'approval', 'WARN', '{}', now(), now(), now()) RETURNING id`,
    [site],
  );
  const target = await pool.query<{ id: number }>(
    `INSERT INTO operator_alert_target (site_id, kind, name, shown, seal, language, least, created_by, created_at)
     SELECT $1, 'MAIL', 'theirs', 'theirs@example.com', gen_random_uuid(), 'ko', 'WARN', min(id), now() FROM operator_operator RETURNING id`,
    [site],
  );
  const price = await pool.query<{ id: number }>(
    `INSERT INTO market_price_alert (site_id, member_id, symbol, price_type, condition, level, way, created_at)
     VALUES ($1, $2, 'BINANCE:BTCUSDT', 'LAST', 'RISES_TO', 100000000000, 'RISE', now()) RETURNING id`,
    [site, member],
  );
  const twap = await pool.query<{ id: number }>(
    `INSERT INTO futures_twap (site_id, member_id, account, symbol, side, position_side, reduce_only, lots, duration_ms, slices, min_lots,
       max_lots, randomize, started_at)
     VALUES ($1, $2, $3, 0, 'BUY', 'BOTH', false, 100, ${DAY_MS}, 10, 1, 100, false, now() + interval '1 day') RETURNING id`,
    [site, member, account],
  );
  const [alertId, targetId, priceAlertId, twapId] = [alert, target, price, twap].map(({ rows }) => Number(rows[0].id));
  return { alertId, targetId, priceAlertId, twapId };
}

/** What no call makes here: rows of their own. */
export async function rowsAlone(server: TestServer, who: Person): Promise<Record<'passkeyId' | 'approvalId' | 'memberJobId', number>> {
  return {
    passkeyId: await passkeyOf(server, who),
    approvalId: await approvalOf(server, who),
    memberJobId: await memberJobOf(server, who),
  };
}

/** A row alone: no authenticator is at hand here. */
async function passkeyOf(server: TestServer, { site, member }: Person): Promise<number> {
  const { rows } = await server.context.pool.query<{ id: number }>(
    `INSERT INTO account_passkey (site_id, member_id, rp_id, credential_id, public_key, counter, is_synced, label, created_at)
     VALUES ($1, $2, 'hanok.localhost', 'theirs', '', 0, false, 'phone', now()) RETURNING id`,
    [site, member],
  );
  return rows[0].id;
}

/** A row alone: what its kind would do is not asked. */
async function approvalOf(server: TestServer, { site, member }: Person): Promise<number> {
  const { id } = await newOperator(server.context, { site, username: 'their-asker' });
  const { rows } = await server.context.pool.query<{ id: number }>(
    `INSERT INTO operator_approval (kind, site_id, target, summary_ko, summary_en, payload, reason, content_hash, asked_by, asked_at, expires_at)
     VALUES ('any', $1, $2, '', '', '{}', 'theirs', 'theirs', $3, now(), now() + interval '1 day') RETURNING id`,
    [site, `member:${member}`, id],
  );
  return Number(rows[0].id);
}

/** One that is open, and waits for a yes: a row alone. */
async function memberJobOf(server: TestServer, { site }: Person): Promise<number> {
  const { rows } = await server.context.pool.query<{ id: number }>(
    `INSERT INTO account_job (site_id, operator_id, operator_name, asked, act, reason, state, ip, request_id, asked_at)
     VALUES ($1, 1, 'theirs', '', 'LIFT_HOLD', 'theirs', 'ASKED', '', '', now()) RETURNING id`,
    [site],
  );
  return rows[0].id;
}
