// Everybody's alerts about one price of one symbol: levels in one line, moves in one for each window.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import type { Candle } from '../../contract.ts';
import { symbolByName } from '../symbol-table.ts';
import type { AlertRow } from './alert-rows.ts';
import { LevelLine, type Waiting } from './level-line.ts';
import { MoveLine, type Part, type WaitingMove } from './move-line.ts';

export interface Reached {
  readonly row: AlertRow;
  readonly price: number;
  /** What it had moved from; null of a level. */
  readonly from: number | null;
}

type Level = Waiting & { readonly row: AlertRow };
type Move = WaitingMove & { readonly row: AlertRow };

export class PriceLines {
  /** The newest price since this one is listened to. */
  last: number | undefined;
  readonly #levels = new LevelLine<Level>();
  readonly #moves = new Map<number, MoveLine<Move>>();

  add(row: AlertRow): void {
    if (row.way === null) return;
    if (row.level === null) this.window(row.window_minutes ?? 0).add(moveOf(row));
    else this.#levels.add(levelOf(row));
  }

  remove(row: AlertRow): void {
    if (row.level === null) this.#moves.get(row.window_minutes ?? 0)?.remove(moveOf(row));
    else this.#levels.remove(levelOf(row));
  }

  hasWindow(minutes: number): boolean {
    return this.#moves.has(minutes);
  }

  /** Goes on listening once somebody asked for it: the next finds a whole window. */
  window(minutes: number): MoveLine<Move> {
    const line = this.#moves.get(minutes) ?? new MoveLine<Move>(minutes);
    this.#moves.set(minutes, line);
    return line;
  }

  take(price: number, now: number): Reached[] {
    this.last = price;
    const reached: Reached[] = this.#levels.take(price).map(({ row }) => ({ row, price, from: null }));
    for (const line of this.#moves.values())
      for (const { waiting, from } of line.take(price, now)) reached.push({ row: waiting.row, price, from });
    return reached;
  }
}

const levelOf = (row: AlertRow): Level => ({ id: row.id, level: row.level ?? 0, way: row.way === 'FALL' ? 'FALL' : 'RISE', row });
const moveOf = (row: AlertRow): Move => ({ id: row.id, moveBp: row.move_bp ?? 0, way: row.way ?? 'BOTH', row });

/** Recorded candles as parts of a window, in hundredths of a tick; what was made up before the first recording is none. */
export function partsOf(symbol: string, candles: readonly Candle[]): Part[] {
  const decimals = (symbolByName(symbol)?.tickDecimals ?? 0) + 2;
  return candles.flatMap(([at, , high, low, , , , isSimulated]) => {
    const [top, bottom] = [parseDecimal(high, decimals), parseDecimal(low, decimals)];
    return isSimulated === 1 || top === null || bottom === null || bottom <= 0 ? [] : [{ at, low: bottom, high: top }];
  });
}
