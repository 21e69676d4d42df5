// One member's wallets and figures for operators, and the proof that all of its postings add up to what the engine holds.
import {
  Asset,
  assetOf,
  HouseAccount,
  houseAccount,
  isolatedPurse,
  memberAccounts,
  memberOf,
  PostingReason,
  Purse,
} from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { type DeskWallet, readMemberWallets } from '../../admin-contract.ts';
import type { WalletType } from '../../contract.ts';
import { type Amount, type Rates, totalOf } from '../../total.ts';
import { walletTypesOf } from '../../wallet-kinds.ts';
import { heldBonus } from '../coupon-turnover.ts';
import { gameReasons } from '../day-sums.ts';
import { accountOfWallet, currencyAt, currencyOf, isUsed, keyName, walletOf } from '../purses.ts';
import { ratesOf } from '../exchange-rate.ts';
import { type Added, addUp, addUpAnew, type Moved } from './wallet-sums.ts';

type Reply = Out<typeof readMemberWallets.reply>;

/** Outside itself, what is on its way there, and what an orphaned deposit left owing. */
const outside: readonly number[] = [
  HouseAccount.External,
  houseAccount(Asset.Usdt, Purse.InTransit),
  houseAccount(Asset.Usdt, Purse.Receivable),
];
/** What the house gives from, and takes back to. */
const gifts: readonly number[] = [HouseAccount.Promo, HouseAccount.Coupon, HouseAccount.Grant];
const conversions: readonly number[] = [PostingReason.Conversion, PostingReason.ConversionFee, PostingReason.ConversionDust];
/** The engine moves on while rows are added up: so often it is tried again. */
const TRIES = 3;
const WAIT_MS = 3000;

const fees: readonly number[] = [PostingReason.TradingFee, PostingReason.ClearanceFee];
const trading: readonly number[] = [
  PostingReason.RealizedPnl,
  PostingReason.LiquidationDeficit,
  PostingReason.LiquidationTakeover,
  PostingReason.FundingFee,
  PostingReason.FundingDebt,
  PostingReason.FundingShortfall,
  PostingReason.Settlement,
];

export const readMemberWalletsHandler = handleOperator(readMemberWallets, async (context, { site, query }) => {
  const account = accountAt(context, site, query.playerId);
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  // Two looks at once would add the same up twice.
  const isWhole = query.isWhole === '1';
  const read = () => readFile(context, site, account, isWhole);
  return { data: await (isWhole ? context.shared.turn(`proof ${site.id} ${account}`, read) : read()) };
});

