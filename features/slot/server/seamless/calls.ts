// What a provider's server may ask: who came and with how much, a stake, a win, a stake given back; and what a day came to.
import { readDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { z } from 'zod/mini';
import { pointDecimals } from '../games.ts';
import { keepReport, reportBody } from './report.ts';
import { findVisit, type GameSession, redeemToken } from './game-sessions.ts';
import { balanceOf, playTransaction } from './play-transaction.ts';
import type { GameKind } from './transactions.ts';

const secret = z.string().check(z.regex(/^[\w-]{43}$/));
const name = z.string().check(z.regex(/^[\w.:-]{1,64}$/));
const amount = z.string().check(z.regex(/^\d{1,20}(\.\d{1,10})?$/));

const balanceBody = z.union([z.strictObject({ token: secret }), z.strictObject({ member: secret })]);
const moneyBody = z.strictObject({ member: secret, txId: name, roundId: name, amount });
const rollbackBody = z.strictObject({ member: secret, txId: name, roundId: name, debitTxId: name });

export interface ProviderCall {
  site: SiteConfig;
  provider: string;
  body: string;
}
type Handler = (context: AppContext, call: ProviderCall) => Promise<object>;

function read<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal('BAD_REQUEST');
  }
  const { data, error } = schema.safeParse(body);
  if (error !== undefined) throw new Refusal('INVALID_FIELD', { field: error.issues[0]?.path.join('.') ?? '' });
  return data as z.output<S>;
}

async function visitOf(context: AppContext, { site, provider }: ProviderCall, ref: string): Promise<GameSession> {
  const visit = await findVisit(context, site.id, provider, ref);
  if (visit === undefined) throw new Refusal('MEMBER_UNKNOWN');
  return visit;
}

const balance: Handler = async (context, call) => {
  const body = read(balanceBody, call.body);
  const visit =
    'token' in body ? await redeemToken(context, call.site.id, call.provider, body.token) : await visitOf(context, call, body.member);
  if (visit === undefined) throw new Refusal('VISIT_OVER');
  const point = await balanceOf(context, call.site, visit.account);
  return { member: visit.ref, balance: point, currency: call.site.binaryCurrency };
};

const money =
  (kind: Exclude<GameKind, 'rollback'>): Handler =>
  async (context, call) => {
    const { member, txId, roundId, amount: text } = read(moneyBody, call.body);
    const visit = await visitOf(context, call, member);
    const requested = {
      site: call.site.id,
      provider: call.provider,
      txId,
      kind,
      account: visit.account,
      roundId,
      amount: unitsOf(call.site, text),
      ofTx: null,
    };
    return context.shared.turn(`slot ${requested.site}|${requested.account}`, () => playTransaction(context, call.site, visit, requested));
  };

const rollback: Handler = async (context, call) => {
  const { member, txId, roundId, debitTxId: ofTx } = read(rollbackBody, call.body);
  const visit = await visitOf(context, call, member);
  const { site, provider } = call;
  const requested = { site: site.id, provider, txId, kind: 'rollback' as const, account: visit.account, roundId, amount: 0, ofTx };
  return context.shared.turn(`slot ${requested.site}|${requested.account}`, () => playTransaction(context, site, visit, requested));
};

/** A win of nothing says that the round is lost; whether a stake is within the limits is asked once, when it is new. */
function unitsOf(site: SiteConfig, text: string): number {
  const decimals = pointDecimals(site);
  const units = readDecimal(text, decimals);
  if (units === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'amount', limit: String(decimals), offered: text });
  if (typeof units !== 'number' || units < 0) throw new Refusal('INVALID_FIELD', { field: 'amount' });
  return units;
}

const report: Handler = (context, call) => keepReport(context, call.site, call.provider, read(reportBody, call.body));

export const providerCalls: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ balance, debit: money('debit'), credit: money('credit'), rollback, report }),
);
