// What the live feed knows of one account while its member may listen: how its facts left it, and what its member was told.
import { type AccountFacts, accountFacts, type AccountFigures } from '../fold-account.ts';
import type { PositionView } from './engine-views.ts';
import { liquidationTicks } from './present-position.ts';

export interface LiveMemory {
  account: AccountFacts;
  /** Open positions by id, with the liquidation price last told, in ticks. */
  positions: Map<number, number>;
  /** Funding paid by open positions, which their end does not repeat. */
  funding: Map<number, number>;
  /** Symbols of the open positions. */
  symbols: Set<number>;
  /** The last sequence that it knows of. */
  seq: number;
  /** No event of the account was missed since it was read. */
  isWhole: boolean;
}

export function emptyMemory(): LiveMemory {
  const wallet = { crossWallet: 0, isolatedWallets: 0, crossUnrealizedPnl: 0, fundingDebt: 0, orderMargin: 0, positionMode: 0 };
  return {
    account: { wallet, orders: new Map(), positions: new Map(), told: new Map() },
    positions: new Map(),
    funding: new Map(),
    symbols: new Set(),
    seq: 0,
    isWhole: false,
  };
}

/** Takes over how the engine stands now, after the messages of a window were made. */
export function remember(memory: LiveMemory, view: Parameters<typeof accountFacts>[0] & { seq: number; known: boolean }): void {
  memory.account = accountFacts(view);
  memory.isWhole = view.known;
  standAt(memory, view.seq, view.positions);
}

/** The same for what was reckoned of its facts; `account` with what they make of it. */
export function carryOn(memory: LiveMemory, seq: number, account: AccountFacts, { positions }: AccountFigures): void {
  memory.account = account;
  standAt(memory, seq, positions);
}

function standAt(memory: LiveMemory, seq: number, positions: readonly PositionView[]): void {
  memory.seq = seq;
  memory.positions.clear();
  memory.funding.clear();
  memory.symbols.clear();
  for (const p of positions) {
    memory.positions.set(p.positionId, liquidationTicks(p.liquidationPrice, p.lots));
    memory.funding.set(p.positionId, p.fundingPaid);
    memory.symbols.add(p.symbol);
  }
}
