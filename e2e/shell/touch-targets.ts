// What a finger cannot hit: controls under 44 px in a direction, counting what the touch rule adds around them.
import type { Page } from 'playwright-core';

/** Links within a sentence are as high as their line, and what readers alone see is not for fingers. */
const finder = `(() => {
  const small = [];
  for (const control of document.querySelectorAll('a[href], button, input, summary, [role=switch], [role=combobox], [role=tab]')) {
    const box = control.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || !control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true]')) continue;
    const style = getComputedStyle(control);
    if (style.display === 'inline' && control.closest('p, li, td, label')) continue;
    const around = getComputedStyle(control, '::after');
    const felt = around.content === 'none' ? [0, 0] : [parseFloat(around.width) || 0, parseFloat(around.height) || 0];
    // A box in its label's or its field's frame is hit through the frame.
    const frames = control.matches('input') ? [...(control.labels ?? []), control.parentElement].map((e) => e.getBoundingClientRect()) : [];
    const width = Math.max(box.width, felt[0], ...frames.map((r) => r.width));
    const height = Math.max(box.height, felt[1], ...frames.map((r) => r.height));
    if (Math.min(width, height) < 43.5) small.push((control.getAttribute('aria-label') || control.textContent || control.name || control.tagName).trim().slice(0, 40) + ' ' + Math.round(width) + 'x' + Math.round(height));
  }
  return [...new Set(small)];
})()`;

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(finder) as Promise<string[]>;
