// The keys of a list that has the focus: arrows, Home, End and first letters move; Enter and Space take, Tab leaves.
import type { KeyboardEvent } from 'react';

export function moveAmong(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const { key } = event;
  if (key === 'Enter' || key === ' ') items[at]?.click();
  else {
    const next = nextOf(key, items, at);
    if (!next) return;
    next.focus();
  }
  event.preventDefault();
}

function nextOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[Math.min(at + 1, items.length - 1)];
  if (key === 'ArrowUp') return items[Math.max(at - 1, 0)];
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1) return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
