// One run of a site: engine, postings and database are each read at one moment, in the order in which they learn of a step, and compared.
import type { CustodyBooks } from '@maru/engine/custody/views.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inSnapshot } from '@maru/kit/server/transaction.ts';
import { outsideLedger } from '@maru/wallet/admin-contract.ts';
import { ledgerDecimals } from '../units.ts';
import { type Item, type Judgement, judge, type Known, namedInLedger } from './judge.ts';
import { type CoinFacts, readFacts } from './read-facts.ts';
import { readFaults, readLedgerRows } from './read-rows.ts';

export interface RunOfAsset extends Judgement {
  books: CustodyBooks;
  coins: readonly CoinFacts[];
}

/**
 * Of each asset that can be judged now. A number is in its row before the engine hears of it, and the engine before the row says so:
 * engine first, then the rows, so that the rows know every number that the engine has; whether a step is taken the engine's state says.
 */
export async function runSite(
  context: AppContext,
  site: number,
  only?: readonly number[],
): Promise<{ runs: RunOfAsset[]; isWhole: boolean }> {
  const { pool, engine, services, config } = context;
  const { rows } = await pool.query<{ asset: number }>('SELECT DISTINCT asset FROM custody_coin WHERE site_id = $1 ORDER BY asset', [site]);
  const assets = rows.map(({ asset }) => asset).filter((asset) => only?.includes(asset) ?? true);
  if (assets.length === 0) return { runs: [], isWhole: true };
  const books = await engine.query<CustodyBooks>(site, 'custodyBooks', assets);
  const ledger = services.use(outsideLedger);
  const outside = await ledger.sumsAt(site, books.seq, assets);
  if (outside === undefined) return { runs: [], isWhole: false };
  const read = await inSnapshot(pool, async (client) => ({
    coins: await readFacts(client, site, ledgerDecimals),
    rows: await readLedgerRows(client, site),
    faults: await readFaults(client, site),
  }));
  const runs: RunOfAsset[] = [];
  for (const asset of assets) {
    const coins = read.coins.filter((coin) => coin.asset === asset);
    if (!coins.every(isReadable)) continue;
    const known: Known = { ...read, asset, coins, books, outside, isDemo: config.demo };
    const judged = judge(known);
    const items = judged.items.some(({ fault }) => fault === 'LEDGER_ROWS') ? await named(known, judged) : judged.items;
    runs.push({ ...judged, items, books, coins });
  }
  return { runs, isWhole: runs.length === assets.length };

  async function named(known: Known, { items, scale, asset }: Judgement): Promise<Item[]> {
    const numbers = namedInLedger(known, await ledger.postings(site, books.seq, asset), scale);
    return numbers.length === 0 ? items : [...items.filter(({ fault }) => fault !== 'LEDGER_ROWS'), ...numbers];
  }
}

/** A chain that was never followed holds nothing of ours; one whose read is of no block of its line is read again. */
const isReadable = ({ read }: CoinFacts) => read === undefined || read.isInLine;
