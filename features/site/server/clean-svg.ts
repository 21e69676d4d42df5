// A drawing read letter by letter and written anew: shapes and colours alone, nothing that runs, links or loads.
import { Refusal } from '@maru/kit/server/feature.ts';

const MAX_CHARS = 60_000;
const MAX_ELEMENTS = 2000;
const elements: ReadonlySet<string> = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc'.split(' '),
);
const attributes: ReadonlySet<string> = new Set(
  (
    'xmlns viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points fill fill-rule fill-opacity clip-rule clip-path mask stroke stroke-width ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-opacity opacity transform id offset stop-color stop-opacity ' +
    'gradientUnits gradientTransform fx fy preserveAspectRatio role aria-label version'
  ).split(' '),
);
/** Numbers, colours, paths, and links inside the drawing itself. */
const value = /^(?:[\w\s.,#%()+-]|url\(#[\w-]+\))*$/;
const namespace = 'http://www.w3.org/2000/svg';

const tag = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Throws MEDIA_REFUSED with what is in the way. */
export function cleanSvg(source: string): string {
  const text = source
    .replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim();
  if (text.length > MAX_CHARS) throw refused('SVG > 60 KB');
  const open: string[] = [];
  let out = '';
  let count = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '<') {
      at = textEnd(text, at, open.at(-1));
      continue;
    }
    tag.lastIndex = at;
    const [whole, isEnd, name, given, isEmpty] = tag.exec(text) ?? [];
    if (whole === undefined) throw refused('SVG');
    if (!elements.has(name) || (open.length === 0) !== (name === 'svg' && !isEnd) || ++count > MAX_ELEMENTS) throw refused(`<${name}>`);
    if (isEnd) {
      if (open.pop() !== name) throw refused(`</${name}>`);
      out += `</${name}>`;
    } else {
      if (!isEmpty) open.push(name);
      out += `<${name}${cleanAttributes(name, given)}${isEmpty ? '/' : ''}>`;
    }
    at += whole.length;
    if (open.length === 0 && at < text.length) throw refused('SVG');
  }
  if (open.length > 0 || out === '') throw refused('SVG');
  return out;
}

/** Words have a place in a title only, and nobody needs them. */
function textEnd(text: string, at: number, parent: string | undefined): number {
  const next = text.indexOf('<', at);
  const end = next < 0 ? text.length : next;
  if (text.slice(at, end).trim() !== '' && parent !== 'title' && parent !== 'desc') throw refused('text');
  return end;
}

function cleanAttributes(name: string, given: string): string {
  let out = '';
  for (const [, key, double, single] of given.matchAll(attribute)) {
    const said = double ?? single ?? '';
    if (key === 'xmlns') {
      if (said !== namespace) throw refused(key);
    } else if (!attributes.has(key) || !value.test(said) || /url\(\s*[^#\s]/.test(said)) throw refused(key);
    out += ` ${key}="${said}"`;
  }
  return name === 'svg' && !out.includes(' xmlns=') ? ` xmlns="${namespace}"${out}` : out;
}

const refused = (reason: string) => new Refusal('MEDIA_REFUSED', { field: 'file', reason });
