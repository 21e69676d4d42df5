// Demo members get 10,000 USDT, and 1,000 more for games where there are any, by ledger transfers from the house's promotion purse; the
// request keys make it happen once.
import { hash } from 'node:crypto';
import { type CommandHead, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { HouseAccount, futuresWallet, binaryWallet, WalletWord, PostingReason } from '@maru/engine/ledger/account.ts';
import { USDT_ONE } from '@maru/engine/money/units.ts';
import { rejections } from '@maru/engine/reject.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { conversionTerms } from './conversion-terms.ts';
import { readBalances } from './wallets.ts';

export const demoUsernames = ['demo1', 'demo2'] as const;
export const DEMO_FUNDS = 10_000 * USDT_ONE;
/** Into the BINARY wallet, at the site's rate where its currency is another. */
export const DEMO_GAME_FUNDS = 1_000 * USDT_ONE;
const PROJECTION_WAIT_MS = 20_000;

/** Funds the demo members of a site; those that were funded before stay as they are. */
export async function fundDemoMembers(context: AppContext, site: number): Promise<void> {
  for (const username of demoUsernames) {
    const found = await context.services.use(memberDirectory).findMember(site, username);
    if (found !== undefined && !(await wasFunded(context, site, found.account))) await fund(context, site, found.account);
  }
}

// The engine forgets request keys after a day, so a funding long ago is read from the ledger itself.
async function wasFunded({ pool, projections, engine, log }: AppContext, site: number, account: number): Promise<boolean> {
  const { crossWallet } = await readBalances({ engine }, site, account);
  if (crossWallet > 0) return true;
  const seq = appliedSeq(engine, site);
  if (!(await projections.waitFor(site, seq, PROJECTION_WAIT_MS))) {
    log.warn({ site, account }, 'demo funding was left out: the ledger projection is behind');
    return true;
  }
  const { rowCount } = await pool.query('SELECT 1 FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = $3 LIMIT 1', [
    site,
    account,
    PostingReason.DemoFunding,
  ]);
  return rowCount !== 0;
}

// The games' money first: whoever holds the rest has all of it.
async function fund(context: AppContext, site: number, account: number): Promise<void> {
  await fundGames(context, site, account);
  await send(context, site, 'demo-funding', account, gift(futuresWallet(account), DEMO_FUNDS));
}

async function fundGames(context: AppContext, id: number, account: number): Promise<void> {
  const site = context.sites.byId(id);
  if (site === undefined || (site.type & (siteBits.binary | siteBits.powerball)) === 0) return;
  const wallet = binaryWallet(account);
  const terms = conversionTerms(site);
  if (terms === undefined) return send(context, id, 'demo-games', account, gift(wallet, DEMO_GAME_FUNDS));
  await send(context, id, 'demo-games', account, gift(futuresWallet(account), DEMO_GAME_FUNDS));
  const purses = { from: WalletWord.Futures, to: WalletWord.Binary };
  const exchange = { kind: CommandKind.Convert, ...purses, amount: DEMO_GAME_FUNDS, spread: 0, num: terms.num, den: terms.den } as const;
  await send(context, id, 'demo-games-exchange', account, (keys) => encodeCommand({ time: 0, symbol: -1, ...keys, ...exchange, account }));
}

/** The record, once its key is known. */
type Encode = (keys: Pick<CommandHead, 'keyHi' | 'keyLo' | 'body'>) => Float64Array;

const gift =
  (credit: number, amount: number): Encode =>
  (keys) =>
    encodeTransfer({ debit: HouseAccount.Promo, credit, amount, reason: PostingReason.DemoFunding }, keys);

async function send({ engine }: AppContext, site: number, what: string, account: number, encode: Encode): Promise<void> {
  const key = hash('sha256', `${what}|${site}|${account}`, 'hex');
  const keys = { keyHi: Number.parseInt(key.slice(0, 13), 16), keyLo: Number.parseInt(key.slice(13, 26), 16) };
  const { events } = await engine.submit(site, encode({ ...keys, body: 1 }));
  if (events[0] === EventKind.CommandRejected) throw new Error(`demo funding was refused: ${rejections.get(events[6])?.name ?? events[6]}`);
}
