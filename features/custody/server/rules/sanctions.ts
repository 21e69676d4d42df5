// Addresses under sanctions: from the installation's file, read again whenever it is another, and from what a site's operators added.
import { readFile, stat } from 'node:fs/promises';
import type { AppContext } from '@maru/kit/server/context.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';

/** Names of lists that name the address; UNREADABLE: there is a file, and it cannot be read. */
type FileNaming = (address: string) => Promise<string[]>;
/** By the installation's file and by what the site's operators added. */
export type ListsNaming = (site: number, address: string) => Promise<string[]>;
export const listsNaming = serviceKey('custody.listsNaming').of<ListsNaming>();

const UNREADABLE = 'UNREADABLE';
const UNNAMED = 'LIST';

/** Chains that write one address in several ways: 0x…, and Bech32 in capitals. Others tell capitals apart. */
export const sameAddress = (address: string): string => (/^(0x|bc1|ltc1)/i.test(address) ? address.toLowerCase() : address);

export interface NamedAddress {
  /** From 1. */
  line: number;
  address: string;
  list: string;
}

/** `address` or `address,list`; empty lines and comments are passed over. */
export function readSanctionLines(text: string): NamedAddress[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((written, index) => {
      const [address = '', ...name] = written.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
      if (address === '' || address.startsWith('#')) return [];
      return [{ line: index + 1, address, list: name.join(',').trim() || UNNAMED }];
    });
}

function parseSanctions(text: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const { address, list } of readSanctionLines(text)) {
    const key = sameAddress(address);
    named.set(key, [...new Set([...(named.get(key) ?? []), list])]);
  }
  return named;
}

/** Read anew each time: what one gateway's operator added holds at every other. */
export function namingOf({ pool, config }: Pick<AppContext, 'pool' | 'config'>): ListsNaming {
  const inFile = openSanctions(config.sanctionsFile);
  return async (site, address) => {
    const { rows } = await pool.query<{ list: string }>(
      'SELECT list FROM custody_sanction WHERE site_id = $1 AND same = $2 ORDER BY list',
      [site, sameAddress(address)],
    );
    return [...new Set([...(await inFile(address)), ...rows.map(({ list }) => list)])];
  };
}

export function openSanctions(path: string | undefined): FileNaming {
  let read: { mark: string; named: Map<string, string[]> } | undefined;
  return async (address) => {
    if (path === undefined) return [];
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (read?.mark !== mark) read = { mark, named: parseSanctions(await readFile(path, 'utf8')) };
      return read.named.get(sameAddress(address)) ?? [];
    } catch {
      return [UNREADABLE];
    }
  };
}
