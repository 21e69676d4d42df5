// An operator asks to give or take money by hand: everything is checked, nothing moves until somebody else agrees.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { figureText } from '@maru/kit/server/i18n.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type MemberCard, memberCards } from '@maru/member/contract.ts';
import { approvals } from '@maru/operator/contract.ts';
import { askEntry, askGrantFund } from '../../admin-contract.ts';
import type { WalletType } from '../../contract.ts';
import { type Currency, currencyOf } from '../purses.ts';
import { atRates } from '../rates/rate-service.ts';
import { ENTRY_KIND, FUND_KIND } from './apply-entry.ts';
import { type Grants, grantsInUse } from './entry-money.ts';
import { freeOf, limitExceeded } from './entry-funds.ts';
import { fundOutlook, outlookOf } from './entry-outlook.ts';
import { insertEntry, noteRequest } from './entry-rows.ts';
import { accountAt } from './member-wallets.ts';

/** One filling of the purse, in USDT: a figure mistyped by a thousand does not get through. */
const FUND_MOST = 5_000_000;

/** The same in a currency's smallest units, at its rate where it has one. */
function fundMost(site: SiteConfig, { currency, decimals }: Currency): number {
  const rate = (site.rates as Partial<Record<string, string>> | undefined)?.[currency] ?? '1';
  return Math.min(Math.floor(FUND_MOST * Number(rate)) * 10 ** decimals, Number.MAX_SAFE_INTEGER);
}

export const askEntryHandler = handleOperator(askEntry, async (context, call) => {
  const { site, body } = call;
  const grants = grantsInUse(site, body.walletType);
  const currency = currencyOf(site, body.walletType);
  if (body.currency !== currency.currency) throw new Refusal('ENTRY_CURRENCY', { field: 'currency', currency: currency.currency });
  const rows = readRows(context, site, body.rows, currency);
  const total = amountOf(body.total, currency, 'total');
  const sum = rows.reduce((all, { amount }) => all + amount, 0);
  if (sum !== total) throw new Refusal('ENTRY_TOTAL_DIFFERS', { field: 'total', sum: textOf(sum, currency) });
  if (body.type === 'PB') await refuseOverFunds(context, site.id, grants, total);
  const cards = await context.services.use(memberCards)(
    site.id,
    rows.map(({ member }) => member),
  );
  if ([...cards.values()].some(({ status }) => status === 'LEFT')) throw new Refusal('MEMBER_LEFT', { field: 'rows' });
  const first = cards.get(rows[0].member);
  const at = { site: site.id, type: body.type, walletType: body.walletType, currency: currency.currency, total, reason: body.reason };
  return ask(context, call, {
    entry: { ...at, rows },
    kind: ENTRY_KIND,
    target: rows.length === 1 ? `member:${rows[0].member}` : `members:${rows.length}`,
    summary: wordsOf(body.type, body.walletType, rows.length, first, `${saidOf(total, currency)} ${currency.currency}`),
    ...(await outlookOf(context, site, at, rows)),
  });
});

export const askGrantFundHandler = handleOperator(askGrantFund, async (context, call) => {
  const { site, body } = call;
  const { walletType = null } = body;
  const grants = grantsInUse(site, walletType);
  const { currency } = grants;
  const amount = amountOf(body.point, grants, 'point');
  const most = fundMost(atRates(context, site), grants);
  if (amount > most) throw limitExceeded(most, amount, grants);
  return ask(context, call, {
    entry: {
      site: site.id,
      type: 'FUND',
      walletType,
      currency,
      total: amount,
      reason: body.reason,
      rows: [{ member: null, account: -1, amount }],
    },
    kind: FUND_KIND,
    target: 'purse:GRANT',
    summary: {
      ko: `지급 재원에 ${saidOf(amount, grants)} ${currency} 채우기`,
      en: `Fill the grant purse with ${saidOf(amount, grants)} ${currency}`,
    },
    ...(await fundOutlook(context, site.id, grants, amount)),
  });
});

interface Ask {
  entry: Omit<Parameters<typeof insertEntry>[1], 'askedBy' | 'at'>;
  kind: string;
  target: string;
  summary: { ko: string; en: string };
  before: unknown;
  after: unknown;
}

async function ask(context: AppContext, call: Call, { entry, ...request }: Ask): Promise<never> {
  const { member: askedBy } = call.session as Session;
  const requestId = await inTransaction(context.pool, async (client) => {
    const entryId = await insertEntry(client, { ...entry, askedBy, at: new Date(context.clock.now()) });
    const id = await context.services
      .use(approvals)
      .ask(call, client, { ...request, site: entry.site, reason: entry.reason, payload: { entryId } });
    await noteRequest(client, entryId, id);
    return id;
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
}

interface Row {
  member: number;
  account: number;
  amount: number;
}

function readRows(context: AppContext, site: SiteConfig, asked: readonly { playerId: number; point: string }[], currency: Currency): Row[] {
  const met = new Set<number>();
  return asked.map(({ playerId, point }) => {
    if (met.has(playerId)) throw new Refusal('ENTRY_TWICE', { field: 'rows', playerId });
    met.add(playerId);
    return { member: playerId, account: accountAt(context, site, playerId), amount: amountOf(point, currency, 'rows') };
  });
}

export function amountOf(text: string, { decimals }: Currency, field: string): number {
  const read = readDecimal(text, decimals);
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, limit: String(decimals) });
  if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field });
  if (read <= 0) throw new Refusal('AMOUNT_NOT_POSITIVE', { field });
  return read;
}

/** ADM-07: what is given must lie in the purse already, in that very currency, beside all that was agreed to before. */
async function refuseOverFunds(context: AppContext, site: number, grants: Grants, total: number): Promise<void> {
  const free = await freeOf(context, context.pool, site, grants);
  if (total > free) throw limitExceeded(Math.max(free, 0), total, grants);
}

/** In a sentence: without noughts at the end. */
const saidOf = (amount: number, { decimals }: Currency) => figureText(formatDecimal(amount, decimals, true));
const textOf = (amount: number, { decimals }: Currency) => formatDecimal(amount, decimals);

/** The others are called by their coin. */
const walletNames: Partial<Record<WalletType, { ko: string; en: string }>> = {
  FUTURES: { ko: '선물', en: 'futures' },
  BINARY: { ko: '바이너리', en: 'binary' },
};

function wordsOf(type: 'PB' | 'PM', wallet: WalletType, count: number, first: MemberCard | undefined, amount: string) {
  const ko = type === 'PB' ? '지급' : '차감';
  const en = type === 'PB' ? 'Give' : 'Take';
  const who = count === 1 ? { ko: `${first?.nick ?? ''} (${first?.username ?? ''})`, en: first?.username ?? '' } : undefined;
  return {
    ko: `${who?.ko ?? `회원 ${count}명`} ${walletNames[wallet]?.ko ?? wallet} 지갑 ${amount} ${ko}`,
    en: `${en} ${amount} ${type === 'PB' ? 'to' : 'from'} ${who?.en ?? `${count} members`}, ${walletNames[wallet]?.en ?? wallet} wallet`,
  };
}
