// The header's search: what begins with the words comes first, pages are those of the visitor's menus, either language finds them.
import { typeStatusOf } from '@maru/kit/web/site.ts';
import { describe, expect, it } from 'vitest';
import { findPages, findSymbols, searchPages } from './search-hits.ts';

const named = (pair: string, ko: string, en: string) => ({ symbol: `BINANCE:${pair}`, base: pair.replace('USDT', ''), name: { ko, en } });
const symbols = [
  named('BTCUSDT', '비트코인', 'Bitcoin'),
  named('ETCUSDT', '이더리움 클래식', 'Ethereum Classic'),
  named('ETHUSDT', '이더리움', 'Ethereum'),
];
const bases = (search: string, stars: readonly string[] = []) => findSymbols(symbols, search, stars).map(({ base }) => base);
const products = (type: number) => typeStatusOf({ type, coinWalletInfoJson: '{}' });
const futures = products(8);
const addresses = (search: string, isMember = true) => findPages(searchPages(futures, isMember), search).map(({ to }) => to);

describe('symbols', () => {
  it('by code, base and either name; a code that begins so before a name that holds it', () => {
    expect(bases('eth')).toEqual(['ETH', 'ETC']);
    expect(bases('이더리움')).toEqual(['ETC', 'ETH']);
    expect(bases('btc / usdt')).toEqual(['BTC']);
    expect(bases('wallet')).toEqual([]);
  });

  it('without words the starred come first, then the site’s order; never so many that no page is in sight', () => {
    expect(bases('', ['BINANCE:ETHUSDT'])).toEqual(['ETH', 'BTC', 'ETC']);
    expect(
      findSymbols(
        Array.from({ length: 30 }, () => symbols[0]),
        '',
        [],
      ),
    ).toHaveLength(8);
  });
});

describe('pages', () => {
  it('by their own words and by their menu’s, in Korean and English', () => {
    expect(addresses('입출금')).toEqual(['/service/user-guide/dnw']);
    expect(addresses('api key')).toEqual(['/myinfo/api']);
    expect(addresses('빠른 작업')).toEqual(['/dnw/fund', '/dnw/transfer', '/coupon']);
  });

  it('each address once, and only those of the visitor’s own menus', () => {
    const all = addresses('');
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('/future');
    expect(all).not.toContain('/trade');
    expect(addresses('', false)).toContain('/futureView');
    expect(addresses('자산 내역', false)).toEqual([]);
  });
});
