// What the app's files ask of a browser while they are loaded and drawn, for a thread that has none. Imported before everything else.

/** Width of the window that is drawn for, CSS px. */
let width = 390;
export function drawForWidth(px: number): void {
  width = px;
}

function store(): Storage {
  return { length: 0, getItem: () => null, setItem() {}, removeItem() {}, clear() {}, key: () => null };
}

/** Only widths are asked for; of everything else the usual answer is no. */
function matches(query: string): boolean {
  const bounds = [...query.matchAll(/\((min|max)-width: ?([\d.]+)px\)/g)];
  return bounds.length > 0 && bounds.every(([, side, px]) => (side === 'min' ? width >= Number(px) : width <= Number(px)));
}

const ignore = () => undefined;
Object.assign(globalThis, {
  scrollTo: ignore,
  localStorage: store(),
  sessionStorage: store(),
  location: {
    href: 'http://localhost/',
    origin: 'http://localhost',
    protocol: 'http:',
    host: 'localhost',
    hostname: 'site.invalid',
    pathname: '/',
    search: '',
    hash: '',
  },
  matchMedia: (query: string) => ({ matches: matches(query), addEventListener: ignore, removeEventListener: ignore }),
  addEventListener: ignore,
  removeEventListener: ignore,
  scrollY: 0,
  innerHeight: 844,
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
});
Object.defineProperty(globalThis, 'navigator', {
  configurable: true,
  value: { onLine: true, userAgent: '', language: 'ko', maxTouchPoints: 0 },
});
Object.defineProperty(globalThis, 'innerWidth', { configurable: true, get: () => width });
