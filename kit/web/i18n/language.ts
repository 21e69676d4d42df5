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

/** Registers a feature's texts; call it once at the top of the feature's catalog file. */
export function defineCatalog<const C extends Catalog>(catalog: C): C {
  const ko: Record<string, string> = {};
  const en: Record<string, string> = {};
  for (const [id, [korean, english]] of Object.entries(catalog)) {
    ko[id] = korean;
    en[id] = english;
  }
  i18n.load({ ko, en });
  return catalog;
}

/** A site's own wording for some ids, over the catalogs. */
export function overrideTexts(language: Language, texts: Record<string, string>): void {
  i18n.load(language, texts);
}

export function currentLanguage(): Language {
  return i18n.locale === 'en' ? 'en' : 'ko';
}

export function setLanguage(language: Language): void {
  i18n.activate(language);
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}
