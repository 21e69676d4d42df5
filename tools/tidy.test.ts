// The walls of the project, as tests: arrows, circles, dead files, forbidden words, sizes (docs: ARCHITECTURE.md).
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, readSources, root, type Source } from './tidy/sources.ts';

const sources = readSources();
const byPath = new Map(sources.map((s) => [s.path, s]));
const area = (path: string) => path.split('/')[0];
const height: Record<string, number> = { engine: 0, chains: 0, kit: 1, sites: 1, features: 2, apps: 3, bench: 4, e2e: 4, tools: 4 };
const offences = (check: (s: Source) => string[]): string[] => sources.flatMap((s) => check(s).map((o) => `${s.path}: ${o}`));

describe('arrows point down', () => {
  it('apps -> features -> kit -> engine', () => {
    expect(
      offences((s) =>
        isTest(s.path)
          ? []
          : s.imports.filter((i) => i.target && height[area(i.target)] > height[area(s.path)]).map((i) => `may not import ${i.specifier}`),
      ),
    ).toEqual([]);
  });

  // What a feature keeps of a site it declares itself (`site-part.ts`); kit sees those fields through no type of its own.
  it('kit knows of a site only what is its own: no fees, tiers, odds, stakes, coins', () => {
    const parts = sources.filter((s) => /^features\/[\w-]+\/site-part\.ts$/.test(s.path));
    const fields = parts.flatMap((s) =>
      [...(/interface \w+Part \{([\s\S]*?)\n\}/.exec(s.text)?.[1] ?? '').matchAll(/^ {2}(\w+)\??:/gm)].map((m) => m[1]),
    );
    expect(fields).toEqual(expect.arrayContaining(['takerFee', 'tiers', 'rounds', 'conversion', 'usedCoins']));
    const ofSite = new RegExp(`\\b(?:site|config\\.site|SiteConfig)\\??(?:\\.|\\[')(?:${fields.join('|')})\\b`);
    const isKit = (path: string) => /^kit\/(contract|server)\//.test(path) && !isTest(path);
    expect(offences((s) => (isKit(s.path) && ofSite.test(s.text) ? [ofSite.exec(s.text)![0]] : []))).toEqual([]);
  });

  it('the engine imports nothing but itself', () => {
    expect(
      offences((s) =>
        area(s.path) !== 'engine' || isTest(s.path)
          ? []
          : s.imports.filter((i) => !i.target || area(i.target) !== 'engine').map((i) => i.specifier),
      ),
    ).toEqual([]);
  });

  it('chains import nothing of ours, and load in processes of their own: the server knows their types, addresses and orders to cold storage alone (ADR 0075)', () => {
    const may = /^(chains|bench|tools|e2e|apps\/(custody|signer|cold-signer))\/|^features\/custody\/server\/(watch|sign)\//;
    const isLight = (target: string) => target.startsWith('chains/address/') || target === 'chains/cold-order.ts';
    expect(
      offences((s) => {
        if (area(s.path) === 'chains' && !isTest(s.path))
          return s.imports.filter((i) => i.target && area(i.target) !== 'chains').map((i) => i.specifier);
        if (may.test(s.path) || isTest(s.path)) return [];
        return s.imports
          .filter((i) => i.target && area(i.target) === 'chains' && !i.typeOnly && !isLight(i.target))
          .map((i) => i.specifier);
      }),
    ).toEqual([]);
  });

  it('a feature meets another only at its contracts or error texts', () => {
    const feature = (path: string) => path.split('/')[1];
    expect(
      offences((s) =>
        area(s.path) !== 'features' || isTest(s.path)
          ? []
          : s.imports
              .filter((i) => i.target && area(i.target) === 'features' && feature(i.target) !== feature(s.path))
              .filter((i) => !/^features\/[\w-]+\/(contract|admin-contract|errors)\.ts$/.test(i.target!))
              .map((i) => `reaches into ${i.target}`),
      ),
    ).toEqual([]);
  });

  // What one of a pair offers belongs below both, in apps where pages join them, or behind a key that the lower one declares.
  it('features form no circle, types and keys included', () => {
    const feature = (path: string) => path.split('/')[1];
    const knows = new Map<string, Set<string>>();
    for (const s of sources) {
      if (area(s.path) !== 'features' || isTest(s.path)) continue;
      const known = knows.get(feature(s.path)) ?? new Set();
      for (const { target } of s.imports)
        if (target && area(target) === 'features' && feature(target) !== feature(s.path)) known.add(feature(target));
      knows.set(feature(s.path), known);
    }
    // What knows only features that are taken away goes too; what is left is in a circle or above one.
    for (let before = -1; before !== knows.size; ) {
      before = knows.size;
      for (const [name, known] of knows) if (![...known].some((one) => knows.has(one))) knows.delete(name);
    }
    expect([...knows].map(([name, known]) => `${name} -> ${[...known].filter((one) => knows.has(one)).join(', ')}`)).toEqual([]);
  });

  // What joins several lives in apps.
  it('a page of a feature knows one other at most, and who a member is', () => {
    const feature = (path: string) => path.split('/')[1];
    const isPage = (path: string) => /^features\/[\w-]+\/(web|admin)\//.test(path) && !isTest(path);
    const others = (s: Source) => {
      const known = s.imports.flatMap(({ target }) => (target && area(target) === 'features' ? [feature(target)] : []));
      return new Set(known.filter((name) => name !== feature(s.path) && name !== 'member'));
    };
    expect(sources.filter((s) => isPage(s.path) && others(s).size > 1).map((s) => s.path)).toEqual([]);
  });

  it('browser code and contracts never import server code, and server code never imports screens', () => {
    const side = (path: string) => {
      if (/^(kit|features\/[\w-]+)\/(web|admin)\//.test(path) || /^apps\/(member|admin)\//.test(path)) return 'web';
      if (/^(kit|features\/[\w-]+)\/server\//.test(path) || path.startsWith('apps/server/')) return 'server';
      if (path.startsWith('kit/contract/') || /^features\/[\w-]+\/[\w.-]+\.ts$/.test(path)) return 'shared';
      return 'other';
    };
    const forbidden: Record<string, string[]> = { web: ['server'], shared: ['server', 'web'], server: ['web'], other: [] };
    expect(
      offences((s) =>
        isTest(s.path) ? [] : s.imports.filter((i) => i.target && forbidden[side(s.path)].includes(side(i.target))).map((i) => i.specifier),
      ),
    ).toEqual([]);
  });

  it('leaves of engine/futures and the ground below them point down: money <- wire <- ledger, market, draw <- products <- apply', () => {
    const level = (path: string) => {
      const folder = path.split('/')[1];
      const levels = [['money'], ['wire'], ['ledger', 'market', 'draw'], ['wallet', 'futures', 'rounds', 'slot', 'staking', 'custody']];
      const found = levels.findIndex((folders) => folders.includes(folder));
      return found < 0 ? levels.length : found;
    };
    const words = /^engine\/(reject|state|layout|touched|capacity|rows|time)[\w-]*\.ts$/;
    expect(
      offences((s) =>
        area(s.path) !== 'engine' || isTest(s.path)
          ? []
          : s.imports
              .filter((i) => i.target && !words.test(i.target) && !words.test(s.path) && level(i.target) > level(s.path))
              .map((i) => i.specifier),
      ),
    ).toEqual([]);
  });
});

describe('no circles, no dead files', () => {
  it('files form no circle of value imports', () => {
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (path: string, trail: string[]) => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
        return;
      }
      state.set(path, 'open');
      for (const i of byPath.get(path)?.imports ?? [])
        if (i.target && !i.typeOnly && byPath.has(i.target)) visit(i.target, [...trail, path]);
      state.set(path, 'done');
    };
    for (const s of sources) visit(s.path, []);
    expect(circles).toEqual([]);
  });

  it('every import of ours leads to a file', () => {
    expect(
      offences((s) => s.imports.filter((i) => i.target && !existsSync(join(root, i.target))).map((i) => `${i.specifier} is not there`)),
    ).toEqual([]);
  });

  it('every file is reached from an entry point', () => {
    const entryPoints =
      /^(kit\/server\/testing\/postgres-setup\.ts|apps\/server\/[\w-]+\.ts|apps\/[\w-]+\/(main\.tsx|vite\.config\.ts|[\w-]+\.mjs|build\/[\w-]+\.ts|first-screen\/(thread|vite\.config)\.ts)|tools\/.*|bench\/[\w-]+\.ts|e2e\/.*|sites\/[\w-]+\.ts|features\/[\w-]+\/(contract|errors|site-part)\.ts)$/;
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const i of byPath.get(path)?.imports ?? []) if (i.target && byPath.has(i.target)) visit(i.target);
    };
    for (const s of sources) if (entryPoints.test(s.path) || /\.test\.tsx?$/.test(s.path)) visit(s.path);
    expect(sources.map((s) => s.path).filter((p) => !reached.has(p))).toEqual([]);
  });
});

