// All of a list for a file, page by page, up to what a spreadsheet holds.

const MOST = 100_000;

export async function readAll<T>(page: (cursor: string | undefined) => Promise<{ content: T[]; next: string | null }>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const part = await page(cursor);
    all.push(...part.content);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined && all.length < MOST);
  return all;
}
