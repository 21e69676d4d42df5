// The drawing toolbox in its own chunk, for most charts are only looked at; what is kept of drawings waits for it.
import type { Drawing } from './chart-drawings.ts';
import type { DrawingToolbox } from './drawing-toolbox.ts';

export interface LateToolbox {
  drawing(): Promise<DrawingToolbox>;
  /** In the place of what is drawn. */
  restoreDrawings(drawings: readonly Drawing[]): void;
  /** The figure pressed last goes; where nothing was ever drawn nothing is loaded for it. */
  removeChosen(): void;
}

export function lateToolbox(load: () => Promise<DrawingToolbox>): LateToolbox {
  let toolbox: Promise<DrawingToolbox> | undefined;
  let kept: readonly Drawing[] = [];
  const restore = (opened: DrawingToolbox) => {
    opened.restore(kept);
    return opened;
  };
  // A toolbox that came only at the second try has what is kept before anything new is drawn, or that alone would be kept.
  const drawing = () =>
    (toolbox ??= load().then(restore, (error: unknown) => {
      toolbox = undefined;
      throw error;
    }));
  return {
    drawing,
    restoreDrawings(drawings) {
      kept = drawings;
      if (toolbox) void toolbox.then(restore, () => undefined);
      else if (kept.length > 0) void drawing().catch(() => undefined);
    },
    removeChosen: () =>
      void toolbox?.then(
        (opened) => opened.removeChosen(),
        () => undefined,
      ),
  };
}
