// Levels that wait for a price, in order: what the price has reached is found at one end, whatever else waits.

/** Something that waits until a price has risen or fallen to its level. */
export interface Waiting {
  readonly id: number;
  readonly level: number;
  readonly way: 'RISE' | 'FALL';
}

/** Of one price of one symbol. A price that reaches nothing costs two comparisons. */
export class LevelLine<W extends Waiting> {
  /** Both with the next to be reached last. */
  readonly #rises: W[] = [];
  readonly #falls: W[] = [];

  get size(): number {
    return this.#rises.length + this.#falls.length;
  }

  add(waiting: W): void {
    const side = this.#side(waiting);
    side.splice(placeOf(side, waiting), 0, waiting);
  }

  remove(waiting: W): void {
    const side = this.#side(waiting);
    const at = placeOf(side, waiting);
    if (side[at]?.id === waiting.id) side.splice(at, 1);
  }

  /** Takes out what a price has reached, the nearest first. */
  take(price: number): W[] {
    const reached: W[] = [];
    while (this.#rises.length > 0 && this.#rises[this.#rises.length - 1].level <= price) reached.push(this.#rises.pop() as W);
    while (this.#falls.length > 0 && this.#falls[this.#falls.length - 1].level >= price) reached.push(this.#falls.pop() as W);
    return reached;
  }

  #side({ way }: W): W[] {
    return way === 'RISE' ? this.#rises : this.#falls;
  }
}

/** Rising ones stand highest first, falling ones lowest first; of one level the older is nearer the end. */
function isBefore(a: Waiting, b: Waiting): boolean {
  if (a.level !== b.level) return a.way === 'RISE' ? a.level > b.level : a.level < b.level;
  return a.id > b.id;
}

function placeOf(side: readonly Waiting[], waiting: Waiting): number {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(side[middle], waiting)) low = middle + 1;
    else high = middle;
  }
  return low;
}
