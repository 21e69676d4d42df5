// The wall of wiring: what a feature's code provides and asks for is what its `server/wiring.ts` says, no more and no less.
import { expect, it } from 'vitest';
import { isTest, readSources } from './tidy/sources.ts';

const call = /\bservices\s*\??\.\s*(use|find|provide)\(\s*(?:\w+ === '[A-Z]+' \? (\w+) : )?(\w+)/g;
const folderOf = (path: string) => /^(features\/[\w-]+|kit)\/server\//.exec(path)?.[1];

interface Keys {
  provided: Set<string>;
  asked: Set<string>;
}

function keysOfCode(): Map<string, Keys> {
  const found = new Map<string, Keys>();
  for (const { path, text } of readSources()) {
    const folder = folderOf(path);
    if (folder === undefined || isTest(path)) continue;
    const keys = found.get(folder) ?? { provided: new Set(), asked: new Set() };
    found.set(folder, keys);
    for (const [, verb, ...names] of text.matchAll(call))
      for (const name of names) if (name !== undefined) keys[verb === 'provide' ? 'provided' : 'asked'].add(name);
  }
  return found;
}

const listIn = (text: string, part: string) =>
  [...(new RegExp(`\\b${part}: \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name);

it('wiring says what the code provides and asks for', () => {
  const said = new Map(readSources().flatMap(({ path, text }) => (/\/(kit-)?wiring\.ts$/.test(path) ? [[path, text] as const] : [])));
  for (const [folder, { provided, asked }] of keysOfCode()) {
    const text = said.get(`${folder}/server/${folder === 'kit' ? 'kit-' : ''}wiring.ts`) ?? '';
    const foreign = [...asked].filter((name) => !provided.has(name));
    expect({ folder, offers: listIn(text, 'offers') }).toEqual({ folder, offers: [...provided].toSorted() });
    expect({ folder, asks: [...listIn(text, 'needs'), ...listIn(text, 'mayLack')].toSorted() }).toEqual({
      folder,
      asks: foreign.toSorted(),
    });
  }
});
