// `virtual:maru-texts`: the list of all texts for the editor's search, made at build so that it is never behind the catalogs.
import type { Plugin } from 'vite';
import { collectTexts } from './text-collector.ts';

const id = 'virtual:maru-texts';

export function textList(root: string): Plugin {
  return {
    name: 'maru:text-list',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined;
      const list = await collectTexts(root);
      // One string and not a tree of thousands of objects: parsed when the tab is opened.
      return `export const allTexts = JSON.parse(${JSON.stringify(JSON.stringify(list))});`;
    },
  };
}
