// The setting of other venues beside a live feed: which, and where they are if not at their usual address.
import { isLoopback } from './config-address.ts';

const venues = ['bybit', 'okx', 'kraken'] as const;

export interface IndexSourceSetting {
  name: (typeof venues)[number];
  /** Another address than the venue's usual one. */
  url: string | undefined;
}

/** Beside a live feed, unless the setting says otherwise. */
const usual: readonly IndexSourceSetting[] = [
  { name: 'bybit', url: undefined },
  { name: 'okx', url: undefined },
];

/** Recorded and computed prices are of another day or none: a venue of today would contradict them. */
export function indexSourcesOf(
  asked: readonly IndexSourceSetting[] | undefined,
  feed: string,
  faults: string[],
): readonly IndexSourceSetting[] {
  if (feed === 'binance') return asked ?? usual;
  if (asked !== undefined && asked.length > 0)
    faults.push(
      `MARU_INDEX_SOURCES: MARU_FEED=${feed}에서는 쓸 수 없습니다. 비우거나 MARU_FEED=binance로 두세요 · cannot stand beside MARU_FEED=${feed}; leave it empty, or set MARU_FEED=binance`,
    );
  return [];
}

/** `bybit,okx=wss://…`; undefined: not acceptable. */
export function parseIndexSources(text: string): readonly IndexSourceSetting[] | undefined {
  if (text === 'none') return [];
  const read = text.split(',').map(sourceOf);
  const found = read.filter((each) => each !== undefined);
  return found.length === read.length && new Set(found.map(({ name }) => name)).size === found.length ? found : undefined;
}

function sourceOf(text: string): IndexSourceSetting | undefined {
  const [, asked, url] = /^\s*([a-z]+)(?:=(\S+))?\s*$/.exec(text) ?? [];
  const name = venues.find((venue) => venue === asked);
  return name === undefined || (url !== undefined && !isAddress(url)) ? undefined : { name, url };
}

/** wss, or ws on this machine. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'wss:' || (protocol === 'ws:' && isLoopback(hostname));
}
