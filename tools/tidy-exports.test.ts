// The wall of exports: what a file exports another file takes; what only tests take is named, with the reason.
import { expect, it } from 'vitest';
import { isTest, readSources, type Source } from './tidy/sources.ts';

const sources = readSources();

/** Taken by tests alone, and meant so. */
const forTests: readonly string[] = [
  // Formulas of the rules that the worked examples and the properties ask one by one; the engine has them folded into larger steps.
  'engine/futures/bankruptcy.ts settleLiquidation',
  'engine/futures/liquidation-price.ts shownPrice',
  'engine/futures/liquidation-price.ts priceAtTick',
  'engine/market/tiers.ts maxLeverageOf',
  'engine/money/units.ts isWide',
  'engine/rounds/power-ball-markets.ts returnPpm',
  'engine/slot/slot-spin.ts seenSymbols',
  // What is proved of a whole state, a whole list or a limit.
  'engine/ledger/account-sql.ts isLongSql',
  'engine/ledger/account.ts SPARE_HOUSE_ACCOUNT',
  'engine/money/units.ts MAX_LOTS',
  'engine/reject.ts FIRST_ROUND_REJECT',
  'engine/reject.ts FIRST_CUSTODY_REJECT',
  'engine/state-hash.ts stateHash',
  'engine/wire/command.ts ALL_ACCOUNT_FLAGS',
  'engine/wire/command.ts packOrderFlags',
  'features/futures/contract.ts futuresToasts',
  'features/futures/fold-account.ts foldAccount',
  'features/rounds/odds-guard.ts drawTypes',
  'kit/server/config-settings.ts settingsTable',
  'kit/web/inputs/character-sets.ts characterSets',
  'apps/admin/build/text-collector.ts definedTexts',
  // The harness of every feed's test, and how a test's server reaches a database of its own or refuses a second connection.
  'features/market/server/feed-conformance.ts watchFeed',
  'features/market/server/feed-conformance.ts missingNews',
  'kit/server/database.ts withDatabase',
  'kit/server/transaction.ts isInside',
  // Of the bench that compiles the book both ways.
  'engine/money/portable.ts lowProduct',
  // A contract that pays others, for what only tests do with it.
  'chains/eth/contracts/demo-token.ts demoPayerCode',
  // The real node that tests meet; paths that are held against published ones.
  'chains/bitcoin/deriver.ts depositPath',
  'chains/bitcoin/network.ts litecoinAsBtc',
  'chains/bitcoin/network.ts litecoinAsDoge',
  // Shapes that a test names.
  'features/operator/group-contract.ts Found',
  'features/account/contract.ts OwnLimit',
  'features/rounds/contract.ts SiteRoundOption',
  'features/wallet/contract.ts SiteConversion',
];

/** Taken by nobody: a question to the compiler. */
const forNobody: readonly string[] = ['features/site/config-contract.ts readsEveryField'];

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:(?:const|let) \{([^}]*)\}|(?:const|let|function\*?|class|interface|type|enum) (\w+))/gm;
const handedOn = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const taken = /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
const namesIn = (list: string) => list.split(',').flatMap((one) => /^\s*(?:type\s+)?(\w+)/.exec(one)?.[1] ?? []);

function exportsOf({ text }: Source): string[] {
  const own = [...text.matchAll(declared)].flatMap(([, several, name]) => (name === undefined ? namesIn(several) : [name]));
  const others = [...text.matchAll(handedOn)].flatMap(([, list]) => list.split(',').flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []));
  return [...own, ...others];
}

/** By file and name: whether more than tests take it. Whole modules (`import *`, `import()`, workers) take everything. */
function takers(): { byCode: Set<string>; byTests: Set<string>; whole: Set<string> } {
  const byCode = new Set<string>();
  const byTests = new Set<string>();
  const whole = new Set<string>();
  for (const { path, text, imports } of sources) {
    const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
    const named = new Set<string>();
    for (const [, list, specifier] of text.matchAll(taken)) {
      const target = targets.get(specifier);
      if (target === undefined) continue;
      named.add(specifier);
      for (const name of namesIn(list)) (isTest(path) ? byTests : byCode).add(`${target} ${name}`);
    }
    const lazy = new Set([...text.matchAll(/import\(\s*'([^']+)'/g)].map(([, specifier]) => specifier));
    for (const { specifier, target } of imports)
      if (target !== undefined && (!named.has(specifier) || lazy.has(specifier))) whole.add(target);
  }
  return { byCode, byTests, whole };
}

it('nothing is exported that nobody takes, and nothing for tests alone that is not named here', () => {
  const { byCode, byTests, whole } = takers();
  const entryPoints = /^(tools|bench|e2e|sites)\/|\.config\.ts$|\/main\.tsx?$/;
  const unused: string[] = [];
  const testsOnly: string[] = [];
  for (const source of sources) {
    if (isTest(source.path) || entryPoints.test(source.path) || whole.has(source.path)) continue;
    for (const name of exportsOf(source)) {
      const key = `${source.path} ${name}`;
      const isUsedHere = [...source.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
      if (byCode.has(key) || isUsedHere) continue;
      if (byTests.has(key)) testsOnly.push(key);
      else unused.push(key);
    }
  }
  expect(unused.filter((key) => !forNobody.includes(key))).toEqual([]);
  expect(testsOnly.filter((key) => !forTests.includes(key))).toEqual([]);
  const named = [...forNobody.filter((key) => !unused.includes(key)), ...forTests.filter((key) => !testsOnly.includes(key))];
  expect(named, 'taken by now, or gone: it need not be named').toEqual([]);
});
