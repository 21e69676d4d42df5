// What coins are worth in USDT, by the marks that the engine trades at: for limits that count over all coins.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { assetAt, symbolOfAsset } from '@maru/wallet/admin-contract.ts';

const USDT = 0;
/** A mark has two digits more than its symbol's prices. */
const MARK_MORE = 2;

/** Micro-USDT, rounded up; undefined: no price is known. */
export async function usdtValue(
  { engine }: Pick<AppContext, 'engine'>,
  site: SiteConfig,
  asset: number,
  amount: number,
): Promise<number | undefined> {
  if (asset === USDT) return amount;
  const row = assetAt(site, asset);
  const code = row && symbolOfAsset(row);
  const data = listedSymbols.find((listed) => listed.code === code);
  if (row === undefined || data === undefined) return undefined;
  const symbols = await engine.query<{ symbol: number; mark: number }[]>(site.id, 'symbols');
  // The engine's symbol is the place in the site's own list.
  const mark = symbols.find(({ symbol }) => site.symbols[symbol] === data.code)?.mark ?? 0;
  if (!(mark > 0)) return undefined;
  const below = 10n ** BigInt(row.decimals + data.tickDecimals + MARK_MORE);
  const above = BigInt(amount) * BigInt(Math.ceil(mark)) * 10n ** BigInt(USDT_DECIMALS);
  return Number((above + below - 1n) / below);
}
