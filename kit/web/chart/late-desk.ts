// The drawing desk in its own chunk, for most charts are only looked at; what is kept of drawings waits for it.
import type { Drawing } from './chart-drawings.ts';
import type { DrawingDesk } from './drawing-desk.ts';

export interface LateDesk {
  drawing(): Promise<DrawingDesk>;
  /** In the place of what is drawn. */
  restoreDrawings(drawings: readonly Drawing[]): void;
  /** The figure pressed last goes; where nothing was ever drawn nothing is loaded for it. */
  removeChosen(): void;
}

export function lateDesk(load: () => Promise<DrawingDesk>): LateDesk {
  let desk: Promise<DrawingDesk> | undefined;
  let kept: readonly Drawing[] = [];
  const restore = (opened: DrawingDesk) => {
    opened.restore(kept);
    return opened;
  };
  // A desk that came only at the second try has what is kept before anything new is drawn, or that alone would be kept.
  const drawing = () =>
    (desk ??= load().then(restore, (error: unknown) => {
      desk = undefined;
      throw error;
    }));
  return {
    drawing,
    restoreDrawings(drawings) {
      kept = drawings;
      if (desk) void desk.then(restore, () => undefined);
      else if (kept.length > 0) void drawing().catch(() => undefined);
    },
    removeChosen: () =>
      void desk?.then(
        (opened) => opened.removeChosen(),
        () => undefined,
      ),
  };
}
