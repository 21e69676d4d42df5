// Texts inside components: `const t = useText(catalog)`, then `t('home.start')`; re-renders when the language changes, and when a site's own wording does.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type Catalog, currentLanguage, i18n, type Language, textEdition } from './language.ts';

export type Values = Record<string, string | number>;
export type Text<C extends Catalog> = (id: keyof C & string, values?: Values) => string;

const subscribe = (changed: () => void) => i18n.on('change', changed);

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
}

const translate = (id: string, values?: Values) => i18n._(id, values);

/** The catalog is named for its type and so that it is registered; its texts come from the running language. */
export function useText<C extends Catalog>(_catalog: C): Text<C> {
  useSyncExternalStore(subscribe, textEdition, textEdition);
  return translate;
}

const translateIn = (_edition: ReturnType<typeof textEdition>) => (id: string, values?: Values) => i18n._(id, values);

/** The same, and another function with every language: for what is remembered by it, as the heads of a table. */
export function useNewText<C extends Catalog>(_catalog: C): Text<C> {
  const edition = useSyncExternalStore(subscribe, textEdition, textEdition);
  return useMemo(() => translateIn(edition), [edition]);
}

/** Outside components (toasts, titles). */
export function textOf<C extends Catalog>(_catalog: C): Text<C> {
  return translate;
}

/** `{ ko, en }` pairs that arrive as data. */
export function useWords(): (words: { ko: string; en: string }) => string {
  const language = useLanguage();
  return useCallback((words) => words[language], [language]);
}
