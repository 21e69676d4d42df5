// The engine's live views that this feature reads; figures are the engine's own integers.
import { PositionMode } from '@maru/engine/wire/command.ts';
import type { AccountView, SettingsView } from '@maru/engine/view-account.ts';
import type { SymbolView } from '@maru/engine/view-market.ts';
import type { OrderView } from '@maru/engine/view-orders.ts';
import type { PositionView } from '@maru/engine/view-positions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { RequestKeyWords } from '@maru/kit/server/request-key.ts';
import { clearances } from './clearances.ts';

export type { AccountView, OrderView, PositionView, SettingsView, SymbolView };

export interface LiveAccountView extends AccountView {
  account: number;
  orders: OrderView[];
  positions: PositionView[];
}

/** Restrictions of an account, and what of it is being liquidated. */
export interface RiskView {
  flags: number;
  held: boolean;
  heldPositions: number[];
}

/** TP/SL of a position: its pair, and those for a part of it. */
export interface TpslView {
  takeProfit: OrderView | null;
  stopLoss: OrderView | null;
  partial: OrderView[];
}

/** An account that the engine has not opened yet: signed up while it was away. */
const EMPTY: AccountView = {
  seq: 0,
  known: false,
  crossWallet: 0,
  isolatedWallets: 0,
  crossUnrealizedPnl: 0,
  fundingDebt: 0,
  orderMargin: 0,
  positionMargin: 0,
  maintenanceMargin: 0,
  available: 0,
  withdrawable: 0,
  positionMode: PositionMode.OneWay,
};

type Engine = Pick<AppContext, 'engine'>;
type Parts = Pick<AppContext, 'engine' | 'services'>;

/** What a liquidation took of a position is a fee of it too, which the engine does not keep. */
function withClearance({ services }: Parts, site: number, position: PositionView): PositionView {
  const taken = services.find(clearances)?.of(site, position.positionId) ?? 0;
  return taken === 0 ? position : { ...position, feesPaid: position.feesPaid + taken };
}

/** Reads one site's engine; each call sees one moment between two commands. */
export const readEngine = {
  async account({ engine }: Engine, site: number, account: number): Promise<AccountView> {
    const view = await engine.query<AccountView | { seq: number; known: false }>(site, 'account', account);
    return view.known ? view : { ...EMPTY, seq: view.seq };
  },
  openOrders: ({ engine }: Engine, site: number, account: number, symbol: number) =>
    engine.query<{ seq: number; orders: OrderView[] }>(site, 'openOrders', account, symbol),
  /** Sequences of what was first done under these request keys, 0 = nothing that is still known. */
  requests: ({ engine }: Engine, site: number, account: number, keys: readonly RequestKeyWords[]) =>
    engine.query<number[]>(site, 'requests', account, keys),
  /** What is known of a request of several commands, whose body the engine knows by `body`. */
  firstOfRequest: ({ engine }: Engine, site: number, account: number, keys: readonly RequestKeyWords[], body: number) =>
    engine.query<{ seq: number; isOther: boolean }>(site, 'firstOfRequest', account, keys, body),
  order: ({ engine }: Engine, site: number, account: number, orderId: number) =>
    engine.query<OrderView | null>(site, 'order', account, orderId),
  async openPositions(parts: Parts, site: number, account: number, symbol: number): Promise<{ seq: number; positions: PositionView[] }> {
    const view = await parts.engine.query<{ seq: number; positions: PositionView[] }>(site, 'openPositions', account, symbol);
    return { ...view, positions: view.positions.map((position) => withClearance(parts, site, position)) };
  },
  async position(parts: Parts, site: number, account: number, positionId: number): Promise<PositionView | null> {
    const view = await parts.engine.query<PositionView | null>(site, 'position', account, positionId);
    return view && withClearance(parts, site, view);
  },
  settings: ({ engine }: Engine, site: number, account: number, symbol: number) =>
    engine.query<SettingsView | null>(site, 'settings', account, symbol),
  maxOpenable: ({ engine }: Engine, site: number, account: number, symbol: number, side: number, price: number) =>
    engine.query<{ lots: number; available: number }>(site, 'maxOpenable', account, symbol, side, price),
  symbols: ({ engine }: Engine, site: number) => engine.query<SymbolView[]>(site, 'symbols'),
  risk: ({ engine }: Engine, site: number, account: number) => engine.query<RiskView>(site, 'riskOf', account),
  tpsl: ({ engine }: Engine, site: number, account: number, positionId: number) =>
    engine.query<TpslView | null>(site, 'positionTpsl', account, positionId),
  cancelAfter: ({ engine }: Engine, site: number, account: number) =>
    engine.query<{ symbol: number; until: number }[]>(site, 'cancelAfter', account),
  /** As the engine has them, without what liquidations took. */
  live: ({ engine }: Engine, site: number, wanted: number[]) =>
    engine.query<{ seq: number; accounts: LiveAccountView[] }>(site, 'live', wanted),
} as const;