/** Of another site's member nothing is known. */
export function accountAt(context: AppContext, site: SiteConfig, member: number): number {
  const account = context.services.use(memberDirectory).accountOf(site.id, member);
  if (account === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  return account;
}

/** One of a member's accounts, in the smallest unit of its currency. */
interface Held {
  name: string;
  ledger: number;
  amount: number;
}
interface Live {
  held: Held[];
  unrealized: number;
  debt: number;
  /** Stakes of open bets, in the BINARY wallet's currency. */
  waiting: number;
}

async function readFile(context: AppContext, site: SiteConfig, account: number, isWhole: boolean): Promise<Reply> {
  let state: Reply['proof']['state'] = 'MOVING';
  let live = await readLive(context, site, account);
  const from = isWhole ? await addUpAnew(context.pool, site.id, account) : undefined;
  let found: Added = { moved: [], postings: 0, kept: 0 };
  for (let attempt = 0; attempt < TRIES && state === 'MOVING'; attempt++) {
    const seq = appliedSeq(context.engine, site.id);
    const isThere = await context.projections.waitFor(site.id, seq, WAIT_MS);
    found = await addUp(context.pool, site.id, account, from);
    const again = await readLive(context, site, account);
    const isStill = live.held.every(({ amount }, at) => amount === again.held[at]?.amount);
    live = again;
    if (isStill) state = differencesOf(site, account, found.moved, live.held).length === 0 ? 'EQUAL' : isThere ? 'DIFFERENT' : 'BEHIND';
  }
  const differences = state === 'DIFFERENT' ? differencesOf(site, account, found.moved, live.held) : [];
  return {
    wallets: walletsOf(site, account, live),
    figures: {
      ...figuresOf(site, ratesOf(context, site), account, live, found.moved),
      heldBonus: text(BigInt(await heldBonus(context, site, account))),
    },
    proof: { state, postings: found.postings, kept: found.kept, differences },
  };
}

async function readLive({ engine }: AppContext, { id: site, ...config }: SiteConfig, account: number): Promise<Live> {
  const view = await engine.query<{ known: boolean; fundingDebt?: number }>(site, 'account', account);
  const accounts = memberAccounts(account);
  if (!view.known) return { held: accounts.map((own) => ({ ...own, amount: 0 })), unrealized: 0, debt: 0, waiting: 0 };
  const [held, more, { positions }, waiting] = await Promise.all([
    Promise.all(accounts.map(async (own) => ({ ...own, amount: await engine.query<number>(site, 'ledger', own.ledger) }))),
    engine.query<{ ledger: number; amount: number }[]>(site, 'moreAccounts', account),
    engine.query<{ positions: { unrealizedPnl: number }[] }>(site, 'openPositions', account, -1),
    engine.query<number>(site, 'gameWait', account),
  ]);
  return {
    held: [...held, ...more.map((own) => ({ ...own, name: keyName(config, own.ledger) }))],
    unrealized: positions.reduce((sum, p) => sum + p.unrealizedPnl, 0),
    debt: view.fundingDebt ?? 0,
    waiting,
  };
}

/** Of the engine's accounts, and of any that rows alone know. */
function differencesOf(site: SiteConfig, account: number, moved: readonly Moved[], held: readonly Held[]): Reply['proof']['differences'] {
  const known = new Set(held.map(({ ledger }) => ledger));
  const strange = [...new Set(moved.flatMap(({ debit, credit }) => [debit, credit]))].filter(
    (ledger) => memberOf(ledger) === account && !known.has(ledger),
  );
  const all = [...held, ...strange.map((ledger) => ({ name: keyName(site, ledger), ledger, amount: 0 }))];
  return all.flatMap(({ name, ledger, amount }) => {
    const { decimals } = currencyAt(site, assetOf(ledger));
    const added = moved.reduce((sum, m) => sum + (m.credit === ledger ? m.amount : 0n) - (m.debit === ledger ? m.amount : 0n), 0n);
    const said = (units: bigint) => formatDecimal(units, decimals);
    return added === BigInt(amount) ? [] : [{ purse: name, ledger: said(BigInt(amount)), added: said(added) }];
  });
}

function walletsOf(site: SiteConfig, account: number, live: Live): DeskWallet[] {
  const heldIn = (own: number) => live.held.find(({ ledger }) => ledger === own)?.amount ?? 0;
  const held = (type: WalletType) => {
    const ledger = accountOfWallet(site, type, account);
    return ledger === undefined ? 0 : heldIn(ledger);
  };
  // Also one that the site uses no longer, while something is in it.
  return walletTypesOf(site)
    .filter((type) => isUsed(site, type) || held(type) !== 0)
    .map((type) => {
      const { currency, decimals } = currencyOf(site, type);
      const point = formatDecimal(held(type), decimals);
      const isolated = type === 'FUTURES' ? { isolated: formatDecimal(heldIn(isolatedPurse(account)), decimals) } : {};
      return { type, currency, point, ...isolated };
    });
}

function figuresOf(
  site: SiteConfig,
  rates: Rates,
  account: number,
  live: Live,
  moved: readonly Moved[],
): Omit<Reply['figures'], 'heldBonus'> {
  const isGames = (ledger: number) => assetOf(ledger) === Asset.Binary && currencyAt(site, Asset.Binary).currency !== 'USDT';
  const isUsdt = (ledger: number) => assetOf(ledger) <= Asset.Binary && !isGames(ledger);
  const isOwn = (ledger: number) => memberOf(ledger) === account && isUsdt(ledger);
  const net = (takes: (move: Moved) => boolean) =>
    moved.filter(takes).reduce((sum, { debit, credit, amount }) => sum + (isOwn(credit) ? amount : 0n) - (isOwn(debit) ? amount : 0n), 0n);
  const by = (reasons: readonly number[]) => net(({ reason }) => reasons.includes(reason));
  const withPurse = (purses: readonly number[]) => net(({ debit, credit }) => purses.includes(debit) || purses.includes(credit));
  const sumOf = (takes: (ledger: number) => boolean) =>
    live.held.reduce((sum, { ledger, amount }) => (takes(ledger) ? sum + amount : sum), 0);
  const held = BigInt(sumOf(isUsdt));
  // As the member's own page counts: wallets of other currencies at their rates, and stakes of open bets wherever they wait.
  const games = totalOf([amountIn(site, Asset.Binary, live.waiting + sumOf(isGames))], rates);
  const others = live.held.filter(({ ledger }) => assetOf(ledger) > Asset.Binary && walletOf(site, ledger) !== undefined);
  const coins = totalOf(
    others.map(({ ledger, amount }) => amountIn(site, assetOf(ledger), amount)),
    rates,
  );
  return {
    assets: text(held + games.micro + coins.micro + BigInt(live.unrealized) - BigInt(live.debt)),
    deposited: text(withPurse(outside)),
    gifts: text(withPurse(gifts)),
    realized: text(by(trading)),
    games: text(by(gameReasons)),
    exchanged: text(by(conversions)),
    gameWallet: text(games.micro),
    coins: text(coins.micro),
    without: [...games.without, ...coins.without],
    unrealized: text(BigInt(live.unrealized)),
    fees: text(-by(fees)),
    debt: text(BigInt(live.debt)),
  };
}

function amountIn(site: SiteConfig, asset: number, units: number): Amount {
  const { currency, decimals } = currencyAt(site, asset);
  return { currency, amount: formatDecimal(units, decimals) };
}

const text = (micro: bigint) => formatDecimal(micro, USDT_DECIMALS);
