// What was pressed by a key, and where the keyboard goes when that is gone. What was pressed by pointer has no place to keep.
const rowsOf = 'tr,li,[data-row]';
const controlsOf = 'a[href],button:not(:disabled),input:not(:disabled),[tabindex="0"]';
const overPage = '[role=dialog],[role=alertdialog],[role=menu]';
/** So long a row may be without its control: it says meanwhile that something is under way. */
const patienceMs = 2_000;
/** A press so soon after was meant for the row before. */
const deafMs = 500;

interface Kept {
  control: HTMLElement;
  /** What it is called: the next row's same control is called so too. */
  name: string;
  row: Element;
  /** Those after it, nearest first, then those before it. */
  others: readonly Element[];
  /** Where to when no row is left. */
  panel: HTMLElement | null;
}

/** What a press has opened, answered by whatever hand. */
const isOverPage = (target: EventTarget | null) => target instanceof Element && target.closest(overPage) !== null;
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;
const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(controlsOf)];
const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';

function keep(control: HTMLElement, space: HTMLElement): Kept | undefined {
  const row = control.closest(rowsOf);
  if (!row || !space.contains(row)) return undefined;
  const all = [...(row.parentElement?.children ?? [])];
  const at = all.indexOf(row);
  const others = [...all.slice(at + 1), ...all.slice(0, at).toReversed()];
  const panel = row.closest<HTMLElement>('[role=tabpanel]') ?? space.querySelector<HTMLElement>('[role=tabpanel],h1,h2');
  return { control, name: nameOf(control), row, others, panel };
}

/** The nearest row's control of the same name, else its first; else the panel, else the area. */
function placeAfter({ name, others, panel }: Kept, space: HTMLElement): HTMLElement {
  for (const row of others) {
    const controls = row.isConnected ? controlsIn(row) : [];
    const control = controls.find((each) => nameOf(each) === name) ?? controls[0];
    if (control) return control;
  }
  const last = panel?.isConnected ? panel : space;
  if (!last.hasAttribute('tabindex')) last.tabIndex = -1;
  return last;
}

class FocusKeeper {
  readonly #space: HTMLElement;
  #kept: Kept | undefined;
  #isHeld = false;
  #moved: { to: HTMLElement; atMs: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(space: HTMLElement) {
    this.#space = space;
  }

  press(event: KeyboardEvent): void {
    const { target } = event;
    if (!isPress(event) || !(target instanceof HTMLElement) || !this.#space.contains(target)) return;
    const moved = this.#moved;
    if (target === moved?.to && performance.now() - moved.atMs < deafMs) return event.preventDefault();
    this.forget();
    this.#isHeld = true;
    this.#kept = keep(target, this.#space);
  }

  release(): void {
    this.#isHeld = false;
    this.settle();
  }

  /** Whoever goes elsewhere stays there; a dialog or menu that the press opened is no elsewhere. */
  focused(target: EventTarget | null): void {
    if (this.#kept && target instanceof Element && target !== this.#kept.control && !isOverPage(target)) this.forget();
  }

  forget(): void {
    this.#kept = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  settle(isLate = false): void {
    const kept = this.#kept;
    // A key held down would press the next row's control too.
    if (!kept || this.#isHeld || document.activeElement !== document.body) return;
    const { control, row, name } = kept;
    const again = control.isConnected ? control : controlsIn(row).find((each) => row.isConnected && nameOf(each) === name);
    if (again) {
      kept.control = again;
      if (again.matches(controlsOf)) again.focus({ preventScroll: true });
    } else if (row.isConnected && !isLate) this.#timer ??= setTimeout(() => this.settle(true), patienceMs);
    else this.#move(placeAfter(kept, this.#space));
  }

  #move(to: HTMLElement): void {
    const panel = this.#kept?.panel ?? null;
    this.forget();
    to.focus({ preventScroll: !to.closest(rowsOf) });
    this.#moved = { to, atMs: performance.now() };
    // What it went to may go as well: two answers to one press come one after the other.
    if (to !== panel && to !== this.#space)
      this.#kept = keep(to, this.#space) ?? { control: to, name: nameOf(to), row: to, others: [], panel };
  }
}

export function watchFocus(space: HTMLElement, signal: AbortSignal): void {
  const keeper = new FocusKeeper(space);
  const listen = { capture: true, signal };
  addEventListener('keydown', (event) => keeper.press(event), listen);
  addEventListener('keyup', (event) => isPress(event) && keeper.release(), listen);
  addEventListener('blur', ({ target }) => target === window && keeper.release(), listen);
  addEventListener('pointerdown', ({ target }) => !isOverPage(target) && keeper.forget(), listen);
  addEventListener('focusin', ({ target }) => keeper.focused(target), listen);
  const observer = new MutationObserver(() => keeper.settle());
  observer.observe(space, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  // A dialog that was opened from a row is put away.
  observer.observe(document.body, { childList: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    keeper.forget();
  });
}
