// What comes from Word or Hangul (HWP) over the clipboard, made into what the editor keeps: lists are lists, empty lines and foreign pictures go.

const OWN_PICTURE = /\bsrc=["']?\/api\/file\?id=[A-Za-z0-9_-]{22}["'\s>]/;
const LIST_LINE = /<p\b[^>]*mso-list:[^>]*>([\s\S]*?)<\/p>/gi;
/** Word writes the bullet or number as text, between two marks that other programs pass over. */
const BULLET = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;
const NOTHING = /<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<\/?(?:span|o:p|b|font)\b[^>]*>|<br\s*\/?>)*<\/p>/gi;

const wordsOf = (html: string) => html.replace(/<[^>]*>|&nbsp;|\s/g, '');

function asListLine(whole: string, inside: string): string {
  const bullet = BULLET.exec(inside);
  if (bullet === null) return whole;
  const kind = /^[\divxa-z가-하]{1,4}[.)]/i.test(wordsOf(bullet[1])) ? 'ol' : 'ul';
  return `<${kind}><li><p>${inside.replace(BULLET, '').trim()}</p></li></${kind}>`;
}

/** Harmless is what the server makes of it; this is only so that the operator sees the same at once. */
export function plainPaste(html: string): string {
  return (
    html
      .replace(/<(style|script|title|xml)\b[\s\S]*?<\/\1>/gi, '')
      .replace(LIST_LINE, asListLine)
      .replace(/<!--[\s\S]*?-->|<!\[[^>]*>/g, '')
      .replace(/<img\b[^>]*>/gi, (picture) => (OWN_PICTURE.test(picture) ? picture : ''))
      .replace(NOTHING, '')
      .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '')
      // Lines that follow each other are one list.
      .replace(/<\/(ul|ol)>\s*<\1>/g, '')
  );
}
