// The page somebody wanted before being sent to log in, kept for this tab.
const key = 'maru.wanted';

export interface WantedPage {
  /** Path with search, of this site. */
  href: string;
  /** Its name for "you will return to …": a text's id, or the words themselves. */
  title: string;
}

export function rememberWantedPage(page: WantedPage): void {
  sessionStorage.setItem(key, JSON.stringify(page));
}

export function wantedPage(): WantedPage | undefined {
  try {
    const page = JSON.parse(sessionStorage.getItem(key) ?? 'null') as WantedPage | null;
    // Only a path of our own: never another origin (`//…`, `/\…`).
    return page && /^\/(?![/\\])/.test(page.href) ? page : undefined;
  } catch {
    return undefined;
  }
}

export function forgetWantedPage(): void {
  sessionStorage.removeItem(key);
}
