// Fills the boards of a fresh demo, each site and board once: what an operator wrote or took away stays so.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { boards } from '../board-contract.ts';
import { type DemoContent, demoContents } from './demo-texts.ts';

// `&` alone has a meaning in HTML; nothing else of these texts has.
const tagOf = (line: string): [tag: string, text: string] => {
  const text = line.replaceAll('&', '&amp;');
  if (text.startsWith('## ')) return ['h2', text.slice(3)];
  if (text.startsWith('1. ')) return ['ol', text.slice(3)];
  return text.startsWith('- ') ? ['ul', text.slice(2)] : ['p', text];
};

function htmlOf(lines: readonly string[]): string {
  let html = '';
  let open = '';
  for (const [tag, text] of lines.map(tagOf)) {
    const isList = tag === 'ol' || tag === 'ul';
    if (open !== '' && open !== tag) html += `</${open}>`;
    if (isList && open !== tag) html += `<${tag}>`;
    html += isList ? `<li>${text}</li>` : `<${tag}>${text}</${tag}>`;
    open = isList ? tag : '';
  }
  return open === '' ? html : `${html}</${open}>`;
}

/** `order`: its place among those of its site; boards that are read whole stand as they were written. */
async function put(context: AppContext, site: number, content: DemoContent, order: number): Promise<void> {
  const { board, category, daysAgo, isPinned = false, runs, ko, en } = content;
  const day = (n: number) => new Date(context.clock.now() + n * DAY_MS);
  const at = day(-daysAgo);
  await context.pool.query(
    `INSERT INTO notice_notice (site_id, board, category, title_ko, title_en, content_ko, content_en, is_pinned, is_open, created_at,
       updated_at, published_at, event_from, event_until, sort_order)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $9, $9, $10, $11, $12)`,
    [
      site,
      board,
      category,
      ko[0],
      en[0],
      htmlOf(ko.slice(1)),
      htmlOf(en.slice(1)),
      isPinned,
      at,
      runs ? day(runs[0]) : null,
      runs ? day(runs[1]) : null,
      board === 'static' || board === 'faq' ? order : 0,
    ],
  );
}

export async function ensureDemoContents(context: AppContext): Promise<void> {
  const { rows } = await context.pool.query<{ key: string }>(
    "SELECT DISTINCT site_id || ' ' || board AS key FROM notice_notice WHERE site_id IS NOT NULL",
  );
  const known = new Set(rows.map(({ key }) => key));
  for (const site of context.sites.all()) {
    const fresh = boards.filter((board) => !known.has(`${site.id} ${board}`));
    for (const [order, content] of demoContents.entries()) if (fresh.includes(content.board)) await put(context, site.id, content, order);
  }
}
