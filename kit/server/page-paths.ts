// Which addresses a built app has a page for: its own list beside its files, `$name` standing for one part. Others are told as 404.
import { extname } from 'node:path';

export interface PagePaths {
  /** 200: a page; 404: the app's own page says that there is none; undefined: nothing of the app, answered bare. */
  statusOf(path: string): 200 | 404 | undefined;
}

/** Beside `index.html`; written by the build (apps/member/build/page-list.ts). */
export const PAGE_LIST = '/pages.json';

/** `list`: JSON of patterns; absent (a build of another kind): every address is a page. */
export function readPagePaths(list: string | undefined): PagePaths {
  const patterns = list === undefined ? undefined : (JSON.parse(list) as string[]).map(patternOf);
  return {
    statusOf(path) {
      const plain = decoded(path);
      if (plain === undefined || isFileOfOthers(plain)) return undefined;
      const isKnown = patterns === undefined || patterns.some((pattern) => pattern.test(plain));
      return isKnown ? 200 : 404;
    },
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith('$') ? '[^/]+' : part.replaceAll(/[.*+?^{}()|[\]\\]/g, '\\$&')))
      .join('/')}/?$`,
    'i',
  );

/** What scanners ask for: hidden files (`/.env`, `/.git/config`), and files, which no page is. */
const isFileOfOthers = (path: string): boolean => /(^|\/)\.|\0|\\/.test(path) || extname(path) !== '';

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
