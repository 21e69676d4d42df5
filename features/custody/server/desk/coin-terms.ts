// A coin's terms as an operator sets them: read from decimals, held against each other, and what of a change protects less than before.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import type { changeDeskCoin, CoinWay, DeskCoin } from '../../coin-admin-contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { canPayOn, COIN_COLUMNS, type CoinRow } from '../coin-rows.ts';
import { isOwnPage } from '../explorer-links.ts';
import { chainText, chainUnitsOf, ledgerDecimals } from '../units.ts';

/** In the units of the rows: the least in the chain's, the rest in the ledger's. */
export type Terms = Pick<
  CoinRow,
  | 'creditAfter'
  | 'unlockAfter'
  | 'outSettledAfter'
  | 'least'
  | 'outFee'
  | 'outLeast'
  | 'outLookedAt'
  | 'outTwoPersons'
  | 'coldPercent'
  | 'explorer'
>;
type Typed = Out<NonNullable<(typeof changeDeskCoin)['body']>>;

/** Under its lock where `sql` is a transaction's; of a coin that the site has no row of: COIN_UNKNOWN. */
export async function lockCoin(sql: SqlWriter, site: number, walletType: string): Promise<CoinRow> {
  const { rows } = await sql.query(`SELECT ${COIN_COLUMNS} FROM custody_coin WHERE site_id = $1 AND wallet_type = $2 FOR UPDATE`, [
    site,
    walletType,
  ]);
  const row = rows[0] as CoinRow | undefined;
  if (row === undefined) throw new Refusal('COIN_UNKNOWN', { field: 'walletType' });
  return row;
}

export async function coinRows({ pool }: Pick<AppContext, 'pool'>, site: number): Promise<CoinRow[]> {
  const { rows } = await pool.query<CoinRow>(`SELECT ${COIN_COLUMNS} FROM custody_coin WHERE site_id = $1 ORDER BY asset, wallet_type`, [
    site,
  ]);
  return rows;
}

export function readTerms(typed: Typed, { asset, decimals, explorer: before }: CoinRow): Terms {
  const { creditAfter, unlockAfter, finalAfter, coldPercent } = typed;
  const inLedger = Math.min(decimals, ledgerDecimals(asset));
  const amount = (field: 'outFee' | 'outLeast' | 'lookedAt' | 'twoPersons'): number => {
    const text = typed[field];
    // What the chain cannot count could not be paid.
    if (readDecimal(text, inLedger) === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, decimals: inLedger });
    const units = readDecimal(text, ledgerDecimals(asset));
    if (typeof units !== 'number') throw new Refusal('INVALID_FIELD', { field });
    return units;
  };
  const least = chainUnitsOf(typed.depositLeast, decimals);
  if (least === undefined) throw new Refusal('BAD_PRECISION', { field: 'depositLeast', decimals });
  if (least === 0n) throw new Refusal('INVALID_FIELD', { field: 'depositLeast' });
  if (unlockAfter < creditAfter) throw new Refusal('COIN_UNLOCK');
  const [outFee, outLeast, outLookedAt, outTwoPersons] = [amount('outFee'), amount('outLeast'), amount('lookedAt'), amount('twoPersons')];
  if (outLeast <= outFee) throw new Refusal('COIN_OUT_LEAST');
  if (outTwoPersons < outLookedAt) throw new Refusal('COIN_TWO_PERSONS');
  const explorer = typed.explorer === undefined || isOwnPage(before) ? before : typed.explorer || null;
  return {
    creditAfter,
    unlockAfter,
    outSettledAfter: finalAfter,
    least: String(least),
    outFee,
    outLeast,
    outLookedAt,
    outTwoPersons,
    coldPercent,
    explorer,
  };
}

/**
 * Fewer blocks let what may be taken back be used; higher limits let more leave with fewer eyes on it; a smaller share leaves more online;
 * another explorer may show what is not so.
 */
export const protectsLess = (before: Terms, after: Terms): boolean =>
  after.creditAfter < before.creditAfter ||
  after.unlockAfter < before.unlockAfter ||
  after.outSettledAfter < before.outSettledAfter ||
  after.outLookedAt > before.outLookedAt ||
  after.outTwoPersons > before.outTwoPersons ||
  after.coldPercent < before.coldPercent ||
  after.explorer !== before.explorer;

/** As people read them, in the coin: for the page, the log and the second person. */
export function saidTerms({ asset, decimals }: Pick<CoinRow, 'asset' | 'decimals'>, terms: Terms) {
  const inCoin = (units: number) => formatDecimal(units, ledgerDecimals(asset), true);
  return {
    creditAfter: terms.creditAfter,
    unlockAfter: terms.unlockAfter,
    finalAfter: terms.outSettledAfter,
    depositLeast: chainText(BigInt(terms.least), decimals),
    outFee: inCoin(terms.outFee),
    outLeast: inCoin(terms.outLeast),
    lookedAt: inCoin(terms.outLookedAt),
    twoPersons: inCoin(terms.outTwoPersons),
    coldPercent: terms.coldPercent,
    explorer: isOwnPage(terms.explorer) ? '' : (terms.explorer ?? ''),
  };
}

export const pauseOf = (row: CoinRow, way: CoinWay): DeskCoin['inPause'] => {
  const [why, until] = way === 'IN' ? [row.pause, row.pauseUntil] : [row.outPause, row.outPauseUntil];
  return why === null ? null : { why, until: until === null ? null : new Date(until).toISOString() };
};

export function presentCoin(site: SiteConfig, row: CoinRow, config: Parameters<typeof canPayOn>[1]): DeskCoin {
  const asset = assetAt(site, row.asset);
  return {
    walletType: row.walletType,
    currency: asset === undefined ? row.walletType : currencyOfAsset(asset),
    chain: row.chain,
    isOffered: site.depositCoins.includes(row.walletType),
    canPay: canPayOn(row.chain, config),
    ...saidTerms(row, row),
    inPause: pauseOf(row, 'IN'),
    outPause: pauseOf(row, 'OUT'),
  };
}

export async function writeTerms(sql: SqlWriter, site: number, walletType: string, terms: Terms): Promise<void> {
  await sql.query(
    `UPDATE custody_coin SET credit_after = $3, unlock_after = $4, out_settled_after = $5, deposit_least = $6, out_fee = $7, out_least = $8,
       out_looked_at = $9, out_two_persons = $10, cold_percent = $11, explorer = $12 WHERE site_id = $1 AND wallet_type = $2`,
    [
      site,
      walletType,
      terms.creditAfter,
      terms.unlockAfter,
      terms.outSettledAfter,
      terms.least,
      terms.outFee,
      terms.outLeast,
      terms.outLookedAt,
      terms.outTwoPersons,
      terms.coldPercent,
      terms.explorer,
    ],
  );
}

/** Null opens it. */
export async function writePause(
  sql: SqlWriter,
  { site, walletType, way }: { site: number; walletType: string; way: CoinWay },
  pause: { why: string; until: number | null } | null,
): Promise<void> {
  const [why, until] = way === 'IN' ? ['in_paused', 'in_paused_until_ms'] : ['out_paused', 'out_paused_until_ms'];
  await sql.query(`UPDATE custody_coin SET ${why} = $3, ${until} = $4 WHERE site_id = $1 AND wallet_type = $2`, [
    site,
    walletType,
    pause?.why ?? null,
    pause?.until ?? null,
  ]);
}
