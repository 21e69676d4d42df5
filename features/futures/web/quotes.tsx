// Prices for the futures screens, handed in by the page that joins market and futures: this feature never reaches into the other.
import type { Depth, Ticker } from '@maru/market/contract.ts';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

export interface QuoteBoard {
  /** Latest ticker; followed only while somebody subscribes. */
  quote(symbol: string): Ticker | undefined;
  depth(symbol: string): Depth | undefined;
  subscribe(symbol: string, changed: () => void): () => void;
}

const nothing: QuoteBoard = { quote: () => undefined, depth: () => undefined, subscribe: () => () => undefined };
const Board = createContext<QuoteBoard>(nothing);

export function QuoteBoardProvider({ board, children }: { board: QuoteBoard; children: ReactNode }) {
  return <Board value={board}>{children}</Board>;
}
export const useQuoteBoard = (): QuoteBoard => useContext(Board);

/** Derived figures (PnL, distance, previews) are reckoned this often, not at every tick. */
export const DERIVE_EVERY_MS = 250;

/** The latest ticker of a symbol, at most four times a second. */
export function useSlowQuote(symbol: string, everyMs = DERIVE_EVERY_MS): Ticker | undefined {
  const board = useQuoteBoard();
  const [quote, setQuote] = useState(() => board.quote(symbol));
  useEffect(() => {
    const throttle = throttled(() => setQuote(board.quote(symbol)), everyMs);
    throttle.run();
    const off = board.subscribe(symbol, throttle.ask);
    return () => {
      off();
      throttle.stop();
    };
  }, [board, symbol, everyMs]);
  return quote;
}

/** Re-renders at most four times a second while any of the symbols moves; read the board in render. */
export function useSlowQuotes(symbols: readonly string[]): QuoteBoard {
  const board = useQuoteBoard();
  const [, setTick] = useState(0);
  const names = symbols.join();
  useEffect(() => {
    const throttle = throttled(() => setTick((n) => n + 1), DERIVE_EVERY_MS);
    const offs = names === '' ? [] : names.split(',').map((symbol) => board.subscribe(symbol, throttle.ask));
    return () => {
      for (const off of offs) off();
      throttle.stop();
    };
  }, [board, names]);
  return board;
}

function throttled(work: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = undefined;
    lastMs = performance.now();
    work();
  };
  return {
    run,
    ask() {
      timer ??= setTimeout(run, Math.max(0, lastMs + everyMs - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
