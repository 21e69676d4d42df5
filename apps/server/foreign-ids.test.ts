// Ids of another site behave as if they did not exist: every route and topic of every feature is tried, a new one that is not fails here.
import type { Route } from '@maru/kit/contract/route.ts';
import type { Topic } from '@maru/kit/contract/topic.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatures } from './features.ts';
import { wantedBrand } from './testing/brand-desk.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { HANOK, MARU } from './testing/test-exchange.ts';
import { alertOf, enter, join, liveOn, OWN_PASSWORD, type Person, rowsAlone, type Try, type World } from './testing/foreign-world.ts';
import { type MoneyIds, moneyRows, moneyTries } from './testing/foreign-money.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { rowsOf } from './testing/rows-of.ts';
import { fieldsOf } from './testing/schema-fields.ts';

const features = createFeatures();
const routes: readonly Route[] = features.flatMap((feature) => feature.routes.map(({ route }) => route));
/** Of members; what operators hear is proven in their own tests. */
const topics: readonly Topic[] = features
  .flatMap((feature) => (feature.topics ?? []).map(({ topic }) => topic))
  .filter(({ roles }) => roles.some((role) => role !== 'operator'));
const BTC = 'BINANCE:BTCUSDT';

type Theirs = World &
  MoneyIds &
  Record<'passkeyId' | 'approvalId' | 'alertId' | 'targetId' | 'priceAlertId' | 'twapId' | 'memberJobId', number>;
