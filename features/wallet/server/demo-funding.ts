// Demo members get their 10,000 USDT by a ledger transfer from the house's promotion purse; the request key makes it happen once.
import { hash } from 'node:crypto';
import { CommandKind, encodeCommand } from '@maru/engine/command.ts';
import { EventKind } from '@maru/engine/event.ts';
import { futuresWallet, HOUSE_OWNER, HousePurse, ledgerAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { USDT_ONE } from '@maru/engine/money/units.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/account/contract.ts';
import { readBalances } from './wallets.ts';

export const demoUsernames = ['demo1', 'demo2'] as const;
export const DEMO_FUNDS = 10_000 * USDT_ONE;
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
  const seq = engine.status().find((s) => s.site === site)?.seq ?? 0;
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

async function fund({ engine }: AppContext, site: number, account: number): Promise<void> {
  const key = hash('sha256', `demo-funding|${site}|${account}`, 'hex');
  const record = encodeCommand({
    kind: CommandKind.Transfer,
    time: 0,
    account: -1,
    symbol: -1,
    keyHi: Number.parseInt(key.slice(0, 13), 16),
    keyLo: Number.parseInt(key.slice(13, 26), 16),
    body: 1,
    debit: ledgerAccount(HOUSE_OWNER, HousePurse.Promo),
    credit: futuresWallet(account),
    amount: DEMO_FUNDS,
    reason: PostingReason.DemoFunding,
  });
  const { events } = await engine.submit(site, record);
  if (events[0] === EventKind.CommandRejected) throw new Error(`demo funding was refused: ${rejections.get(events[6])?.name ?? events[6]}`);
}
