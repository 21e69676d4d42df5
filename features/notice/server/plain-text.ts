// Clean HTML without its form: what a card, a search or an export says of it.
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity])
    .replace(/\s+/g, ' ')
    .trim();

/** The address of the first picture of our own file store. */
export const firstPicture = (html: string): string | null => /<img[^>]* src="(\/api\/file\?id=[A-Za-z0-9_-]{22})"/.exec(html)?.[1] ?? null;
