// What is due when, by the server's clock: each id stands in line once, and a look takes those whose time has come.

/** So many places of the heap that nothing stands at any more are not worth a tidying. */
const IDLE = 64;

interface Entry {
  readonly id: number;
  readonly at: number;
}

/** A heap; an id that is put again leaves its old place behind, which is passed over when it comes up. */
export class DueQueue {
  #heap: Entry[] = [];
  readonly #places = new Map<number, Entry>();

  get size(): number {
    return this.#places.size;
  }

  /** Places of the heap, left ones included. */
  get service(): number {
    return this.#heap.length;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  /** In place of when it was due before. */
  put(id: number, at: number): void {
    const entry = { id, at };
    this.#places.set(id, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    this.#tidy();
  }

  /** At most so many of those due at `now`, the longest due first; they are in line no more. */
  take(now: number, most: number): number[] {
    const taken: number[] = [];
    while (taken.length < most && this.#heap.length > 0 && this.#heap[0].at <= now) {
      const entry = this.#pop();
      if (this.#places.get(entry.id) !== entry) continue;
      this.#places.delete(entry.id);
      taken.push(entry.id);
    }
    return taken;
  }

  /** What is begun and cancelled over and over leaves no more behind than what stands. A sorted list is a heap. */
  #tidy(): void {
    if (this.#heap.length > IDLE + 2 * this.#places.size) this.#heap = [...this.#places.values()].toSorted((a, b) => a.at - b.at);
  }

  #pop(): Entry {
    const [first] = this.#heap;
    const last = this.#heap.pop() as Entry;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first;
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#heap[above].at <= this.#heap[at].at) return;
      this.#swap(at, above);
      at = above;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < this.#heap.length && this.#heap[below].at < this.#heap[least].at) least = below;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b], this.#heap[a]];
  }
}
