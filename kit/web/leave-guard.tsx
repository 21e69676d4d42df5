// Stands in every page: with the first form comes who asks before what was typed is lost (`leave-question.tsx`).
import { createElement } from 'react';
import { useUnsaved } from './unsaved.ts';

/** Once, inside the router. */
export function LeaveGuard() {
  const Asker = useUnsaved(({ Asker: known }) => known);
  return Asker ? createElement(Asker) : null;
}
