// Hits under one field of a search: arrows move, Enter takes, and the focus stays in the field.
import { type KeyboardEvent, useEffect, useState } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The hit that a key leads to, round at both ends; undefined when the key leads nowhere. */
export function steppedHit(key: string, chosen: number, count: number): number | undefined {
  const step = steps[key];
  return step === undefined ? undefined : (chosen + step + count) % Math.max(1, count);
}

/** `list`: id of the element that holds the hits; theirs begin with it. */
export function useHitKeys<H>(list: string, hits: readonly H[], take: (hit: H) => void) {
  // What keys or words lead to comes into view; a hit under the pointer is seen, and the list must not slip away beneath it.
  const [led, setLed] = useState({ at: 0, isPointed: false });
  const chosen = Math.min(led.at, hits.length - 1);
  const hitId = (place: number) => `${list}-${place}`;
  useEffect(() => {
    if (!led.isPointed) document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen, led]);
  const lead = (at: number) => setLed({ at, isPointed: false });
  const onKeyDown = (event: KeyboardEvent) => {
    // While a syllable is composed the keys are the input method's.
    if (event.nativeEvent.isComposing) return;
    const next = steppedHit(event.key, chosen, hits.length);
    if (next !== undefined) {
      event.preventDefault();
      lead(next);
    } else if (event.key === 'Enter' && hits[chosen] !== undefined) take(hits[chosen]);
  };
  return {
    chosen,
    /** A pointer is over a hit. */
    point: (at: number) => setLed((was) => (was.isPointed && was.at === at ? was : { at, isPointed: true })),
    /** Other words: their first hit. */
    restart: () => lead(0),
    hitId,
    field: {
      role: 'combobox' as const,
      'aria-expanded': hits.length > 0,
      'aria-controls': list,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': hits[chosen] === undefined ? undefined : hitId(chosen),
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
  };
}
