// Lazy areas of the app: a chunk that does not arrive within 120 s fails as ChunkLoadError, and one reload per build is tried before it shows.
import { type ComponentType, type JSX, lazy, Suspense } from 'react';
import { reloadOncePerBuild } from './reload.ts';
import { currentBuild } from './site.ts';

/** Specification section 9. */
export const areaTimeoutMs = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Rejects with ChunkLoadError when the import fails or takes longer than the limit. */
export async function loadArea<T>(load: () => Promise<T>, timeoutMs = areaTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ChunkLoadError('the area did not arrive in time')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('the area could not be loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}

const never = new Promise<never>(() => undefined);

export interface Area<P extends object> {
  (props: P): JSX.Element;
  /** Starts the download, on hover or when idle. */
  preload(): void;
}

/** `lazyArea(() => import('…/feature.tsx').then((m) => m.Page))` as a component with its own waiting picture. */
export function lazyArea<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = null, timeoutMs = areaTimeoutMs }: { waiting?: JSX.Element | null; timeoutMs?: number } = {},
): Area<P> {
  let started: Promise<{ default: ComponentType<P> }> | undefined;
  const start = () =>
    (started ??= loadArea(load, timeoutMs).then(
      (component) => ({ default: component }),
      (error: unknown) => {
        started = undefined;
        // While the reload is under way nothing more is shown.
        if (reloadOncePerBuild(currentBuild())) return never;
        throw error;
      },
    ));
  const Component = lazy(start);
  const AreaView = (props: P) => (
    <Suspense fallback={waiting}>
      <Component {...props} />
    </Suspense>
  );
  AreaView.preload = () => void start().catch(() => undefined);
  return AreaView;
}
