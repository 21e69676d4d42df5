// When the page of this visit stands, scripts and all: what would only disturb it before waits until then.
import { useEffect } from 'react';

let tell: () => void = () => undefined;
const shown = new Promise<void>((done) => {
  tell = done;
});

/** Inside the page's own boundary, which is the last that takes over what was drawn. */
export function PageShown(): null {
  useEffect(() => {
    document.documentElement.dataset['page'] = 'shown';
    tell();
  }, []);
  return null;
}

/** Settles at the latest after so many ms: a page may wait for answers of its own. */
export function pageShown(atMostMs: number): Promise<void> {
  return Promise.race([shown, new Promise<void>((done) => void setTimeout(done, atMostMs))]);
}
