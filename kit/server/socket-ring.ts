// What a member's queues told lately, so that a client that reconnects gets what it missed instead of everything.

export interface RingEntry {
  seq: number;
  index: number;
  queue: string;
  /** The shared tail of its MESSAGE frame. */
  tail: string;
}

/** Bounded: `floor` is the id up to which nothing is known. */
export interface EventRing {
  add(entry: RingEntry): void;
  /** Entries of the queue after the id, oldest first; undefined when some of them may be gone. */
  after(queue: string, seq: number, index: number): RingEntry[] | undefined;
  /** Up to which nothing is known. */
  readonly floor: EventPlace;
}

const CAPACITY = 256;
/** And so many characters: a round's results may be long, and thousands of members hear theirs at once. */
const MOST_CHARS = 65_536;

/** `floorSeq`: the last sequence whose events may have been told before the ring existed. */
export function createEventRing(floorSeq: number): EventRing {
  let floor = { seq: floorSeq, index: Number.MAX_SAFE_INTEGER };
  const entries: RingEntry[] = [];
  let chars = 0;
  return {
    add(entry) {
      entries.push(entry);
      chars += entry.tail.length;
      while (entries.length > 1 && (entries.length > CAPACITY || chars > MOST_CHARS)) {
        const { seq, index, tail } = entries.shift() as RingEntry;
        chars -= tail.length;
        floor = { seq, index };
      }
    },
    get floor() {
      return floor;
    },
    after(queue, seq, index) {
      if (isBefore({ seq, index }, floor)) return undefined;
      return entries.filter((entry) => entry.queue === queue && isBefore({ seq, index }, entry));
    },
  };
}

export interface EventPlace {
  seq: number;
  index: number;
}
export const isBefore = (a: EventPlace, b: EventPlace) => a.seq < b.seq || (a.seq === b.seq && a.index < b.index);

/**
 * `${seq}-${index}`; undefined when it is not one. A sequence alone, as calls answer it, stands for all that happened up to it:
 * a page that knows its account from a call and saw no event yet resumes with that.
 */
export function readEventId(text: string): EventPlace | undefined {
  const match = /^(\d{1,15})(?:-(\d{1,9}))?$/.exec(text);
  return match === null ? undefined : { seq: Number(match[1]), index: Number(match[2] ?? Number.MAX_SAFE_INTEGER) };
}
