// What a page of the asset history looks like once lines of it are told: the answer of the act is enough, and nothing is read back.
import { DNW_COUNTED, type DnwEntry } from './dnw-contract.ts';

export interface DnwPage {
  /** Newest first. */
  content: DnwEntry[];
  /** Lines a page holds. */
  size: number;
  totalElements: number;
  next: string | null;
}

interface Asked {
  walletType?: string;
  typeStrs?: string;
}

/** `lines` newest first. As it was where it has them; undefined: there is newer on it than they are. */
export function foldDnw(was: DnwPage, lines: readonly DnwEntry[], { walletType, typeStrs }: Asked): DnwPage | undefined {
  const { content, size, totalElements } = was;
  const types = typeStrs?.split(',');
  const known = new Set(content.map(({ dnwHistoryId }) => dnwHistoryId));
  const news = lines.filter(
    (line) =>
      (walletType === undefined || walletType === line.walletType) && (types?.includes(line.type) ?? true) && !known.has(line.dnwHistoryId),
  );
  const oldest = news.at(-1);
  if (oldest === undefined) return was;
  if (content.length > 0 && content[0].dnwHistoryId > oldest.dnwHistoryId) return undefined;
  const all = [...news, ...content];
  const shown = all.slice(0, size);
  return {
    ...was,
    content: shown,
    totalElements: Math.min(totalElements + news.length, DNW_COUNTED),
    next: was.next === null && all.length <= size ? null : String(shown[shown.length - 1].dnwHistoryId),
  };
}
