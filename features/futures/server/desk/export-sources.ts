// What members did in futures, as exports of a whole site: fills, funding, positions, liquidations.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExportSource } from '@maru/operator/admin-contract.ts';
import { amountText, fixedText, isoText, markText, priceText, quantityText } from '../decimal-text.ts';
import { symbolAt } from '../site-symbols.ts';

interface Row {
  member: number | null;
  username: string | null;
  symbol: number;
  [more: string]: number | string | null;
}

const who = 'LEFT JOIN account_member m ON m.site_id = t.site_id AND m.account_no = t.account';
const within = (column: string) =>
  `WHERE t.site_id = $1 AND ($2::bigint IS NULL OR t.${column} >= $2) AND ($3::bigint IS NULL OR t.${column} < $3)`;
const from = (table: string, column: string) => `SELECT t.*, m.id AS member, m.username FROM ${table} t ${who} ${within(column)}`;

const number = (row: Row, key: string) => Number(row[key]);
const heads = ['시각 (UTC)', '회원 번호', '아이디', '종목'];
const begin = (row: Row, site: SiteConfig, atMs: number) => [
  isoText(atMs),
  row.member === null ? '' : String(row.member),
  row.username ?? '',
  symbolAt(site, row.symbol).data.code,
];

const sides: readonly string[] = ['BUY', 'SELL'];
const positionSides: readonly string[] = ['BOTH', 'LONG', 'SHORT'];
const roles: readonly string[] = ['TAKER', 'MAKER', 'LIQUIDATION', 'ADL', 'LIQUIDATION', 'SETTLEMENT'];
const RATE_DECIMALS = 8;

/** What one kind has of its own; everything else is the same of all. */
interface FuturesSource {
  kind: string;
  name: ExportSource['name'];
  /** Behind time, member and symbol. */
  columns: readonly string[];
  table: string;
  /** The column of its time, `time_ms` when absent. */
  at?: string;
  cells(row: Row, symbol: ReturnType<typeof symbolAt>): string[];
}
function sourceOf({ kind, name, columns, table, at = 'time_ms', cells }: FuturesSource): ExportSource {
  return {
    kind,
    right: 'futures.export',
    name,
    head: [...heads, ...columns],
    sql: from(table, at),
    cells(record, site) {
      const row = record as Row;
      return [...begin(row, site, number(row, at)), ...cells(row, symbolAt(site, row.symbol))];
    },
  };
}

export const futuresExports: readonly ExportSource[] = [
  sourceOf({
    kind: 'fills',
    name: { ko: '체결', en: 'Fills' },
    columns: ['방향', '포지션 방향', '역할', '가격', '수량', '수수료', '실현 손익', '주문 번호', '체결 번호', '포지션 번호'],
    table: 'futures_fill',
    cells: (row, symbol) => [
      sides[number(row, 'flags') & 1],
      positionSides[(number(row, 'flags') >> 1) & 3] ?? '',
      roles[number(row, 'role')] ?? '',
      priceText(symbol, number(row, 'price')),
      quantityText(symbol, number(row, 'lots')),
      amountText(number(row, 'fee')),
      amountText(number(row, 'realized_pnl')),
      String(row['order_id']),
      String(row['trade_id']),
      String(row['position_id']),
    ],
  }),
  sourceOf({
    kind: 'funding',
    name: { ko: '펀딩', en: 'Funding' },
    columns: ['포지션 방향', '수량', '마크가격', '펀딩률', '금액', '받은 금액', '미납', '포지션 번호'],
    table: 'futures_funding',
    cells: (row, symbol) => [
      positionSides[number(row, 'position_side')] ?? '',
      quantityText(symbol, number(row, 'lots')),
      markText(symbol, number(row, 'mark')),
      fixedText(number(row, 'rate'), RATE_DECIMALS),
      amountText(number(row, 'amount')),
      amountText(number(row, 'collected')),
      amountText(number(row, 'debt')),
      String(row['position_id']),
    ],
  }),
  sourceOf({
    kind: 'positions',
    name: { ko: '포지션', en: 'Positions' },
    columns: ['포지션 방향', '마진', '레버리지', '열린 수량', '실현 손익', '수수료', '닫힌 시각 (UTC)', '포지션 번호'],
    table: 'futures_position',
    at: 'opened_ms',
    cells: (row, symbol) => [
      positionSides[number(row, 'position_side')] ?? '',
      number(row, 'margin_type') === 1 ? 'ISOLATED' : 'CROSSED',
      String(row['leverage']),
      row['closed_ms'] === null ? quantityText(symbol, number(row, 'lots')) : '0',
      amountText(number(row, 'realized_pnl')),
      amountText(number(row, 'fees_paid')),
      row['closed_ms'] === null ? '' : isoText(number(row, 'closed_ms')),
      String(row['position_id']),
    ],
  }),
  sourceOf({
    kind: 'liquidations',
    name: { ko: '청산', en: 'Liquidations' },
    columns: ['단계', '수량', '가격', '청산 수수료', '평가 자산', '유지 증거금', '파산가', '포지션 번호'],
    table: 'futures_liquidation',
    cells: (row, symbol) => [
      String(row['stage']),
      quantityText(symbol, number(row, 'lots')),
      priceText(symbol, number(row, 'price')),
      amountText(number(row, 'fee')),
      amountText(number(row, 'equity')),
      amountText(number(row, 'maintenance')),
      priceText(symbol, number(row, 'bankruptcy_price')),
      String(row['position_id']),
    ],
  }),
];
