// The wall around process memory: state of a whole module on the server is named in ARCHITECTURE.md, or it is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, readSources, root } from './tidy/sources.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const chapter = text.slice(text.indexOf('## What memory holds'), text.indexOf('## Numbers'));
const isServer = /^(kit\/server|features\/[\w-]+\/server|apps\/server)\/(?!(.*\/)?testing\/)/;
/** Empty at first and filled later; what is filled where it is written is a table of data. */
const kept = /^(export )?(let |const \w+(: [^=\n]+)? = (new (Map|Set|WeakMap|WeakSet)(<.*>)?\(\)|\[\]);)/m;

it('what a server module remembers is in the table of what memory holds, and nothing else is', () => {
  const found = readSources()
    .filter((s) => isServer.test(s.path) && !isTest(s.path) && kept.test(s.text))
    .map((s) => s.path);
  const list = chapter.slice(chapter.indexOf('Module-level state'));
  const named = [...list.matchAll(/`([\w/.-]+\.ts)`/g)].map((m) => m[1]).filter((path) => !path.startsWith('tools/'));
  expect(found.toSorted()).toEqual(named.toSorted());
});
