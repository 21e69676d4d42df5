// A site's own wording: over catalogs that are there and that come later, per language, and gone again when the site takes it back.
import { afterAll, expect, it } from 'vitest';
import { defineCatalog, i18n, setLanguage, setOwnTexts } from './language.ts';

afterAll(() => {
  setOwnTexts({});
  setLanguage('ko');
});

it('replaces a text in the languages it names, and the usual words come back', () => {
  defineCatalog({ 'own.a': ['주문', 'Order {n}'], 'own.b': ['취소', 'Cancel'] });
  setOwnTexts({ 'own.a': { en: 'Trade {n}' }, 'own.late': { ko: '늦은 글' }, 'own.unknown': { ko: '없음' } });
  setLanguage('en');
  expect([i18n._('own.a', { n: 2 }), i18n._('own.b')]).toEqual(['Trade 2', 'Cancel']);
  setLanguage('ko');
  expect(i18n._('own.a')).toBe('주문');
  defineCatalog({ 'own.late': ['나중', 'Late'] });
  expect(i18n._('own.late')).toBe('늦은 글');
  setOwnTexts({});
  expect([i18n._('own.late'), i18n._('own.a')]).toEqual(['나중', '주문']);
});
