// Lazy areas of the app: a chunk that does not arrive within 120 s fails as ChunkLoadError, and one reload per build is tried before it shows.
import { Component, type ComponentType, type JSX, lazy, type ReactNode, Suspense, useState } from 'react';
import { defineCatalog, i18n } from './i18n/language.ts';
import { PageShown } from './page-shown.ts';
import { reloadOncePerBuild, reloadWhenServerAnswers } from './reload.ts';
import { currentBuild } from './site.ts';
import { toast } from './toasts/toast-list.ts';
import { buttonClass } from './ui/button.tsx';

defineCatalog({ 'area.part': ['이 부분을 불러오지 못했어요', 'This part could not be loaded'] });

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
  /** Starts the download, on hover or when idle; settles when it is there or has failed. */
  preload(): Promise<void>;
}

interface AreaOptions {
  waiting?: JSX.Element | null;
  /** All of a page, or what no page can do without: when it does not come, the page says so. */
  isPage?: boolean;
  /** A finer point: when it does not come, its place stays as it waited and nothing is said. */
  isQuiet?: boolean;
  /** A dialog that has no `onClose`: ends what asked for it. */
  onFail?: () => void;
  timeoutMs?: number;
}

interface OwnPlaceProps {
  area(): ReactNode;
  instead(again: () => void): ReactNode;
  onFail(): void;
}

/** What does not come fails here, and the page around it stands; a fault of its own code is the page's. */
class OwnPlace extends Component<OwnPlaceProps, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override componentDidCatch() {
    this.props.onFail();
  }
  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.area();
    if (!(error instanceof ChunkLoadError)) throw error;
    return this.props.instead(() => this.setState({ error: undefined }));
  }
}

/**
 * `lazyArea(() => import('…/feature.tsx').then((m) => m.Page))` as a component with its own waiting picture. When it does not come, its place
 * says so and asks again; a dialog is closed, a toast says why, and its button asks again.
 */
export function lazyArea<P extends object>(load: () => Promise<ComponentType<P>>, options: AreaOptions = {}): Area<P> {
  const { waiting = null, isPage, isQuiet, onFail, timeoutMs } = options;
  let started: Promise<{ default: ComponentType<P> }> | undefined;
  let hasFailed = false;
  const start = () =>
    (started ??= loadArea(load, timeoutMs).then(
      (component) => ({ default: component }),
      (error: unknown) => {
        started = undefined;
        // While the reload is under way nothing more is shown.
        if (reloadOncePerBuild(currentBuild())) return never;
        // A browser may remember the failure as long as the page lives: who asks again gets a new page.
        if (hasFailed && !isQuiet && navigator.onLine) {
          void reloadWhenServerAnswers(0);
          return never;
        }
        hasFailed = true;
        throw error;
      },
    ));
  let Part = lazy(start);
  let ready: ComponentType<P> | undefined;
  const AreaView = (props: P) => {
    // Loaded before it is first shown: without a turn of waiting, which would blank what the server has drawn there.
    const [Known] = useState(() => ready);
    const area = () => (
      <Suspense fallback={waiting}>
        {Known ? <Known {...props} /> : <Part {...props} />}
        {isPage && <PageShown />}
      </Suspense>
    );
    if (isPage) return area();
    const end = onFail ?? (props as { onClose?: () => void }).onClose;
    const title = i18n._('area.part');
    const failed = () => {
      Part = lazy(start);
      if (!end) return;
      toast({ title, kind: 'warn', stay: 'notice' });
      end();
    };
    const instead = (again: () => void) =>
      end ? null : isQuiet ? (
        waiting
      ) : (
        <p role="alert" className="p-4 text-center text-13 text-sub">
          {title}{' '}
          <button type="button" onClick={again} className={buttonClass('line', 32, 'ml-2')}>
            {i18n._('state.retry')}
          </button>
        </p>
      );
    return <OwnPlace {...{ area, instead }} onFail={failed} />;
  };
  AreaView.preload = () =>
    load().then(
      (component) => {
        ready = component;
      },
      () => undefined,
    );
  return AreaView;
}
