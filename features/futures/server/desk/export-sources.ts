// What members did in futures, as exports of a whole site: fills, funding, positions, liquidations.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExportSource } from '@maru/operator/contract.ts';
import { amountText, fixedText, isoText, markText, priceText, quantityText } from '../decimal-text.ts';
import { symbolAt } from '../site-symbols.ts';

interface Row {
  member: number | null;
  username: string | null;
  symbol: number;
  [more: string]: number | string | null;
}

const right = 'futures.export';
const who = 'LEFT JOIN account_member m ON m.site_id = t.site_id AND m.account_no = t.account';
const within = (column: string) =>
  `WHERE t.site_id = $1 AND ($2::bigint IS NULL OR t.${column} >= $2) AND ($3::bigint IS NULL OR t.${column} < $3)`;
const from = (table: string, column = 'time_ms') => `SELECT t.*, m.id AS member, m.username FROM ${table} t ${who} ${within(column)}`;

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

export const futuresExports: readonly ExportSource[] = [
  {
    kind: 'fills',
    right,
    name: { ko: '체결', en: 'Fills' },
    head: [...heads, '방향', '포지션 방향', '역할', '가격', '수량', '수수료', '실현 손익', '주문 번호', '체결 번호', '포지션 번호'],
    sql: from('futures_fill'),
    cells(record, site) {
      const row = record as Row;
      const symbol = symbolAt(site, row.symbol);
      const flags = number(row, 'flags');
      return [
        ...begin(row, site, number(row, 'time_ms')),
        sides[flags & 1],
        positionSides[(flags >> 1) & 3] ?? '',
        roles[number(row, 'role')] ?? '',
        priceText(symbol, number(row, 'price')),
        quantityText(symbol, number(row, 'lots')),
        amountText(number(row, 'fee')),
        amountText(number(row, 'realized_pnl')),
        String(row['order_id']),
        String(row['trade_id']),
        String(row['position_id']),
      ];
    },
  },
  {
    kind: 'funding',
    right,
    name: { ko: '펀딩', en: 'Funding' },
    head: [...heads, '포지션 방향', '수량', '마크가격', '펀딩률', '금액', '받은 금액', '미납', '포지션 번호'],
    sql: from('futures_funding'),
    cells(record, site) {
      const row = record as Row;
      const symbol = symbolAt(site, row.symbol);
      return [
        ...begin(row, site, number(row, 'time_ms')),
        positionSides[number(row, 'position_side')] ?? '',
        quantityText(symbol, number(row, 'lots')),
        markText(symbol, number(row, 'mark')),
        fixedText(number(row, 'rate'), RATE_DECIMALS),
        amountText(number(row, 'amount')),
        amountText(number(row, 'collected')),
        amountText(number(row, 'debt')),
        String(row['position_id']),
      ];
    },
  },
  {
    kind: 'positions',
    right,
    name: { ko: '포지션', en: 'Positions' },
    head: [...heads, '포지션 방향', '마진', '레버리지', '열린 수량', '실현 손익', '수수료', '닫힌 시각 (UTC)', '포지션 번호'],
    sql: from('futures_position', 'opened_ms'),
    cells(record, site) {
      const row = record as Row;
      const lots = number(row, 'lots');
      return [
        ...begin(row, site, number(row, 'opened_ms')),
        positionSides[number(row, 'position_side')] ?? '',
        number(row, 'margin_type') === 1 ? 'ISOLATED' : 'CROSSED',
        String(row['leverage']),
        row['closed_ms'] === null ? quantityText(symbolAt(site, row.symbol), lots) : '0',
        amountText(number(row, 'realized_pnl')),
        amountText(number(row, 'fees_paid')),
        row['closed_ms'] === null ? '' : isoText(number(row, 'closed_ms')),
        String(row['position_id']),
      ];
    },
  },
  {
    kind: 'liquidations',
    right,
    name: { ko: '청산', en: 'Liquidations' },
    head: [...heads, '단계', '수량', '가격', '청산 수수료', '평가 자산', '유지 증거금', '파산가', '포지션 번호'],
    sql: from('futures_liquidation'),
    cells(record, site) {
      const row = record as Row;
      const symbol = symbolAt(site, row.symbol);
      return [
        ...begin(row, site, number(row, 'time_ms')),
        String(row['stage']),
        quantityText(symbol, number(row, 'lots')),
        priceText(symbol, number(row, 'price')),
        amountText(number(row, 'fee')),
        amountText(number(row, 'equity')),
        amountText(number(row, 'maintenance')),
        priceText(symbol, number(row, 'bankruptcy_price')),
        String(row['position_id']),
      ];
    },
  },
];