/** What each route with an id is asked for: the other site's own. */
const tries: Record<string, (theirs: Theirs, them: Person) => Try> = {
  getSiteInfo: () => ({ send: { code: 'hanok' }, answer: 'SITE_UNKNOWN' }),
  giveUpBrand: () => ({ send: { code: 'hanok', reason: '접기' }, answer: 'NO_PERMISSION' }),
  // Whoever is of one brand alone does not even learn which codes are taken.
  createBrand: () => ({ send: { ...wantedBrand, code: 'hanok' }, answer: 'NO_PERMISSION' }),
  verifyPartner: () => ({ send: { partnerPk: 'hanok-only' }, answer: 'PARTNER_UNKNOWN' }),
  changeNick: (_, { member }) => ({ send: { id: member, nick: '빼앗긴이름' }, answer: 'NO_PERMISSION' }),
  endOneLogin: ({ loginId }) => ({ send: { id: loginId }, answer: 'NOT_FOUND' }),
  removePasskey: ({ passkeyId }) => ({ send: { id: passkeyId, password: OWN_PASSWORD }, answer: 'NOT_FOUND' }),
  readMessage: ({ messageId }) => ({ send: { id: messageId }, answer: 'NOT_FOUND' }),
  deleteMessage: ({ messageId }) => ({ send: { id: messageId }, answer: 'NOT_FOUND' }),
  sendMessages: (_, { member }) => ({ send: { playerIds: [member], title: '사칭', content: '본문' }, answer: 'MEMBER_UNKNOWN' }),
  downloadFile: ({ fileId }) => ({ send: { id: fileId }, answer: 'NOT_FOUND' }),
  listInquiries: (_, { member }) => ({ send: { playerId: member }, answer: 'EMPTY' }),
  createInquiry: ({ fileId }) => ({ send: { question: '남의 파일', fileIds: [fileId] }, answer: 'FILE_UNKNOWN' }),
  replyInquiry: ({ inquiryId }) => ({ send: { id: inquiryId, question: '끼어들기' }, answer: 'NOT_FOUND' }),
  readInquiry: ({ inquiryId }) => ({ send: { id: inquiryId }, answer: 'NOT_FOUND' }),
  readInquiryByGet: ({ inquiryId }) => ({ send: { id: inquiryId }, answer: 'NOT_FOUND' }),
  listDeskInquiries: (_, { member }) => ({ send: { playerId: member }, answer: 'EMPTY' }),
  claimInquiry: ({ inquiryId }) => ({ send: { id: inquiryId, isHeld: true }, answer: 'NOT_FOUND' }),
  closeInquiry: ({ inquiryId }) => ({ send: { id: inquiryId, isClosed: true }, answer: 'NOT_FOUND' }),
  noteInquiry: ({ inquiryId }) => ({ send: { id: inquiryId, note: '메모' }, answer: 'NOT_FOUND' }),
  saveCannedAnswer: ({ cannedId }) => ({
    send: { id: cannedId, title: '바꿈', contentKo: '바꿈', contentEn: 'changed' },
    answer: 'NOT_FOUND',
  }),
  deleteCannedAnswer: ({ cannedId }) => ({ send: { id: cannedId }, answer: 'NOT_FOUND' }),
  saveMessageTemplate: ({ templateId }) => ({
    send: { id: templateId, name: '바꿈', kind: 'NOTICE', title: '바꿈', content: '바꿈' },
    answer: 'NOT_FOUND',
  }),
  deleteMessageTemplate: ({ templateId }) => ({ send: { id: templateId }, answer: 'NOT_FOUND' }),
  downloadDeskFile: ({ fileId }) => ({ send: { id: fileId }, answer: 'NOT_FOUND' }),
  getDeskContent: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  closeNotice: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  getDeskPopup: ({ popupId }) => ({ send: { id: popupId }, answer: 'NOT_FOUND' }),
  closePopup: ({ popupId }) => ({ send: { id: popupId }, answer: 'NOT_FOUND' }),
  seeInquiry: ({ inquiryId }) => ({ send: { id: inquiryId }, answer: 'NOT_FOUND' }),
  answerInquiry: ({ inquiryId }) => ({ send: { id: inquiryId, answer: '사칭' }, answer: 'NOT_FOUND' }),
  getNotice: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  getStrategy: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  getPromotion: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  getQuestion: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  getGuide: ({ guideId }) => ({ send: { id: guideId }, answer: 'NOT_FOUND' }),
  rateContent: ({ guideId }) => ({ send: { id: guideId, isHelpful: true }, answer: 'NOT_FOUND' }),
  getPopup: ({ popupId }) => ({ send: { id: popupId }, answer: 'NOT_FOUND' }),
  saveNotice: ({ noticeId }) => ({
    send: { id: noticeId, category: 'NOTICE', title: '바꿈', content: '<p>바꿈</p>', isOpen: true },
    answer: 'NOT_FOUND',
  }),
  deleteNotice: ({ noticeId }) => ({ send: { id: noticeId }, answer: 'NOT_FOUND' }),
  savePopup: ({ popupId }) => ({
    send: { id: popupId, type: 2, title: '바꿈', content: '<p>바꿈</p>', isShow: true },
    answer: 'NOT_FOUND',
  }),
  deletePopup: ({ popupId }) => ({ send: { id: popupId }, answer: 'NOT_FOUND' }),
  getApproval: ({ approvalId }) => ({ send: { id: approvalId }, answer: 'NOT_FOUND' }),
  claimApproval: ({ approvalId }) => ({ send: { id: approvalId }, answer: 'NOT_FOUND' }),
  releaseApproval: ({ approvalId }) => ({ send: { id: approvalId }, answer: 'NOT_FOUND' }),
  decideApproval: ({ approvalId }) => ({ send: { id: approvalId, isApproved: true, print: 'theirs' }, answer: 'NOT_FOUND' }),
  withdrawApproval: ({ approvalId }) => ({ send: { id: approvalId }, answer: 'NOT_FOUND' }),
  // Holidays and the list of banks are the installation's, changed by operators of all brands alone; what a site offers is its own.
  saveHoliday: () => ({
    send: { id: 1, market: 'ALL', from: '2027-03-01', to: '2027-03-01', nameKo: '휴장', nameEn: 'Holiday', reason: '남의 휴장일' },
    answer: 'NO_PERMISSION',
  }),
  removeHoliday: () => ({ send: { id: 1, reason: '남의 휴장일' }, answer: 'NO_PERMISSION' }),
  offerBank: () => ({ send: { id: 9_999, isOffered: false, reason: '없는 은행' }, answer: 'NOT_FOUND' }),
  saveBank: () => ({ send: { id: 1, code: '090', nameKo: '가', nameEn: 'A', place: 1, reason: '남의 은행' }, answer: 'NO_PERMISSION' }),
  savePriceAlert: ({ priceAlertId: id }) => ({ send: { id, symbol: BTC, condition: 'REACHES', price: '2' }, answer: 'NOT_FOUND' }),
  deletePriceAlert: ({ priceAlertId }) => ({ send: { id: priceAlertId }, answer: 'NOT_FOUND' }),
  acknowledgeAlert: ({ alertId }) => ({ send: { id: alertId }, answer: 'NOT_FOUND' }),
  removeAlertTarget: ({ targetId }) => ({ send: { id: targetId, reason: '남의 곳' }, answer: 'NOT_FOUND' }),
  testAlertTarget: ({ targetId }) => ({ send: { id: targetId }, answer: 'NOT_FOUND' }),
  readMember: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  revealMember: (_, { member }) => ({ send: { playerId: member, field: 'phone' }, answer: 'NOT_FOUND' }),
  listMemberLogins: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listMemberNotes: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  addMemberNote: (_, { member }) => ({ send: { playerId: member, text: '메모' }, answer: 'NOT_FOUND' }),
  setMemberStatus: (_, { member }) => ({ send: { playerId: member, status: 'DENY', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  decideSignUp: (_, { member }) => ({ send: { playerId: member, decision: 'APPROVE', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  endMemberSessions: (_, { member }) => ({ send: { playerId: member, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  resetLoginLock: (_, { member }) => ({ send: { playerId: member, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  renameMember: (_, { member }) => ({ send: { playerId: member, nick: '빼앗긴이름', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  actOnMembers: (_, { member }) => ({ send: { playerIds: [member], act: 'DENY', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  stopMemberJob: ({ memberJobId }) => ({ send: { id: memberJobId }, answer: 'NOT_FOUND' }),
  fetchMemberJob: ({ memberJobId }) => ({ send: { id: memberJobId }, answer: 'NOT_FOUND' }),
  holdWithdrawals: (_, { member }) => ({ send: { playerId: member, days: 1, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  messageMember: (_, { member }) => ({ send: { playerId: member, title: '사칭', content: '본문' }, answer: 'NOT_FOUND' }),
  askLiftHold: (_, { member }) => ({ send: { playerId: member, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  askRemoveFactor: (_, { member }) => ({ send: { playerId: member, checkedBy: 'VIDEO', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  askUnlock: (_, { member }) => ({ send: { playerId: member, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  readMemberTrading: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listMemberBets: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listMemberHistory: (_, { member }) => ({ send: { playerId: member, type: 'order' }, answer: 'NOT_FOUND' }),
  readMemberWallets: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  listMemberLedger: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  exportMemberLedger: (_, { member }) => ({ send: { playerId: member, reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  checkEntry: (_, { member }) => ({ send: { playerId: member, walletType: 'USDT', type: 'PB' }, answer: 'NOT_FOUND' }),
  askEntry: (_, { member }) => ({
    send: { type: 'PB', walletType: 'USDT', currency: 'USDT', rows: [{ playerId: member, point: '1' }], total: '1', reason: '남의 회원' },
    answer: 'NOT_FOUND',
  }),
  listEntries: (_, { member }) => ({ send: { playerId: member }, answer: 'NOT_FOUND' }),
  cancelOrder: ({ orderId }) => ({ send: { id: orderId }, answer: 'ORDER_UNKNOWN' }),
  cancelOrders: ({ orderId }) => ({ send: { ids: [orderId] }, answer: 'ORDER_UNKNOWN' }),
  amendOrder: ({ orderId }) => ({ send: { id: orderId, price: '21000' }, answer: 'ORDER_UNKNOWN' }),
  twapSlices: ({ twapId }) => ({ send: { id: twapId }, answer: 'TWAP_UNKNOWN' }),
  cancelTwap: ({ twapId }) => ({ send: { id: twapId }, answer: 'TWAP_UNKNOWN' }),
  changeMargin: ({ positionId }) => ({ send: { futuresPositionId: positionId, amount: '1', type: 1 }, answer: 'POSITION_UNKNOWN' }),
  reversePosition: ({ positionId }) => ({ send: { futuresPositionId: positionId }, answer: 'POSITION_UNKNOWN' }),
  setTpsl: ({ positionId }) => ({ send: { futuresPositionId: positionId, takeProfit: '900000' }, answer: 'POSITION_UNKNOWN' }),
  openSltp: ({ positionId }) => ({ send: { futuresPositionId: positionId }, answer: 'EMPTY' }),
  getTpsl: ({ orderId }) => ({ send: { orderId }, answer: 'ORDER_UNKNOWN' }),
  explain: ({ tradeId, filledOrderId }) => ({ send: { tradeId, orderId: filledOrderId }, answer: 'EXPLAIN_UNKNOWN' }),
  setLeverageLimit: (_, { member }) => ({ send: { playerId: member, leverage: 5, reason: '남의 회원' }, answer: 'ACCOUNT_UNKNOWN' }),
  setWithdrawLimit: (_, { member }) => ({ send: { playerId: member, dailyLimit: '5', reason: '남의 회원' }, answer: 'NOT_FOUND' }),
  setAccountFlags: (_, { member }) => ({ send: { playerId: member, mayNotOrder: true }, answer: 'ACCOUNT_UNKNOWN' }),
  closeCopyOrder: ({ orderId }) => ({ send: { closePrice: '1', futuresFollowerOrderId: orderId }, answer: 'COPYTRADE_NOT_OPEN' }),
  redeemCoupon: ({ promoCode }) => ({ send: { promoCode, walletType: 'FUTURES' }, answer: 'COUPON_UNKNOWN' }),
  // The same word on two sites is two coupons.
  createCoupon: ({ promoCode }) => ({
    send: { promoCode, name: { ko: '쿠폰', en: 'Coupon' }, point: '1', quota: 1, expiresAt: '2099-01-01T00:00:00.000Z' },
    answer: 'OWN',
  }),
  endCoupon: ({ couponId }) => ({ send: { couponId }, answer: 'COUPON_UNKNOWN' }),
  // A line of the history is found by the caller's own account: the numbers of others lead nowhere.
  readDnwEntry: () => ({ send: { dnwHistoryId: '2000002' }, answer: 'NOT_FOUND' }),
  // A bet is found by the caller's own account: the numbers of others lead nowhere.
  cancelBet: () => ({ send: { id: 1_048_577 }, answer: 'BET_UNKNOWN' }),
  saleQuote: () => ({ send: { id: 1_048_577 }, answer: 'BET_UNKNOWN' }),
  sellBet: () => ({ send: { id: 1_048_577, point: '1' }, answer: 'BET_UNKNOWN' }),
  cancelPractice: () => ({ send: { id: 1 }, answer: 'BET_UNKNOWN' }),
  practiceQuote: () => ({ send: { id: 1 }, answer: 'BET_UNKNOWN' }),
  sellPractice: () => ({ send: { id: 1, point: '1' }, answer: 'BET_UNKNOWN' }),
  listBets: (_, { member }) => ({ send: { playerId: member }, answer: 'EMPTY' }),
  readCouponCodes: ({ couponId }) => ({ send: { couponId }, answer: 'COUPON_UNKNOWN' }),
  ...moneyTries,
  revokeApiKey: ({ apiKeyId }) => ({ send: { id: apiKeyId }, answer: 'API_KEY_UNKNOWN' }),
  changePassword: (_, { member }) => ({
    send: { id: member, currentPassword: OWN_PASSWORD, password: 'Another-plank-42' },
    answer: 'NO_PERMISSION',
  }),
};
/** Fields that look like an id and name nothing of a site's own rows. */
const harmless: Record<string, string> = {
  siteInfoId: 'the host decides the site; another number is refused or not looked at, see the attack cases',
  futuresOptionId: 'an index into the own site’s list',
  tradeOptionId: 'an index into the own site’s list',
  tradeRoundId: 'made of an index into the own site’s list and a time',
  slotId: 'a number of the list of games, the same on every site',
  roundId: 'the caller’s own name for a spin',
  clientOrderId: 'the caller’s own name for an order',
  clientTwapId: 'the caller’s own name for a TWAP order',
  rawId: 'of a passkey, proven by its signature',
  partnerId: 'looked up like partnerPk, which is tried',
};
/** Routes whose ids are secrets that nobody else holds, proven by their own attack tests. */
const secrets = new Set([
  'signUp',
  'createPasskey',
  'passkeyLogin',
  'checkPhone',
  'verifyEmail',
  'verifyPhone',
  'niceVerify',
  'provePassword',
  'proveLeaveExcluded',
  'findId',
  'changePasswordWithCertificate',
]);

let server: TestServer;
let me: Person;
let them: Person;
let theirs: Theirs;
beforeAll(async () => {
  server = await startTestServer({ env: { MARU_CALL_RATE: '10000:10000', MARU_LOGIN_RATE: '6000:1000' } });
  me = await join(server, MARU, 'localhost', 'walker');
  them = await enter(server, HANOK, 'hanok.localhost');
  await server.context.pool.query("INSERT INTO partner_partner (site_id, code, name) VALUES ($1, 'hanok-only', '한옥 파트너')", [HANOK]);
  theirs = {
    ...(await liveOn(server, them)),
    ...(await rowsAlone(server, them)),
    ...(await moneyRows(server, them)),
    ...(await alertOf(server, them)),
  };
});
afterAll(() => server.close());

const port = () => Number(new URL(server.url).port);
const openOrders = async () => (await them.get('/api/futures/history/open_order')).body.data as unknown;
const seqOf = (site: number) => server.engines.status().find((status) => status.site === site)?.seq;

const looksLikeId = /^(ids?|key|code|partnerPk|promoCode)$|Ids?$/;
const idsOf = (route: Route) =>
  [...fieldsOf(route.query), ...fieldsOf(route.body)].filter((name) => looksLikeId.test(name) && !(name in harmless));
const isGuests = ({ roles }: Route | Topic) => roles.includes('guest');

describe('routes', () => {
  it('each one that takes an id has its try here, and no try is for a route that is gone', () => {
    const withIds = routes.filter((route) => idsOf(route).length > 0 && !secrets.has(route.name)).map(({ name }) => name);
    const untried = withIds.filter((name) => !(name in tries) && !codesOfOwn.has(name) && !ownDesk.has(name));
    expect(untried).toEqual([]);
    const gone = [...Object.keys(tries), ...secrets, ...codesOfOwn, ...ownDesk].filter(
      (name) => !routes.some((route) => route.name === name),
    );
    expect(gone).toEqual([]);
  });

  it('a session of one site is none at the other, on every route that wants one', async () => {
    for (const route of routes.filter((route) => !isGuests(route))) {
      const headers = { host: them.host, authorization: `Bearer ${me.token}` };
      const answer = await httpExchange(port(), route.method, route.path, route.method === 'POST' ? '{}' : undefined, headers);
      expect([route.name, answer.status, answer.body.code]).toEqual([route.name, 401, 'TOKEN_INVALID']);
    }
  });

  it("the other site's ids are unknown, to members and to operators, and nothing of theirs changes", async () => {
    await server.context.projections.waitFor(HANOK, seqOf(HANOK) ?? 0);
    const [rows, orders] = [await rowsOf(server, HANOK), await openOrders()];
    const desk = await me.desk();
    const wrong: unknown[] = [];
    for (const [name, make] of Object.entries(tries)) {
      const route = routes.find((one) => one.name === name) as Route;
      const { send, key, answer } = make(theirs, them);
      const caller = route.right === undefined ? me : desk;
      const { status, body } = await (route.method === 'GET' ? caller.get(route.path, send) : caller.post(route.path, send, key));
      const told = status < 400 ? answerIn(body.data) : body.code;
      if (told !== answer) wrong.push([name, status, told, answer]);
    }
    expect(wrong).toEqual([]);
    expect(await rowsOf(server, HANOK)).toEqual(rows);
    expect(await openOrders()).toEqual(orders);
  });

  it('their owner reaches each of them: the ids were true', async () => {
    const { messageId, inquiryId, fileId, noticeId, orderId, positionId, tradeId, filledOrderId, withdrawalId } = theirs;
    const found = await Promise.all([
      them.post('/api/message/read', { id: messageId }),
      them.get('/api/dnw/withdraw', { withdrawalId }),
      them.get('/api/contact/read', { id: inquiryId }),
      them.get('/api/file', { id: fileId }),
      them.get('/api/notice', { id: noticeId }),
      them.get('/api/futures/open_sltp', { futuresPositionId: positionId }),
      them.get('/api/futures/explain', { tradeId, orderId: filledOrderId }),
      them.post('/api/futures/order/amend', { id: orderId, price: '21000' }),
    ]);
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200));
  });
});

/** `code` is a one-time code, made for its person alone; `key` names a market's setting. */
const codesOfOwn = new Set(['secondLogin', 'stepUp', 'confirmTotp', 'confirmSender', 'keyValue']);

/** Ids of operators' own things, which belong to the installation and to no site: proven in the operators' own tests. */
const ownDesk = new Set([
  // Of their asker alone (desk-exports.test.ts).
  'cancelExport',
  'fetchExport',
  'deskSecondStep',
  'deskEnrol',
  'endDeskSessions',
  'createOperator',
  'changeOperator',
  'lockOperator',
  'inviteOperator',
  'confirmOperator',
  'saveRole',
  'deleteRole',
  'listAudit',
  'exportAudit',
]);

/** Of an answer that is no refusal: that of the one thing asked for, where each has its own. */
function answerIn(data: unknown): string {
  const { content, results } = data as { content?: unknown[]; results?: { code: string | null }[] };
  const list = Array.isArray(data) ? data : content;
  return results?.[0].code ?? (list?.length === 0 ? 'EMPTY' : 'OWN');
}

describe('topics', () => {
  // Somebody else than in the walk through the routes: nothing of it is still on its way.
  beforeAll(async () => {
    me = await enter(server, MARU, 'localhost', 'demo1');
  });
  const params: Record<string, string> = {
    symbol: BTC,
    step: '5',
    tradeOptionId: '1',
    interval: '1m',
    priceType: 'MARK',
    siteId: String(HANOK),
  };
  const fill = ({ destination }: Topic) => destination.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`);

  it('each parameter is known here', () => {
    expect(topics.map(fill).filter((destination) => destination.includes('{'))).toEqual([]);
  });

  it('a session of one site opens no socket at the other', async () => {
    await expect(connectStomp(port(), { token: me.token, upgrade: { host: them.host } })).rejects.toThrow();
  });

  it("the other site's own topics are refused", async () => {
    for (const topic of topics.filter(({ destination }) => destination.includes('{siteId}'))) {
      const socket = await connectStomp(port(), { token: me.token, upgrade: { host: me.host } });
      socket.subscribe(fill(topic));
      await expect.poll(() => [topic.name, socket.errors.length]).toEqual([topic.name, 1]);
      await socket.end();
    }
  });

  it('what is told on one site, or to its member, is not heard on the other, on any topic', async () => {
    const mine = await connectStomp(port(), { token: me.token, upgrade: { host: me.host } });
    const other = await connectStomp(port(), { token: them.token, upgrade: { host: them.host } });
    const walked = topics.filter(({ destination }) => !destination.includes('{siteId}'));
    const heard = walked.map((topic) => ({ topic, here: mine.subscribe(fill(topic)), there: other.subscribe(fill(topic)) }));
    await Promise.race([Promise.all([mine.settle(), other.settle()]), mine.closed, other.closed]);
    expect([...mine.errors, ...other.errors]).toEqual([]);
    const { sockets } = server.context;
    const mark = { marked: 'for the other site alone' };
    for (const { topic } of heard) {
      const destination = fill(topic);
      if (destination.startsWith('/user/queue/')) sockets.send(HANOK, them.member, destination, mark);
      else sockets.publish(HANOK, destination, mark);
    }
    const isMark = ({ body }: { body: unknown }) => JSON.stringify(body) === JSON.stringify(mark);
    for (const { topic, there } of heard) await expect.poll(() => [topic.name, there.filter(isMark).length]).toEqual([topic.name, 1]);
    await mine.settle();
    expect(heard.filter(({ here }) => here.some(isMark)).map(({ topic }) => topic.name)).toEqual([]);
    await Promise.all([mine.end(), other.end()]);
  });
});
