// Money from one of a member's wallets to another: one posting with both sides, journaled before it is told, once per request key.
import { AccountFlag, CommandKind, encodeCommand } from '@maru/engine/command.ts';
import { EventKind } from '@maru/engine/event.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import { transfer, type WalletType } from '../contract.ts';
import { presentSide, Side } from './dnw-entry.ts';
import { postingOf } from './posting-of.ts';
import { type Currency, currencyOf, isUsed, ledgerOf } from './purses.ts';

export const transferHandler = handle(transfer, async (context, call) => {
  const { site, session, body, requestKey } = call;
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { account, member } = session;
  const debit = ownLedger(site, body.from, account, 'from');
  const credit = ownLedger(site, body.to, account, 'to');
  if (debit === credit) throw new Refusal('WALLET_SAME', { field: 'to' });
  const [from, to] = [currencyOf(site, body.from), currencyOf(site, body.to)];
  if (from.currency !== to.currency) throw new Refusal('WALLET_CURRENCIES_DIFFER', { field: 'to' });
  const amount = amountOf(body.point, from);
  if (body.from !== 'FUTURES') await refuseFrozen(context, site.id, account);
  const head = { kind: CommandKind.Transfer, time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const record = encodeCommand({ ...head, debit, credit, amount, reason: PostingReason.Transfer });
  stampRequestKey(record, { site: site.id, member, requestKey });
  const reply = await context.engine.submit(site.id, record);
  throwIfRejected(reply.events, from);
  const posting = await postingOf(context, site.id, account, reply.events, PostingReason.Transfer);
  const present = (side: number) => presentSide(site, account, posting, side);
  return { data: { sent: present(Side.Debit), received: present(Side.Credit) }, sequence: posting.seq };
});

/** Of the futures wallet the engine checks it with all else; the others have no rule there. */
async function refuseFrozen({ engine }: AppContext, site: number, account: number): Promise<void> {
  const { flags } = await engine.query<{ flags: number }>(site, 'riskOf', account);
  if ((flags & AccountFlag.Frozen) !== 0) throw new Refusal('ACCOUNT_FROZEN');
}

function ownLedger(site: SiteConfig, type: WalletType, account: number, field: string): number {
  const ledger = isUsed(site, type) ? ledgerOf(type, account) : undefined;
  if (ledger === undefined) throw new Refusal('WALLET_NOT_USED', { field });
  return ledger;
}

function amountOf(text: string, { decimals }: Currency): number {
  const read = readDecimal(text, decimals);
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'point', limit: String(decimals) });
  if (read === 'TOO_LARGE') throw new Refusal('INSUFFICIENT_BALANCE', { field: 'point' });
  if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field: 'point' });
  if (read <= 0) throw new Refusal('AMOUNT_NOT_POSITIVE', { field: 'point' });
  return read;
}

function throwIfRejected(e: Float64Array, { decimals }: Currency): void {
  if (e[0] !== EventKind.CommandRejected) return;
  const name = rejections.get(e[6])?.name;
  if (name === undefined) throw new Error(`the engine rejected a transfer with unknown code ${e[6]}`);
  if (name !== 'INSUFFICIENT_BALANCE') throw new Refusal(name);
  const figure = (value: number) => formatDecimal(value, decimals, true);
  throw new Refusal(name, { field: 'point', limit: figure(e[7]), offered: figure(e[8]) });
}
