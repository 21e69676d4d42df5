// The running language: Lingui with explicit ids, catalogs that carry Korean and English side by side, switched without a reload.
import { setupI18n } from '@lingui/core';
import { compileText } from './compile-text.ts';

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

/** `id: [Korean, English]`, ICU messages. The compiler demands both. */
export type Catalog = Readonly<Record<string, readonly [ko: string, en: string]>>;

export const i18n = setupI18n({ locale: 'ko', messages: { ko: {}, en: {} } });
// Catalogs and a site's own wording arrive as text, so messages are compiled when first shown.
i18n.setMessagesCompiler(compileText);

/** A site's own wording by id. */
export type OwnTexts = Readonly<Record<string, { readonly ko?: string | undefined; readonly en?: string | undefined }>>;

const usual = new Map<string, Catalog[string]>();
let own: OwnTexts = {};
let edition = 0;

/** Another one whenever a text may read differently. */
export const textEdition = (): string => `${i18n.locale} ${edition}`;

function load(ids: Iterable<string>): void {
  const ko: Record<string, string> = {};
  const en: Record<string, string> = {};
  for (const id of ids) {
    const words = usual.get(id);
    if (!words) continue;
    ko[id] = own[id]?.ko ?? words[0];
    en[id] = own[id]?.en ?? words[1];
  }
  i18n.load({ ko, en });
}

/** Registers a feature's texts; call it once at the top of the feature's catalog file. */
export function defineCatalog<const C extends Catalog>(catalog: C): C {
  for (const id in catalog) usual.set(id, catalog[id]!);
  load(Object.keys(catalog));
  return catalog;
}

/** The site's own wording over the catalogs, those that come later too; what it had replaced before and now does not is as usual again. */
export function setOwnTexts(texts: OwnTexts): void {
  const before = own;
  own = texts;
  edition += 1;
  load(new Set([...Object.keys(before), ...Object.keys(texts)]));
}

export function currentLanguage(): Language {
  return i18n.locale === 'en' ? 'en' : 'ko';
}

export function setLanguage(language: Language): void {
  i18n.activate(language);
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}
