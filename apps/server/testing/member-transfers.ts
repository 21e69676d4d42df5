// What tests of transfers between members begin with: members with a withdrawal password that holds nothing, coins, and the two calls.
import { accountOf, Asset, houseAccount, Purse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { MARU, type TestExchange, type TestMember } from './test-exchange.ts';

export const TRANSFER = '/api/dnw/transfer/member';
export const PASSWORD = '274913';
export const BTC = 2;
let serial = 0;

export const walletOf = (account: number, coin: string): number =>
  coin === 'USDT' ? usdtWallet(account) : accountOf(account, BTC, Purse.Available);

/** In whole coins. */
export async function giveCoins(exchange: TestExchange, { account, site }: TestMember, coin: string, amount: number): Promise<void> {
  const asset = coin === 'USDT' ? Asset.Usdt : BTC;
  const units = Math.round(amount * (coin === 'USDT' ? 1e6 : 1e8));
  const transfer = { debit: houseAccount(asset, Purse.External), credit: walletOf(account, coin), amount: units, reason: 0 };
  await exchange.command(site, encodeTransfer(transfer));
}

/** A new password holds transfers for a day; the test does not wait for it. */
export async function sender(exchange: TestExchange, name: string, usdt: number, site = MARU): Promise<TestMember> {
  const member = await exchange.member(name, '0', site);
  const set = await member.post('/api/player/update_withdraw_password', { password: PASSWORD, loginPassword: 'a-long-passphrase' });
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  await exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member.member]);
  if (usdt > 0) await giveCoins(exchange, member, 'USDT', usdt);
  return member;
}

export const check = (by: TestMember, receiver: string, point: string, walletType = 'USDT'): Promise<HttpAnswer> =>
  by.post(`${TRANSFER}/check`, { receiver, walletType, point });

export async function checked(by: TestMember, receiver: string, point: string, walletType = 'USDT'): Promise<number> {
  const { status, body } = await check(by, receiver, point, walletType);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.transferId as number;
}

export const send = (by: TestMember, transferId: number, key = `t${++serial}`, password = PASSWORD): Promise<HttpAnswer> =>
  by.post(TRANSFER, { transferId, password }, { 'idempotency-key': key });

export async function points(by: TestMember): Promise<[usdt: string, btc: string]> {
  const { USDT, BTC: btc } = (await by.get('/api/wallet/my')).body.data;
  return [USDT.point, btc.point];
}
