// How much room a site's engine has. Arrays never grow while it runs: a bigger class is loaded from a snapshot.

export interface Capacity {
  accounts: number;
  symbols: number;
  /** (account, symbol) pairs that ever traded or chose a leverage. */
  exposures: number;
  /** Position legs; handed to symbols in blocks of POSITION_BLOCK. */
  positions: number;
  orders: number;
  levels: number;
  /** Nodes of the price index, 1 KB each. */
  nodes: number;
  /** Remembered requests (idempotency). */
  requests: number;
}

export const POSITION_BLOCK = 32;
/** Order slots kept back for liquidations, so that a full book can never stop one. */
export const RESERVED_ORDERS = 64;

export type CapacityClass = 'small' | 'medium' | 'large';

/** An idle site in the small class takes under 2 MB. */
export const capacityClasses: Readonly<Record<CapacityClass, Capacity>> = {
  small: { accounts: 512, symbols: 32, exposures: 1536, positions: 1536, orders: 1536, levels: 1024, nodes: 256, requests: 1024 },
  medium: {
    accounts: 16_384,
    symbols: 64,
    exposures: 131_072,
    positions: 65_536,
    orders: 131_072,
    levels: 65_536,
    nodes: 8_192,
    requests: 131_072,
  },
  large: {
    accounts: 262_144,
    symbols: 256,
    exposures: 1_048_576,
    positions: 1_048_576,
    orders: 1_048_576,
    levels: 262_144,
    nodes: 65_536,
    requests: 1_048_576,
  },
};
