// Who approves a new brand or a change of one reads words and figures, not the row's own.
import { expect, test } from 'vitest';
import { plainValue } from './before-after.tsx';
import { siteFieldName, siteFieldValue } from './site-fields.ts';

const said = (path: string, value: unknown, language: 'ko' | 'en' = 'ko') =>
  `${siteFieldName(path, language)}: ${siteFieldValue(path, value, language) ?? plainValue(value)}`;

test('each field that a new brand is asked for with has words in both languages', () => {
  expect(said('type', 40)).toBe('상품: USDT 선물, 바이너리');
  expect(said('type', 8, 'en')).toBe('Products: USDT futures');
  expect(said('template', 'neutral', 'en')).toBe('Template: Neutral');
  expect(said('template', 'maru')).toBe('틀: maru');
  expect(said('languages', ['ko', 'en'])).toBe('언어: 한국어, English');
  expect(said('hosts', ['nuri.example', 'www.nuri.example'])).toBe('도메인: nuri.example, www.nuri.example');
  expect(said('usedCoins', ['USDT', 'BINARY'], 'en')).toBe('Wallets: USDT, BINARY');
  expect(said('company.representative.en', 'Han Nuri')).toBe('대표자 · English: Han Nuri');
  expect(said('senders.mail', 'no-reply@nuri.example')).toBe('보내는 메일: no-reply@nuri.example');
});

test('a change that is published too: rates as percent, colours and texts by what they are of', () => {
  expect(said('takerFee', 41_000)).toBe('테이커 수수료: 0.041%');
  expect(said('conversion.spread', 700_000, 'en')).toBe('Conversion spread: 0.7%');
  expect(said('theme.dark.brand', '#1D6B52')).toBe('브랜드 · 어두운 테마: #1D6B52');
  expect(said('texts.home.start.ko', '지금 시작하기')).toBe('글 home.start · 한국어: 지금 시작하기');
  expect(said('regions.productsOff.SG', 48, 'en')).toBe('Products off · SG: Binary, Power ball');
  expect(said('houseLadder', false)).toBe('하우스 호가: 아니요');
  expect([siteFieldName('phone', 'ko'), siteFieldName('name', 'ko'), siteFieldValue('point', '5', 'ko')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
