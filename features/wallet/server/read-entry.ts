// One line of the asset history with both sides of its posting, and of the others of the same step.
import { accountOf, assetOf, isHouse, PostingReason, Purse, purseOf } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { readDnwEntry } from '../contract.ts';
import type { DnwPosting, housePurses } from '../dnw-contract.ts';
import { placeOf, type Posting, presentSide, reasonWord } from './dnw-entry.ts';
import { otherNameOf } from './member-transfer/transfer-rows.ts';
import { postingsAt } from './posting-of.ts';
import { currencyAt, walletsByLedger } from './purses.ts';

/** Of a liquidation or a sweep through the book: more are no reading. */
const MOST = 50;

const houseNames: Readonly<Record<number, (typeof housePurses)[number]>> = {
  [Purse.Futures]: 'TRADING',
  [Purse.Fee]: 'FEE',
  [Purse.Insurance]: 'INSURANCE',
  [Purse.External]: 'EXTERNAL',
  [Purse.Promo]: 'PROMO',
  [Purse.Dust]: 'DUST',
  [Purse.Coupon]: 'COUPON',
  [Purse.Grant]: 'GRANT',
  [Purse.Exchange]: 'EXCHANGE',
  [Purse.Escrow]: 'STAKES',
  [Purse.Games]: 'GAMES',
  [Purse.InTransit]: 'TRANSIT',
  [Purse.Receivable]: 'OWED',
};
const asideNames: Readonly<Record<number, 'PENDING' | 'HELD'>> = { [Purse.Pending]: 'PENDING', [Purse.Held]: 'HELD' };

export const readDnwEntryHandler = handle(readDnwEntry, async (context, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { account } = session;
  const { seq, idx, side } = placeOf(Number(query.dnwHistoryId));
  // What has not happened yet is not waited for.
  const now = appliedSeq(context.engine, site.id);
  const postings = seq > now ? [] : await postingsAt(context, site.id, account, seq);
  const row = postings.find((posting) => posting.idx === idx);
  const isOwn = row !== undefined && walletsByLedger(site, account).has(side === 0 ? row.debit : row.credit);
  if (!isOwn) throw new Refusal('NOT_FOUND', { field: 'dnwHistoryId' });
  const shown = postings.slice(0, MOST).map((posting) => presentPosting(site, account, posting));
  const otherMember = await otherOf(context, site.id, account, row);
  return { data: { entry: presentSide(site, account, row, side), postings: shown, ...(otherMember && { otherMember }) } };
});

async function otherOf({ pool }: AppContext, site: number, account: number, { reason, ref }: Posting) {
  const name = reason === PostingReason.MemberTransfer ? await otherNameOf(pool, { site, account }, ref) : undefined;
  return name === undefined ? undefined : { name, transferId: ref };
}

function presentPosting(site: SiteConfig, account: number, { debit, credit, amount, reason }: Posting): DnwPosting {
  const { currency, decimals } = currencyAt(site, Math.max(assetOf(debit), assetOf(credit)));
  const [from, to] = [debit, credit].map((ledger) => placeAt(site, account, ledger));
  return { from, to, point: formatDecimal(amount, decimals), currency, reason: reasonWord(reason) };
}

function placeAt(site: SiteConfig, account: number, ledger: number): DnwPosting['from'] {
  if (isHouse(ledger)) return { kind: 'HOUSE', purse: houseNames[purseOf(ledger)] ?? 'OTHER' };
  const wallets = walletsByLedger(site, account);
  const walletType = wallets.get(ledger);
  if (walletType !== undefined) return { kind: 'WALLET', walletType };
  const purse = asideNames[purseOf(ledger)];
  const beside = purse && wallets.get(accountOf(account, assetOf(ledger), Purse.Available));
  return purse === undefined || beside === undefined ? { kind: 'ISOLATED' } : { kind: 'ASIDE', walletType: beside, purse };
}
