// Our texts into the form Lingui runs: words, {values}, and plurals. Lingui's own compiler knows all of ICU and is heavier than the texts.
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

type Token = Exclude<CompiledMessage, string>[number];

/** Throws on any other ICU part: a text that needs more has to be seen here first. */
export function compileText(text: string): CompiledMessage {
  const reader = { text, at: 0 };
  const tokens = readTokens(reader, false);
  if (reader.at < text.length) throw new Error(`unbalanced braces: ${text}`);
  return tokens;
}

interface Reader {
  text: string;
  at: number;
}

function readTokens(reader: Reader, isInPlural: boolean): Token[] {
  const tokens: Token[] = [];
  let words = '';
  const flush = () => {
    if (words !== '') tokens.push(words);
    words = '';
  };
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at];
    if (char === '}') break;
    reader.at++;
    if (char === '{') {
      flush();
      tokens.push(readArgument(reader));
    } else if (char === '#' && isInPlural) {
      flush();
      tokens.push('#');
    } else if (char === "'" && reader.text[reader.at] === "'") {
      // ICU writes an apostrophe twice where one could open a quotation.
      words += char;
      reader.at++;
    } else words += char;
  }
  flush();
  return tokens;
}

/** After its opening brace: `name}` or `name, plural, =0 {…} other {…}}`. */
function readArgument(reader: Reader): Token {
  const [head, name, isPlural] = /\s*(\w+)\s*(?:,\s*(plural)\s*,)?/y.exec(reader.text.slice(reader.at)) ?? [];
  if (head === undefined || name === undefined) throw new Error(`not a value: ${reader.text}`);
  reader.at += head.length;
  const cases: Record<string, Token[]> = {};
  if (isPlural)
    for (;;) {
      const [start, exact, word] = /\s*(?:=(\d+)|(\w+))\s*\{/y.exec(reader.text.slice(reader.at)) ?? [];
      if (start === undefined) break;
      reader.at += start.length;
      cases[exact ?? word ?? ''] = readTokens(reader, true);
      close(reader);
    }
  close(reader);
  return isPlural ? [name, 'plural', cases] : [name];
}

function close(reader: Reader): void {
  const gap = /\s*\}/y.exec(reader.text.slice(reader.at));
  if (!gap) throw new Error(`not closed, or more than values and plurals: ${reader.text}`);
  reader.at += gap[0].length;
}
