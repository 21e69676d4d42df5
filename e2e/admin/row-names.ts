// What a desk's table loses on a phone or when it is scrolled sideways: rows that then no longer say what they are called.
import type { Page } from 'playwright-core';

/** Of each table that is wider than the window: scrolled to its end, whether the cell that names the row is still in sight, with room for others beside it. */
const finder = `(() => {
  const lost = [];
  for (const table of document.querySelectorAll('#page table')) {
    const room = table.closest('[class*=overflow-x-auto], [class*=overflow-auto]');
    const row = table.querySelector('tbody tr:not([aria-hidden])');
    if (row !== null && getComputedStyle(row).display === 'flex') {
      // A card: its first line is its name, with or without the box that chooses it.
      const [first, second] = [...row.cells].map((cell) => cell.innerText.trim());
      if (first === '' && !second) lost.push((table.parentElement.getAttribute('aria-label') ?? 'a table') + ': a card without a name');
      continue;
    }
    if (room === null || row === null || room.scrollWidth <= room.clientWidth + 1) continue;
    const before = room.scrollLeft;
    room.scrollLeft = room.scrollWidth;
    const edge = room.getBoundingClientRect().left;
    const names = [...row.cells].find((cell) => getComputedStyle(cell).position === 'sticky' && getComputedStyle(cell).left === '0px');
    const acts = [...row.cells].at(-1).getBoundingClientRect();
    const isRoomy = names !== undefined && names.getBoundingClientRect().width + acts.width < room.clientWidth * 0.85;
    const isSeen = (cell) => cell.getBoundingClientRect().left > edge - 2;
    if (names === undefined || !isSeen(names)) lost.push((room.getAttribute('aria-label') ?? 'a table') + ': the name scrolls away');
    else if (!isRoomy) lost.push((room.getAttribute('aria-label') ?? 'a table') + ': the name leaves no room');
    else {
      const head = table.querySelector('thead tr').cells[names.cellIndex];
      if (!isSeen(head)) lost.push(head.textContent + ': its head scrolls away');
    }
    room.scrollLeft = before;
  }
  return lost;
})()`;

export const lostNames = (page: Page): Promise<string[]> => page.evaluate(finder) as Promise<string[]>;
