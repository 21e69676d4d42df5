// What a person chose on this device: theme, up/down palette, language, sound, layouts, stars. Kept in local storage.
import { createDrawn } from './drawn-store.ts';
import { languages, type Language, setLanguage } from './i18n/language.ts';

export const themes = ['theme-white', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const upDownPalettes = ['kr', 'green', 'red-green'] as const;
export type UpDownPalette = (typeof upDownPalettes)[number];

export interface Prefs {
  theme: Theme;
  upDown: UpDownPalette;
  language: Language;
  sound: boolean;
  hideAmounts: boolean;
  /** Starred symbols. */
  stars: readonly string[];
  /** Named layouts of the screens (trade screen): any JSON value by name. */
  layout: Readonly<Record<string, unknown>>;
}

// One key each: the page's first script reads `maru.theme` and `maru.lang` before anything is loaded.
const keys = {
  theme: 'maru.theme',
  upDown: 'maru.updown',
  language: 'maru.lang',
  sound: 'maru.sound',
  hideAmounts: 'maru.hide',
  stars: 'maru.stars',
  layout: 'maru.layout',
} as const;
const plain = new Set<keyof Prefs>(['theme', 'upDown', 'language']);

function stored<K extends keyof Prefs>(name: K): unknown {
  try {
    const text = localStorage.getItem(keys[name]);
    return text === null ? undefined : plain.has(name) ? text : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** The same each time: another empty list would be another state. */
const usual: Prefs = { theme: 'theme-white', upDown: 'kr', language: 'ko', sound: true, hideAmounts: false, stars: [], layout: {} };

/** The site's, for who has chosen none. */
let siteUpDown: UpDownPalette = 'kr';

function readPrefs(defaultTheme: Theme): Prefs {
  const stars = stored('stars');
  const layout = stored('layout');
  return {
    theme: oneOf(themes, stored('theme'), defaultTheme),
    upDown: oneOf(upDownPalettes, stored('upDown'), siteUpDown),
    language: oneOf(languages, stored('language'), 'ko'),
    sound: stored('sound') !== false,
    hideAmounts: stored('hideAmounts') === true,
    stars: Array.isArray(stars) ? stars.filter((s): s is string => typeof s === 'string') : usual.stars,
    layout: layout && typeof layout === 'object' ? (layout as Record<string, unknown>) : usual.layout,
  };
}

export const usePrefs = createDrawn<Prefs>(usual);

/** As somebody has it who has chosen nothing but a language. */
export function drawPrefs({ theme, upDown = 'kr', language }: Pick<Prefs, 'theme' | 'language'> & Partial<Prefs>): void {
  usePrefs.drawFrom({ ...usual, theme, upDown, language });
}

function dress({ theme, upDown, language }: Prefs): void {
  const page = document.documentElement;
  page.dataset['theme'] = theme;
  page.dataset['updown'] = upDown;
  setLanguage(language);
  // The browser's own frame follows; read after the theme is on so that a site's colours count.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(page).getPropertyValue('--bg').trim());
}

/** When an operator has changed the site: a member's own choice stays. */
export function setSiteUpDown(palette: UpDownPalette = 'kr'): void {
  siteUpDown = palette;
  usePrefs.setState({ upDown: oneOf(upDownPalettes, stored('upDown'), palette) });
}

/** Once at start, with the site's default mode and palette; other tabs' choices are followed. */
export function startPrefs(defaultTheme: Theme, palette: UpDownPalette = 'kr'): void {
  siteUpDown = palette;
  const own = readPrefs(defaultTheme);
  drawPrefs({ theme: defaultTheme, upDown: palette, language: own.language });
  usePrefs.setState(own, true);
  dress(usePrefs.getState());
  usePrefs.subscribe(dress);
  addEventListener('storage', (event) => {
    if (event.key?.startsWith('maru.')) usePrefs.setState(readPrefs(defaultTheme), true);
  });
}

export function setPref<K extends keyof Prefs>(name: K, value: Prefs[K]): void {
  usePrefs.setState({ [name]: value } as Partial<Prefs>);
  try {
    localStorage.setItem(keys[name], plain.has(name) ? String(value) : JSON.stringify(value));
    // The server draws the first screen of a page, and can read no store.
    if (name === 'language') document.cookie = `${keys.language}=${String(value)}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // A full or closed store only means that the choice lasts as long as the page.
  }
}

export function toggleStar(symbol: string): void {
  const { stars } = usePrefs.getState();
  setPref('stars', stars.includes(symbol) ? stars.filter((s) => s !== symbol) : [...stars, symbol]);
}

export function setLayout(name: string, value: unknown): void {
  setPref('layout', { ...usePrefs.getState().layout, [name]: value });
}
