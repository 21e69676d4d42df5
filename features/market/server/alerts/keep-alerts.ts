// A member's calls about its price alerts: listing, setting, changing and deleting them.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { provenMailOf } from '@maru/member/contract.ts';
import { outbox } from '@maru/outbox/contract.ts';
import {
  ALERT_KEPT_DAYS,
  type deletePriceAlert,
  isMove,
  LEAST_MOVE,
  type listPriceAlerts,
  MOST_MOVE,
  type PriceAlert,
  type savePriceAlert,
} from '../../alert-contract.ts';
import { marketReader } from '../../contract.ts';
import { decimalText } from '../market-wire.ts';
import { symbolByName } from '../symbol-table.ts';
import {
  alertOfRequest,
  type AlertRow,
  alertsOf,
  type AlertWay,
  type RequestedAlert,
  changeAlert,
  countActive,
  deleteAlert,
  insertAlert,
  lockAlertsOf,
} from './alert-rows.ts';
import { type AlertWatch, wayFrom } from './alert-watch.ts';
import { levelText } from './alert-words.ts';
const YEAR_MS = 366 * DAY_MS;

type Saving = Call<undefined, Out<typeof savePriceAlert.body>>;

export async function listOwnAlerts(context: AppContext, call: Call): Promise<Answer<Out<typeof listPriceAlerts.reply>>> {
  const { site, member } = call.session as Session;
  const since = new Date(context.clock.now() - ALERT_KEPT_DAYS * DAY_MS);
  const [rows, mail] = await Promise.all([alertsOf(context.pool, site, member, since), canMail(context, site, member)]);
  const { alerts: most, alertMails: mostMails } = context.config;
  return { data: { content: rows.map(presentAlert), most, canMail: mail, mostLetters: mostMails } };
}

/** The site sends mail, and this member's address was proven. */
async function canMail({ services, config }: AppContext, site: number, member: number): Promise<boolean> {
  if (config.alertMails === 0 || services.find(outbox)?.canCarry(site, 'MAIL') !== true) return false;
  return (await services.use(provenMailOf)(site, member)).mail !== undefined;
}

export async function saveOwnAlert(
  context: AppContext,
  watch: AlertWatch,
  call: Saving,
): Promise<Answer<Out<typeof savePriceAlert.reply>>> {
  const owner = call.session as Session;
  const { site, member } = owner;
  const { id } = call.body;
  const request = { key: call.requestKey, body: JSON.stringify(call.body) };
  const again = request.key === undefined ? undefined : await alertOfRequest(context.pool, site, member, request.key);
  if (again !== undefined) return { data: presentAlert(sameRequest(again, request.body)) };
  const requested = await requestedOf(context, watch, call);
  if (requested.by_mail && !(await canMail(context, site, member))) throw new Refusal('ALERT_NO_MAIL', { field: 'byMail' });
  const row = await inTransaction(context.pool, async (client) => {
    await lockAlertsOf(client, site, member);
    if (id !== undefined) return changeAlert(client, owner, id, requested);
    // Two of one request at once: the second finds what the first made.
    const made = request.key === undefined ? undefined : await alertOfRequest(client, site, member, request.key);
    if (made !== undefined) return sameRequest(made, request.body);
    const most = context.config.alerts;
    if ((await countActive(client, site, member)) >= most) throw new Refusal('ALERT_LIMIT', { most });
    return insertAlert(client, owner, requested, request, new Date(context.clock.now()));
  });
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  watch.put(row);
  return { data: presentAlert(row) };
}

function sameRequest<R extends { request_body: string }>(row: R, body: string): R {
  if (row.request_body !== body) throw new Refusal('REQUEST_REUSED');
  return row;
}

export async function deleteOwnAlert(
  context: AppContext,
  watch: AlertWatch,
  call: Call<undefined, Out<typeof deletePriceAlert.body>>,
): Promise<Answer<Out<typeof deletePriceAlert.reply>>> {
  const isGone = await deleteAlert(context.pool, call.session as Session, call.body.id, new Date(context.clock.now()));
  if (!isGone) throw new Refusal('NOT_FOUND', { field: 'id' });
  watch.drop(call.body.id);
  return { data: { count: 1 } };
}

