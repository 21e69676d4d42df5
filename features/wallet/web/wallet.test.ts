// Sums of the asset page: exact to the last micro-USDT, USDT wallets only.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioWord, splitOf } from './account-split.ts';
import type { CrossAccount } from '../futures-account-contract.ts';
import type { Wallet } from '../contract.ts';
import { mostOf, movableWallets, otherOf, outlookOf, quoteOf } from './transfer-plan.ts';
import { walletSamples } from './sample-wallets.ts';
import { toMicro, totalUsdt, type WalletMap, withAccount, worthIn } from './live-wallets.ts';

const wallet = (type: 'FUTURES' | 'USDT' | 'BTC', currency: string, point: string) => ({ type, currency, point, gameWaitPoint: '0' });

describe('total assets', () => {
  it('adds wallets of USDT exactly and leaves other currencies out', () => {
    const wallets: WalletMap = {
      FUTURES: wallet('FUTURES', 'USDT', '0.1'),
      USDT: wallet('USDT', 'USDT', '0.2'),
      BTC: wallet('BTC', 'BTC', '1'),
    };
    expect(totalUsdt(wallets)).toBe('0.300000');
    expect(totalUsdt({})).toBe('0.000000');
    expect([worthIn('9999.502535', '1382'), worthIn('0.0005', '1000'), worthIn('0', '1382')]).toEqual(['13819312', '0', '0']);
  });

  it('property: the total is the sum in micro-USDT', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.bigInt({ min: 0n, max: 10n ** 17n }), (a, b) => {
        const text = (micro: bigint) => `${micro / 1_000_000n}.${(micro % 1_000_000n).toString().padStart(6, '0')}`;
        expect(toMicro(totalUsdt({ FUTURES: wallet('FUTURES', 'USDT', text(a)), USDT: wallet('USDT', 'USDT', text(b)) }))).toBe(a + b);
      }),
    );
  });
});

describe('one source for total and equity', () => {
  it('the futures wallet shows the account of the same moment', () => {
    const wallets: WalletMap = { FUTURES: wallet('FUTURES', 'USDT', '9976.01'), USDT: wallet('USDT', 'USDT', '5') };
    const account = { point: '9972.93', realPoint: '9972.93', markPnl: '-20.5' } as CrossAccount;
    expect(totalUsdt(withAccount(wallets, account))).toBe('9977.930000');
    expect(totalUsdt(withAccount(wallets, undefined))).toBe('9981.010000');
  });
});

describe('where the money is', () => {
  const wallets: WalletMap = { USDT: wallet('USDT', 'USDT', '500'), FUTURES: wallet('FUTURES', 'USDT', '500') };
  const account = { available: '250', positionMargin: '200', orderMargin: '49.5', isolatedWallets: '0.5' };

  it('weighs each place; what the member has not got is left out', () => {
    const parts = splitOf(wallets, account).map(({ part, amount, percent }) => [part, amount, percent]);
    expect(parts).toEqual([
      ['coin', '500.000000', '50.0'],
      ['futures', '250.000000', '25.0'],
      ['locked', '250.000000', '25.0'],
    ]);
    const binary = { ...wallet('USDT', 'USDT', '1000'), type: 'BINARY' as const };
    expect(splitOf({ ...wallets, BINARY: binary }, account).at(-1)).toMatchObject({ part: 'binary', percent: '50.0' });
    const won = { ...wallets, BINARY: { ...binary, currency: 'KRW', point: '1000', gameWaitPoint: '382000' } };
    // An account that could not be read takes nothing out of the whole.
    expect(splitOf(won, undefined).map(({ part }) => part)).toEqual(['coin', 'futuresWhole']);
    // Coins beside USDT are in the total, and so in its parts.
    const coins = { ...wallets, BTC: wallet('BTC', 'BTC', '0.01') };
    expect(splitOf(coins, account, { BTC: '0.00001' })[0]).toMatchObject({ part: 'coin', amount: '1500.000000', percent: '75.0' });
    expect(splitOf(won, account, { KRW: '1382' }).at(-1)).toMatchObject({ part: 'binary', amount: '277.134587' });
  });

  it('stands still at nothing', () => {
    const nothing = { available: '0', positionMargin: '0', orderMargin: '0', isolatedWallets: '0' };
    expect(splitOf({}, nothing).every(({ weight }) => weight === 0)).toBe(true);
  });

  it('names the ratio at its borders', () => {
    expect(['0', '49.99', '50', '79.9', '80', '120'].map(ratioWord)).toEqual(['calm', 'calm', 'warn', 'warn', 'danger', 'danger']);
  });
});

