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
  const place = row === undefined ? -1 : listedSymbols.findIndex(({ code }) => code === symbolOfAsset(row));
  if (row === undefined || place < 0) return undefined;
  const symbols = await engine.query<{ symbol: number; mark: number }[]>(site.id, 'symbols');
  const mark = symbols.find(({ symbol }) => symbol === place + 1)?.mark ?? 0;
  if (!(mark > 0)) return undefined;
  const below = 10n ** BigInt(row.decimals + listedSymbols[place].tickDecimals + MARK_MORE);
  const above = BigInt(amount) * BigInt(Math.ceil(mark)) * 10n ** BigInt(USDT_DECIMALS);
  return Number((above + below - 1n) / below);
}
