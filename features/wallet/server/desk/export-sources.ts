// The ledger of a whole site as exports: every posting, and fees alone.
import { type HouseAccount, nameAt, PostingReason } from '@maru/engine/ledger/account.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExportSource } from '@maru/operator/admin-contract.ts';
import { reasonWord } from '../dnw-entry.ts';
import { currencyAt, keyName } from '../purses.ts';
import { assetOfPair } from './house-lines.ts';

interface Row {
  seq: number;
  idx: number;
  debit: number;
  credit: number;
  amount: string;
  reason: number;
  symbol: number;
  time_ms: number;
  member: number | null;
  username: string | null;
}

const right = 'ledger.export';
const select = (
  more = '',
) => `SELECT t.seq, t.idx, t.debit, t.credit, t.amount::text AS amount, t.reason, t.symbol, t.time_ms, m.id AS member, m.username
  FROM wallet_ledger t LEFT JOIN account_member m ON m.site_id = t.site_id AND m.account_no = t.account
  WHERE t.site_id = $1 AND ($2::bigint IS NULL OR t.time_ms >= $2) AND ($3::bigint IS NULL OR t.time_ms < $3)${more}`;

/** As the exports call the accounts of the house. */
const houseNames: Readonly<Record<keyof typeof HouseAccount, string>> = {
  Futures: 'HOUSE_FUTURES',
  Fee: 'HOUSE_FEE',
  Insurance: 'HOUSE_INSURANCE',
  External: 'HOUSE_EXTERNAL',
  Promo: 'HOUSE_PROMO',
  Dust: 'HOUSE_DUST',
  Coupon: 'HOUSE_COUPON',
  Grant: 'HOUSE_GRANT',
  ConvertUsdt: 'EXCHANGE_USDT',
  ConvertBinary: 'EXCHANGE_BINARY',
  BinaryFee: 'EXCHANGE_BINARYFEE',
  BinaryDust: 'EXCHANGE_BINARYDUST',
  RoundsEscrow: 'ROUNDS_ESCROW',
  Rounds: 'ROUNDS_HOUSE',
};

function nameOf(site: SiteConfig, ledger: number): string {
  const { name, isHouse } = nameAt(ledger) ?? {};
  if (name === undefined) return keyName(site, ledger);
  return isHouse ? houseNames[name as keyof typeof HouseAccount] : name.toUpperCase();
}

function cells(record: unknown, site: SiteConfig): string[] {
  const row = record as Row;
  const { currency, decimals } = currencyAt(site, assetOfPair({ debit: sideOf(row.debit), credit: sideOf(row.credit) }));
  return [
    new Date(row.time_ms).toISOString(),
    row.member === null ? '' : String(row.member),
    row.username ?? '',
    reasonWord(row.reason),
    nameOf(site, row.debit),
    nameOf(site, row.credit),
    formatDecimal(BigInt(row.amount), decimals),
    currency,
    site.symbols[row.symbol] ?? '',
    String(row.seq),
    String(row.idx),
  ];
}

const head = ['시각 (UTC)', '회원 번호', '아이디', '내용', '나간 곳', '들어온 곳', '금액', '통화', '종목', '순번', '순번 안'];

export const ledgerExports: readonly ExportSource[] = [
  { kind: 'ledger', right, name: { ko: '원장', en: 'Ledger' }, head, sql: select(), cells },
  {
    kind: 'fees',
    right,
    name: { ko: '수수료', en: 'Fees' },
    head,
    sql: select(` AND t.reason IN (${PostingReason.TradingFee}, ${PostingReason.ClearanceFee}, ${PostingReason.ConversionFee})`),
    cells,
  },
];
