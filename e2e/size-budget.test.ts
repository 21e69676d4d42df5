// What a visitor downloads, in gzip KB (1 KB = 1000 B), against the budgets of the front end's design: shell, each area on top of it, style, fonts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}

const distOf = (app: 'member' | 'admin') => new URL(`../apps/${app}/dist/`, import.meta.url);
let dist = distOf('member');
const read = (file: string) => readFileSync(fileURLToPath(new URL(file, dist)));
const kilobytes = (bytes: number) => bytes / 1000;

let manifest: Record<string, Chunk>;
let shell: Set<string>;
const open = (app: 'member' | 'admin') => () => {
  dist = distOf(app);
  manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;
  shell = filesOf(Object.keys(manifest).find((key) => manifest[key].isEntry)!);
};

/** A chunk's file and all that it imports before it runs. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) filesOf(each, seen);
  return seen;
}

const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).byteLength, 0);

function areaOf(name: string): Set<string> {
  const key = Object.keys(manifest).find((each) => each.endsWith(name));
  expect(key, `${name} is a lazy area`).toBeDefined();
  return new Set([...filesOf(key!)].filter((file) => !shell.has(file)));
}

/** What a trade page loads before anybody acts: its own part, the layout of its width and the chart library that all areas share. */
const chart = 'kit/web/chart/price-chart.ts';
const desktop = 'pages/futures/desktop-layout.tsx';

describe('size budgets', () => {
  beforeAll(open('member'));
  it('the shell: 175 KB of script, without the checks of shapes', () => {
    expect(kilobytes(weigh(shell))).toBeLessThanOrEqual(175);
    const checked = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && read(file).includes('ZodMini'));
    expect(checked.length, 'what is looked for is called so where it comes later').toBeGreaterThan(0);
    expect(checked.filter(({ file }) => shell.has(file))).toEqual([]);
  });

  it.each([
    [['pages/home/home-page.tsx'], 40],
    [['features/account/web/login-page.tsx'], 25],
    [['features/account/web/feature.tsx'], 45],
    [['features/account/web/way-back.tsx'], 45],
    [['features/wallet/web/feature.tsx'], 80],
    [['pages/futures/future-trade-page.tsx', desktop, chart], 160],
    [['pages/futures/future-view-page.tsx', desktop, chart], 117],
  ])('%s: %d KB on top of the shell', (names, budget) => {
    const files = new Set(names.flatMap((name) => [...areaOf(name)]));
    expect(kilobytes(weigh(files))).toBeLessThanOrEqual(budget);
  });

  it('style: 25 KB; the fonts before any interaction: 72 KB', () => {
    const css = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
    expect(kilobytes(weigh(css))).toBeLessThanOrEqual(25);
    const fonts = [
      ...read('index.html')
        .toString()
        .matchAll(/assets\/maru-[\w-]+\.woff2/g),
    ].map(([font]) => font);
    expect(fonts.length).toBe(2);
    expect(kilobytes(fonts.reduce((sum, font) => sum + read(font).byteLength, 0))).toBeLessThanOrEqual(72);
  });

  it('no single lazy file over 150 KB', () => {
    const heavy = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && !shell.has(file) && kilobytes(weigh([file])) > 150);
    expect(heavy.map(({ file }) => file)).toEqual([]);
  });
});

/** Where text is written with pictures and links, and the editor's list of every text of the site, which comes with its tab alone. */
const editor = /rich-text|editor|site\/admin\/words-tab/;

describe('size budgets of the back office', () => {
  beforeAll(open('admin'));

  it('its entry: 200 KB of script', () => {
    expect(kilobytes(weigh(shell))).toBeLessThanOrEqual(200);
  });

  it('each section: 60 KB on top of it; what is lazy inside a section, the editor among it: 150', () => {
    const pages = Object.keys(manifest).filter((key) => /admin\/[\w-]+-page\.tsx$|pages\/[\w/-]+-page\.tsx$/.test(key));
    const heavy = pages.filter((key) => kilobytes(weigh([...filesOf(key)].filter((file) => !shell.has(file)))) > 60);
    expect(pages.length).toBeGreaterThan(4);
    expect(heavy).toEqual([]);
    const rest = Object.entries(manifest).filter(
      ([key, { file }]) => file.endsWith('.js') && !shell.has(file) && kilobytes(weigh([file])) > (editor.test(key) ? 150 : 60),
    );
    expect(rest.map(([key]) => key)).toEqual([]);
  });
});
