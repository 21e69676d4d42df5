// How near a site is to the end of its capacity class, so that its host can load it into the next one in a quiet moment.
import {
  META_ACCOUNTS,
  META_BLOCKS,
  META_BUCKETS_HELD,
  META_EXPOSURES,
  META_MORE_ACCOUNTS,
  META_REQUEST_COUNT,
  META_REQUEST_FIRST,
  META_SYMBOLS,
  META_TIMERS,
} from './layout.ts';
import { moreCapacity } from './ledger/more-accounts.ts';
import { blocksOf, REQUEST } from './state.ts';
import type { EngineState } from './state.ts';
import { freeLevels, heldOrders } from './futures/order-book.ts';
import { heldNodes } from './futures/price-index.ts';
import { MARK_OPEN_BETS, MARK_OPEN_ROUNDS } from './layout-rounds.ts';
import { betCapacity, roundCapacity } from './rounds/tables.ts';
import { DAY_MS } from './time.ts';

const KEYS_PROMISED = 1_000_000;
const KEYS_HOLD_MS = DAY_MS;
/** Field of a request row. */
const REQUEST_TIME = 5;

/** True when any pool is more than three quarters full, or request keys would be forgotten too early. */
export function isNearlyFull(s: EngineState): boolean {
  const c = s.capacity;
  return (
    isOver(s.meta[META_ACCOUNTS], c.accounts) ||
    isOver(s.meta[META_SYMBOLS], c.symbols + (c.symbols >> 1)) ||
    isOver(s.meta[META_EXPOSURES], c.exposures) ||
    isOver(s.meta[META_MORE_ACCOUNTS], moreCapacity(c)) ||
    isOver(s.meta[META_BLOCKS], blocksOf(c)) ||
    isOver(heldOrders(s.books), c.orders) ||
    isOver(c.levels - freeLevels(s.books), c.levels) ||
    isOver(heldNodes(s.books.index), c.nodes) ||
    isOver(heldNodes(s.triggers.index), c.nodes) ||
    isOver(s.meta[META_BUCKETS_HELD], c.levels) ||
    isOver(s.meta[META_TIMERS], c.accounts) ||
    isOver(s.rounds.marks[MARK_OPEN_ROUNDS], roundCapacity(c)) ||
    isOver(s.rounds.marks[MARK_OPEN_BETS], betCapacity(c)) ||
    forgetsTooEarly(s)
  );
}

// Request keys hold for 24 hours or the last million (decisions.md): a ring that fills faster needs the room of the next class.
function forgetsTooEarly(s: EngineState): boolean {
  const { requests } = s.capacity;
  if (requests >= KEYS_PROMISED || !isOver(s.meta[META_REQUEST_COUNT], requests)) return false;
  return s.time - s.requests[s.meta[META_REQUEST_FIRST] * REQUEST + REQUEST_TIME] < KEYS_HOLD_MS;
}

function isOver(used: number, capacity: number): boolean {
  return used * 4 > capacity * 3;
}