/** Judged against the price of this moment: an alert of what is so already would tell nothing. */
async function requestedOf(context: AppContext, watch: AlertWatch, { site, body }: Saving): Promise<RequestedAlert> {
  const { symbol, priceType, condition, pauseMinutes = null, note = '', byMail = false } = body;
  const listed = site.symbols.includes(symbol) ? symbolByName(symbol) : undefined;
  if (listed === undefined) throw new Refusal('SYMBOL_NOT_LISTED', { field: 'symbol', symbol });
  const now = nowOf(context, symbol, priceType);
  const expires = expiryOf(context, body.expiresAt);
  const asked = isMove(condition) ? moveOf(body) : levelOf(body, listed.tickDecimals);
  if (now === undefined) throw new Refusal('ALERT_NO_PRICE', { field: 'symbol' });
  const way = wayFrom({ condition, level: asked.level }, now);
  if (way === undefined) throw new Refusal('ALERT_REACHED', { field: 'price', now: levelText(symbol, now) });
  if (asked.level === null) await mustNotHaveMoved(context, watch, body, { ...asked, way, now });
  return {
    symbol,
    price_type: priceType,
    condition,
    ...asked,
    pause_minutes: pauseMinutes,
    note: note.trim(),
    by_mail: byMail,
    expires_at: expires,
    way,
  };
}

type Body = Saving['body'];

/** What belongs to the other kind of alert is refused: it would be ignored. */
function levelOf({ price, percent, windowMinutes }: Body, tickDecimals: number): { level: number; move_bp: null; window_minutes: null } {
  if (percent !== undefined) throw new Refusal('INVALID_FIELD', { field: 'percent' });
  if (windowMinutes !== undefined) throw new Refusal('INVALID_FIELD', { field: 'windowMinutes' });
  const ticks = parseDecimal(price ?? '', tickDecimals);
  if (ticks === null || ticks <= 0 || ticks > 1e12) throw new Refusal('INVALID_FIELD', { field: 'price' });
  return { level: ticks * 100, move_bp: null, window_minutes: null };
}

function moveOf({ price, percent, windowMinutes }: Body): { level: null; move_bp: number; window_minutes: number } {
  if (price !== undefined) throw new Refusal('INVALID_FIELD', { field: 'price' });
  const bp = parseDecimal(percent ?? '', 2);
  if (bp === null || bp < LEAST_MOVE * 100 || bp > MOST_MOVE * 100) throw new Refusal('INVALID_FIELD', { field: 'percent' });
  if (windowMinutes === undefined) throw new Refusal('INVALID_FIELD', { field: 'windowMinutes' });
  return { level: null, move_bp: bp, window_minutes: windowMinutes };
}

interface AskedMove {
  move_bp: number;
  window_minutes: number;
  way: AlertWay;
  now: number;
}

/** Judged by the window as it is known, with what was recorded of it. */
async function mustNotHaveMoved(context: AppContext, watch: AlertWatch, { symbol, priceType }: Body, asked: AskedMove): Promise<void> {
  const window = await watch.window(symbol, priceType, asked.window_minutes);
  const { rise, fall } = window.moves(asked.now, context.clock.now());
  const moved = Math.max(asked.way === 'FALL' ? 0 : rise, asked.way === 'RISE' ? 0 : fall);
  if (moved >= asked.move_bp) throw new Refusal('ALERT_MOVED', { field: 'percent', now: decimalText(moved, 2) });
}

function expiryOf(context: AppContext, text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const at = Date.parse(text);
  const now = context.clock.now();
  if (!(at > now && at <= now + YEAR_MS)) throw new Refusal('INVALID_FIELD', { field: 'expiresAt' });
  return new Date(at);
}

function nowOf({ services }: AppContext, symbol: string, type: AlertRow['price_type']): number | undefined {
  const prices = services.use(marketReader).prices(symbol);
  if (prices === undefined) return undefined;
  const now = { LAST: prices.last * 100, MARK: prices.mark, INDEX: prices.index }[type];
  return now > 0 ? now : undefined;
}

function presentAlert(row: AlertRow): PriceAlert {
  return {
    id: row.id,
    symbol: row.symbol,
    priceType: row.price_type,
    condition: row.condition,
    price: row.level === null ? null : levelText(row.symbol, row.level),
    percent: row.move_bp === null ? null : decimalText(row.move_bp, 2),
    windowMinutes: row.window_minutes,
    pauseMinutes: row.pause_minutes,
    note: row.note,
    byMail: row.by_mail,
    expiresAt: row.expires_at?.toISOString() ?? null,
    // A deleted one is told as it ended, to who asks the same again.
    status: row.status === 'DELETED' ? 'EXPIRED' : row.status,
    firedCount: row.fired_count,
    firedAt: row.fired_at?.toISOString() ?? null,
    firedPrice: row.fired_level === null ? null : levelText(row.symbol, row.fired_level),
    firedFrom: row.fired_from === null ? null : levelText(row.symbol, row.fired_from),
    createdAt: row.created_at.toISOString(),
  };
}
