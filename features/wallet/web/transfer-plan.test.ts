// Which wallet a transfer begins from, when the page that asked for it named one or none.
import { describe, expect, it } from 'vitest';
import type { WalletType } from '../contract.ts';
import { startAt } from './transfer-plan.ts';

const most = (amounts: Partial<Record<WalletType, string>>) => new Map(Object.entries(amounts) as [WalletType, string][]);

describe('where a transfer begins', () => {
  it('is where one was asked for while that has something', () => {
    expect(startAt('BINARY', most({ FUTURES: '5', USDT: '7', BINARY: '1' }))).toBe('BINARY');
  });
  it('is another that can fill the futures wallet, when the one asked for is empty', () => {
    expect(startAt('USDT', most({ FUTURES: '9000', USDT: '0.000000', BINARY: '1000' }))).toBe('BINARY');
  });
  it('stays the one asked for when none can', () => {
    expect(startAt('USDT', most({ FUTURES: '9000', USDT: '0', BINARY: '0' }))).toBe('USDT');
  });
  it('is where there is some, when nobody asked or the site has no such wallet', () => {
    expect(startAt(undefined, most({ FUTURES: '9000', USDT: '0' }))).toBe('FUTURES');
    expect(startAt('BINARY', most({ FUTURES: '0', USDT: '3' }))).toBe('USDT');
  });
});
