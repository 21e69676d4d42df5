// Vite plugin: Tailwind's style without what it says twice for browsers older than those that both apps are built for.
import type { Plugin } from 'vite';

/** Browsers without `@property`: Safari before 16.4, Firefox before 128. */
const noProperties = '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:';
/** All that both apps are built for mix colours (Chrome 111, Safari 16.2, Firefox 113): the plain colour before it is for none. */
const mixes = '@supports (color:color-mix(in lab, red, red)){';

/** Where the block ends that opens at or after `from`. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let at = css.indexOf('{', from); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && --depth === 0) return at + 1;
  }
  throw new Error('a block of the style does not end');
}

export function leanCss(css: string): string {
  let lean = css;
  for (let at = lean.indexOf(noProperties); at >= 0; at = lean.indexOf(noProperties))
    lean = lean.slice(0, at) + lean.slice(endOf(lean, at));
  for (let at = lean.indexOf(mixes); at >= 0; at = lean.indexOf(mixes)) {
    const end = endOf(lean, at);
    lean = lean.slice(0, at) + lean.slice(at + mixes.length, end - 1) + lean.slice(end);
  }
  return lean;
}

/** After Tailwind's own plugins, which write the style as it is served. */
export function leanStyle(): Plugin {
  return {
    name: 'maru:lean-style',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (code) => ({ code: leanCss(code), map: null }) },
  };
}
