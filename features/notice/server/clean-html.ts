// Rich text of operators made harmless: a short list of tags without style or script, links that lead to https or to this site.
import type { IOptions } from 'sanitize-html';

/** Pictures come from our own file store only: no other address learns who reads a notice. */
export const ownPicture = /^\/api\/file\?id=[A-Za-z0-9_-]{22}$/;
const ownPage = /^\/(?![/\\])/;

/** Only the address is taken over, whatever else the tag carried, and only one that leads to https or to this site. */
function linkTo(href = ''): Record<string, string> {
  if (ownPage.test(href)) return { href };
  return /^https:\/\//i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

const options: IOptions = {
  allowedTags: 'p br hr h2 h3 h4 strong b em i u s ul ol li blockquote a img table thead tbody tr th td code pre'.split(' '),
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: 12,
  transformTags: {
    a: (_tag, { href }) => ({ tagName: 'a', attribs: linkTo(href) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
};

export async function cleanHtml(html: string): Promise<string> {
  // Only a server that is asked for rich text loads it.
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, options).trim();
}

/** Whether there is anything to see. */
export const isEmptyHtml = (html: string): boolean => !/<img /.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
