// What a mail says: the site's own words (texts of its configuration, so drafted, published and undone with it) or the usual ones.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { OutgoingKind, OutgoingName } from './contract.ts';
import { fill, marked, type Template, templates } from './templates.ts';

export type WordedSite = Pick<SiteConfig, 'name' | 'texts'>;

/** `letter.CODE.MAIL.subject`: its name among the texts of a site. */
export const outgoingTextId = (name: OutgoingName, kind: OutgoingKind, part: keyof Template): string => `letter.${name}.${kind}.${part}`;

/** All of them, as the site editor lists texts. */
export const outgoingTexts: readonly { id: string; ko: string; en: string }[] = Object.entries(templates).flatMap(([name, kinds]) =>
  Object.entries(kinds).flatMap(([kind, { ko, en }]) =>
    (['subject', 'body'] as const)
      .filter((part) => ko[part] !== '')
      .map((part) => ({ id: outgoingTextId(name as OutgoingName, kind as OutgoingKind, part), ko: ko[part], en: en[part] })),
  ),
);

export interface OutgoingAsk {
  name: OutgoingName;
  kind: OutgoingKind;
  language: 'ko' | 'en';
  values: Readonly<Record<string, string>>;
  /** Words that only the member and the site know. */
  mark?: string | undefined;
}

export function outgoingWords({ name: siteName, texts = {} }: WordedSite, { name, kind, language, values, mark }: OutgoingAsk): Template {
  const usual = templates[name][kind][language];
  const wordsOf = (part: keyof Template) => texts[outgoingTextId(name, kind, part)]?.[language] ?? usual[part];
  const all = { ...values, site: siteName[language] };
  return { subject: fill(wordsOf('subject'), all), body: marked(fill(wordsOf('body'), all), mark, kind, language) };
}