describe('the engine is one pure book', () => {
  const engine = sources.filter((s) => area(s.path) === 'engine' && !isTest(s.path));
  const code = (s: Source) =>
    s.text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, '')
      .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");

  it('no clock, chance, locale or I/O', () => {
    const forbidden =
      /\b(Date|Math\.random|Intl|toLocaleString|localeCompare|setTimeout|setInterval|fetch|process|performance|console|globalThis|require)\b(?!['"])/g;
    expect(engine.flatMap((s) => [...code(s).matchAll(forbidden)].map((m) => `${s.path}: ${m[0]}`))).toEqual([]);
  });

  it('no fractions: division lives in engine/money', () => {
    const division = /[\w)\]]\s*\/=?\s*[\w(]/;
    const found = engine
      .filter((s) => !s.path.startsWith('engine/money/'))
      .flatMap((s) =>
        code(s)
          .split('\n')
          .filter((line) => division.test(line) && !/\/[^/]+\/[dgimsuvy]*[.,)]/.test(line))
          .map((line) => `${s.path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  // A word of a record has one name, made by the schema in engine/wire: `events[i + OrderFilled.price]`.
  it('a word of a command or an event is read and written by its name, not by its number', () => {
    const byNumber = /\b(?:e|w|events?|words|records?|commands|sale)\[(?:\w+ [+|] )?[1-9]\d*\]/g;
    const numbers = (s: Source) => [...code(s).matchAll(byNumber)].map((m) => m[0]);
    const meetsRecords = (s: Source) => s.path.startsWith('engine/') || s.imports.some((i) => i.target?.startsWith('engine/wire/'));
    // Words of other things: a wide integer's two, a hash over all of them, the tiny engine of kit's own tests.
    const others = /^(engine\/(wire\/|money\/wide-words|state-hash)|kit\/server\/testing\/)/;
    expect(offences((s) => (isTest(s.path) || others.test(s.path) || !meetsRecords(s) ? [] : numbers(s)))).toEqual([]);
  });
});

describe('habits', () => {
  it('kebab-case names that say something', () => {
    const vague = /(^|\/|-)(utils?|helpers?|common|managers?|types|misc|shared)(\.|\/|-|$)/;
    expect(offences((s) => (vague.test(s.path) || !/^[a-z0-9./-]+$/.test(s.path) ? ['name'] : []))).toEqual([]);
  });

  it('named exports only, no barrels', () => {
    const tool = /(vite|vitest)\.config\.ts$/;
    expect(offences((s) => (!tool.test(s.path) && /^export default\b/m.test(s.text) ? ['default export'] : []))).toEqual([]);
    expect(offences((s) => (/^export \* from/m.test(s.text) ? ['barrel'] : []))).toEqual([]);
  });

  it('each file opens with one sentence that says what it is for', () => {
    expect(offences((s) => (/^(#!.*\n)?(\/\/|\/\*)/.test(s.text) ? [] : ['no opening sentence']))).toEqual([]);
  });

  it('no test is switched off', () => {
    expect(
      offences((s) =>
        /\b(it|test|describe)\.(skip|only|todo|fails)\b|\bx(it|describe)\(/.test(s.text) && !s.path.startsWith('tools/tidy')
          ? ['switched off']
          : [],
      ),
    ).toEqual([]);
  });

  it('a browser test asks the page until it answers as told: read at once, it races the next frame', () => {
    const readAtOnce =
      /expect\(\[?await .*\.(count|inputValue|innerText|allInnerTexts|textContent|isDisabled|isEnabled|isVisible|getAttribute)\(/;
    expect(offences((s) => (/^e2e\/(?!attack\/)/.test(s.path) ? s.text.split('\n').filter((line) => readAtOnce.test(line)) : []))).toEqual(
      [],
    );
  });

  it('files stay under 400 lines; those that do not may only shrink', () => {
    const ratchet: Record<string, number> = JSON.parse(readFileSync(join(root, 'tools/tidy/long-files.json'), 'utf8'));
    expect(
      offences((s) => {
        const limit = ratchet[s.path] ?? 400;
        return s.lines > limit ? [`${s.lines} lines, limit ${limit}`] : [];
      }),
    ).toEqual([]);
    expect(Object.keys(ratchet).filter((p) => (byPath.get(p)?.lines ?? 0) <= 400)).toEqual([]);
  });

  it('nothing reads outside the project', () => {
    expect(
      offences((s) => (/\.\.\/shared\/|['"`]\/work\//.test(s.text) && !s.path.startsWith('tools/tidy') ? ['path outside'] : [])),
    ).toEqual([]);
  });
});

describe('packages', () => {
  it('every @maru/* link leads outside node_modules, where Node strips types', () => {
    const folder = join(root, 'node_modules', '@maru');
    const inside = readdirSync(folder).filter((name) => realpathSync(join(folder, name)).includes(`${sep}node_modules${sep}`));
    expect(inside).toEqual([]);
  });

  it('versions are exact', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }) as [
      string,
      string,
    ][];
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('the lock files name no registry host', () => {
    for (const file of ['package-lock.json', 'bench/phone/package-lock.json'])
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/"resolved": "https?:/);
  });
});

describe('one calendar', () => {
  // Days of a site have 23 to 25 hours where clocks change: whoever writes a day's length has thought of that in one place.
  it('no literal length of a day outside it', () => {
    const owners = ['kit/contract/calendar.ts', 'engine/time.ts'];
    const length = /(?<![\w.])(?:86_?400(?:_?00[01])?|24 \* (?:60 \* 60|3_?600|hours?\b|HOURS?(?:_MS)?\b))(?!\w)/;
    const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '');
    expect(offences((s) => (owners.includes(s.path) || !length.test(code(s.text)) ? [] : [code(s.text).match(length)![0]]))).toEqual([]);
  });
});
