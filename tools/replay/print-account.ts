// One account as text, the same on every machine: wallets, positions and orders in the engine's own integers and in USDT.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { EngineCore } from '@maru/kit/server/engine-core.ts';

const AMOUNTS = /wallet|wallets|margin|pnl|debt|available|withdrawable|balance|fees|funding|removable|reserved/i;

/** Lines of `name=value`; amounts in USDT, everything else as the engine keeps it. */
export function accountLines(core: EngineCore, account: number): string[] {
  const view = core.query('account', [account]) as { known: boolean };
  if (!view.known) return [`account ${account} unknown`];
  const { positions } = core.query('openPositions', [account, -1]) as { positions: object[] };
  const { orders } = core.query('openOrders', [account, -1]) as { orders: object[] };
  return [
    `account ${account} ${fields(view)}`,
    ...positions.map((position) => `position ${fields(position)}`),
    ...orders.map((order) => `order ${fields(order)}`),
  ];
}

function fields(row: object): string {
  return Object.entries(row)
    .filter(([name]) => name !== 'known' && name !== 'seq')
    .map(([name, value]) => `${name}=${shown(name, value)}`)
    .join(' ');
}

function shown(name: string, value: unknown): string {
  if (typeof value === 'number' && AMOUNTS.test(name)) return formatDecimal(value, USDT_DECIMALS, true);
  return typeof value === 'object' && value !== null ? JSON.stringify(value, plain) : String(value);
}

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
