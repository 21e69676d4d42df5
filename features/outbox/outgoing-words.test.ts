// What mails say: the site's own wording where it has some, and a page in its colours that nothing filled in can leave.
import { maru } from '@maru/sites/maru.ts';
import { expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';
import { outgoingTexts, outgoingWords } from './outgoing-words.ts';

const code = { name: 'CODE', kind: 'MAIL', language: 'ko', values: { code: '407183', minutes: '3' } } as const;

it('a site’s own words replace one part and language alone; the others stay the usual ones', () => {
  const usual = outgoingWords(maru, code);
  const own = outgoingWords({ ...maru, texts: { 'letter.CODE.MAIL.subject': { ko: '{site} 확인 {code}' } } }, code);
  expect([own.subject, own.body]).toEqual(['마루 확인 407183', usual.body]);
  expect(outgoingWords({ ...maru, texts: { 'letter.CODE.MAIL.subject': { en: 'x' } } }, code)).toEqual(usual);
});

it('every mail is listed for the editor, and what is listed stands within the length of an own text', () => {
  expect(outgoingTexts.length).toBeGreaterThan(18);
  for (const { id, ko, en } of outgoingTexts) {
    expect(id).toMatch(/^[A-Za-z][\w.-]{1,60}$/);
    expect(Math.max(ko.length, en.length)).toBeLessThanOrEqual(600);
  }
});

it('a mail wears the site’s colours, and what was filled in stays text', () => {
  const page = mailPage(maru, { subject: 'a <b>', body: '<img src=x onerror=alert(1)>\nhttps://evil.test' }, 'ko', 'dark');
  expect(page).toContain(`background:${maru.theme.dark['bg']}`);
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;<br>https://evil.test');
  expect(page).not.toMatch(/<img|<a |<script|url\(/);
});
