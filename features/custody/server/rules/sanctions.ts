// Addresses under sanctions, from the operator's file: read when the server starts, and again whenever the file is another.
import { readFile, stat } from 'node:fs/promises';
import { serviceKey } from '@maru/kit/contract/service.ts';

/** Names of lists that name the address; UNREADABLE: there is a file, and it cannot be read. */
export type ListsNaming = (address: string) => Promise<string[]>;
export const listsNaming = serviceKey('custody.listsNaming').of<ListsNaming>();

const UNREADABLE = 'UNREADABLE';
const UNNAMED = 'LIST';

/** Chains that write one address in several ways: 0x…, and Bech32 in capitals. Others tell capitals apart. */
const sameFor = (address: string): string => (/^(0x|bc1|ltc1)/i.test(address) ? address.toLowerCase() : address);

function parseSanctions(text: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [address, ...name] = line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (address === '' || address.startsWith('#')) continue;
    const list = name.join(',').trim() || UNNAMED;
    const key = sameFor(address);
    named.set(key, [...new Set([...(named.get(key) ?? []), list])]);
  }
  return named;
}

export function openSanctions(path: string | undefined): ListsNaming {
  let read: { mark: string; named: Map<string, string[]> } | undefined;
  return async (address) => {
    if (path === undefined) return [];
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (read?.mark !== mark) read = { mark, named: parseSanctions(await readFile(path, 'utf8')) };
      return read.named.get(sameFor(address)) ?? [];
    } catch {
      return [UNREADABLE];
    }
  };
}
