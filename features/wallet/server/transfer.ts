// Money from one of a member's wallets to another, journaled before it is told, once per request key; between currencies at the site's rate.
import { CommandKind, encodeCommand, SHUT_FLAGS } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { PostingReason, walletWordOf } from '@maru/engine/ledger/account.ts';
import { conversionOf } from '@maru/engine/money/conversion.ts';
import { formatDecimal, parseDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { type RequestKey, requestKeyWords, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { transfer, type WalletType } from '../contract.ts';
import { type ConversionTerms, conversionTerms, refuseHalted } from './conversion-terms.ts';
import { type Posting, presentLines, presentSide, Side } from './dnw-entry.ts';
import { postingsOf } from './posting-of.ts';
import { type Currency, currencyOf, ledgerOf, refuseUnused } from './purses.ts';
import { atRates } from './rates/rate-service.ts';

const { CommandRejected } = EventWord;

/** A move that was found possible so far. */
interface Move {
  account: number;
  debit: number;
  credit: number;
  amount: number;
  /** Between two currencies; `isOut` of USDT. */
  terms?: ConversionTerms;
  isOut: boolean;
}

export const transferHandler = handle(transfer, async (context, call) => {
  const { site, session, body, requestKey } = call;
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { account, member } = session;
  const debit = ownLedger(site, body.from, account, 'from');
  const credit = ownLedger(site, body.to, account, 'to');
  if (debit === credit) throw new Refusal('WALLET_SAME', { field: 'to' });
  const [from, to] = [currencyOf(site, body.from), currencyOf(site, body.to)];
  const terms = from.currency === to.currency ? undefined : conversionTerms(atRates(context, site));
  const move: Move = {
    account,
    debit,
    credit,
    amount: amountOf(body.point, from) ?? (await refuseTooMuch(context, site.id, debit, from)),
    isOut: from.currency === 'USDT',
    ...(terms ? { terms } : {}),
  };
  const key = { site: site.id, member, requestKey, ...(terms ? { bodyText: `convert|${debit}|${credit}|${move.amount}` } : {}) };
  // A request once more gets its first answer, whatever the terms are by now.
  if (terms !== undefined && !(await wasDone(context, site.id, account, key))) {
    refuseHalted(context, site, terms);
    checkTerms(move, terms, body.rate);
  }
  if (body.from !== 'FUTURES') await refuseFrozen(context, site.id, account);
  const record = recordOf(move);
  stampRequestKey(record, key);
  const reply = await context.engine.submit(site.id, record);
  throwIfRejected(reply.events, from);
  const postings = await postingsOf(context, site.id, account, reply.events);
  const reason = terms === undefined ? PostingReason.Transfer : PostingReason.Conversion;
  const sent = find(postings, ({ debit: from }) => from === debit, reason);
  const received = find(postings, ({ credit: to }) => to === credit, reason);
  const data = {
    sent: presentSide(site, account, sent, Side.Debit),
    received: presentSide(site, account, received, Side.Credit),
    entries: presentLines(site, account, postings),
  };
  return { data: { ...data, ...(terms ? { conversion: costsOf(postings, from) } : {}) }, sequence: sent.seq };
});

async function wasDone({ engine }: AppContext, site: number, account: number, key: RequestKey): Promise<boolean> {
  const words = requestKeyWords(key);
  return words !== undefined && (await engine.query<number>(site, 'request', account, ...words)) !== 0;
}

/** Of the futures wallet, and of conversions, the engine checks it with all else; the others have no rule there. */
async function refuseFrozen({ engine }: AppContext, site: number, account: number): Promise<void> {
  const { flags } = await engine.query<{ flags: number }>(site, 'riskOf', account);
  if ((flags & SHUT_FLAGS) !== 0) throw new Refusal('ACCOUNT_FROZEN');
}

function ownLedger(site: SiteConfig, type: WalletType, account: number, field: string): number {
  refuseUnused(site, type, field);
  const ledger = ledgerOf(type, account);
  if (ledger === undefined) throw new Refusal('WALLET_NOT_USED', { field });
  return ledger;
}

/** Undefined: more than any wallet holds. */
function amountOf(text: string, { decimals }: Currency): number | undefined {
  const read = readDecimal(text, decimals);
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'point', limit: String(decimals) });
  if (read === 'TOO_LARGE') return undefined;
  if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field: 'point' });
  if (read <= 0) throw new Refusal('AMOUNT_NOT_POSITIVE', { field: 'point' });
  return read;
}

async function refuseTooMuch({ engine }: AppContext, site: number, ledger: number, { currency, decimals }: Currency): Promise<never> {
  const held = await engine.query<number>(site, 'ledger', ledger);
  throw new Refusal('INSUFFICIENT_BALANCE', { field: 'point', limit: formatDecimal(Math.max(0, held), decimals, true), unit: currency });
}

const fractionOf = ({ num, den }: ConversionTerms, isOut: boolean) => (isOut ? { num, den } : { num: den, den: num });

// The member's own figure is compared, never used: what moves is the site's rate.
function checkTerms({ amount, isOut }: Move, terms: ConversionTerms, seen: string | undefined): void {
  const { rate, currency, spread, most } = terms;
  if (seen !== undefined && seen !== rate) throw new Refusal('RATE_CHANGED', { field: 'rate', rate, currency });
  const limit = most === null ? null : parseDecimal(most, USDT_DECIMALS);
  if (limit === null) return;
  const { num, den } = fractionOf(terms, isOut);
  const usdt = isOut ? amount : (conversionOf(amount, spread, num, den)?.received ?? Number.POSITIVE_INFINITY);
  if (usdt > limit) throw new Refusal('CONVERSION_LIMIT', { field: 'point', limit: formatDecimal(limit, USDT_DECIMALS, true) });
}

function recordOf({ account, debit, credit, amount, terms, isOut }: Move): Float64Array {
  if (terms === undefined) return encodeTransfer({ debit, credit, amount, reason: PostingReason.Transfer }, { account });
  const head = { time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  const { spread } = terms;
  const purses = { from: walletWordOf(debit), to: walletWordOf(credit) };
  return encodeCommand({ ...head, kind: CommandKind.Convert, ...purses, amount, spread, ...fractionOf(terms, isOut) });
}

function find(postings: readonly Posting[], isIt: (posting: Posting) => boolean, reason: number): Posting {
  const found = postings.find((posting) => posting.reason === reason && isIt(posting));
  if (found === undefined) throw new Error('a transfer was made without its posting');
  return found;
}

function costsOf(postings: readonly Posting[], { currency, decimals }: Currency) {
  const of = (reason: number) => formatDecimal(postings.find((posting) => posting.reason === reason)?.amount ?? 0, decimals);
  return { currency, fee: of(PostingReason.ConversionFee), dust: of(PostingReason.ConversionDust) };
}

function throwIfRejected(e: Float64Array, { currency, decimals }: Currency): void {
  if (e[0] !== EventKind.CommandRejected) return;
  const name = rejections.get(e[CommandRejected.code])?.name;
  if (name === undefined) throw new Error(`the engine rejected a transfer with unknown code ${e[CommandRejected.code]}`);
  if (name !== 'INSUFFICIENT_BALANCE') throw new Refusal(name, { field: 'point' });
  const figure = (value: number) => formatDecimal(value, decimals, true);
  throw new Refusal(name, { field: 'point', limit: figure(e[CommandRejected.a]), offered: figure(e[CommandRejected.b]), unit: currency });
}