describe('a transfer before it is sent', () => {
  const all: WalletMap = { FUTURES: wallet('FUTURES', 'USDT', '100.5'), USDT: wallet('USDT', 'USDT', '7'), BTC: wallet('BTC', 'BTC', '1') };
  const account = { withdrawable: '60.25' } as CrossAccount;

  it('is between wallets that the ledger keeps, of one currency', () => {
    expect(movableWallets(all).map(({ type }) => type)).toEqual(['FUTURES', 'USDT']);
    const krw = { ...all, BINARY: { ...wallet('USDT', 'KRW', '5'), type: 'BINARY' as const } };
    expect(otherOf(movableWallets(krw), 'BINARY')).toBe('FUTURES');
    expect(otherOf(movableWallets(krw), 'USDT')).toBe('FUTURES');
  });

  it('tells what a change of currency gives, by the server’s own arithmetic', () => {
    const terms = { currency: 'KRW', decimals: 0, rate: '1382', spread: 100_000, most: '100' };
    const usdt = all.USDT as Wallet;
    const won: Wallet = { type: 'BINARY', currency: 'KRW', point: '5000', gameWaitPoint: '0' };
    expect(quoteOf(usdt, '100.5', terms)).toEqual({ arrives: '138752', fee: '0.100500', dust: '0.000078', isOver: true });
    expect(quoteOf(won, '1000', terms)).toEqual({ arrives: '0.722865', fee: '1', dust: '0', isOver: false });
    expect([quoteOf(usdt, '', terms), quoteOf(usdt, '1', { ...terms, rate: '0' })]).toEqual([undefined, undefined]);
    expect(outlookOf(usdt, won, '1', '1382')).toEqual({ from: '6.000000', to: '6382.000000' });
    expect([totalUsdt({ BINARY: won }), totalUsdt({ BINARY: won }, { KRW: '1382' })]).toEqual(['0.000000', '3.617945']);
  });

  it('takes of the futures wallet what the account sets free, of others all', () => {
    expect([mostOf(all.FUTURES, account), mostOf(all.FUTURES, undefined), mostOf(all.USDT, account)]).toEqual(['60.25', '0', '7']);
    expect(outlookOf(all.FUTURES as Wallet, all.USDT as Wallet, '0.000001')).toEqual({ from: '100.499999', to: '7.000001' });
  });
});

describe('the sample wallets of a preview', () => {
  it('are what the contract answers, and their account agrees with itself', () => {
    const samples = walletSamples({ usedCoins: ['USDT', 'BINARY', 'BTC'], binaryCurrency: 'KRW' }, () => Date.UTC(2026, 0, 5));
    for (const { route, answer } of samples) {
      const said = answer(new URLSearchParams());
      expect(route.reply.safeParse(said), route.name).toMatchObject({ success: true });
    }
    const answerOf = (name: string) => samples.find(({ route }) => route.name === name)?.answer(new URLSearchParams());
    const account = answerOf('futuresCross') as CrossAccount;
    expect(toMicro(account.point)).toBe(toMicro(account.playerPoint) + toMicro(account.minusFundingFee) + toMicro(account.markPnl));
    expect(toMicro(account.available)).toBe(toMicro(account.point) - toMicro(account.orderMargin) - toMicro(account.positionMargin));
    expect(Object.keys(answerOf('myWallets') as WalletMap)).toEqual(['FUTURES', 'BINARY', 'USDT', 'BTC']);
  });
});
