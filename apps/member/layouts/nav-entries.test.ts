// Menus by specification section 2: order, labels, hiding by the site's products, and where a place belongs; the guard's verdicts.
import { typeStatusOf } from '@maru/kit/web/site.ts';
import { describe, expect, it } from 'vitest';
import { judge } from '../guard.ts';
import { pageTable } from '../page-table.tsx';
import { activeKey, headerEntries, sideFor } from './nav-entries.ts';

const products = (type: number, isStaking = false) => typeStatusOf({ type, coinWalletInfoJson: JSON.stringify({ ETH: { isStaking } }) });
const all = products(4 + 8 + 16 + 32, true);
const futuresOnly = products(8);
const keys = (groups: { entries: { key: string }[] }[]) => groups.map((group) => group.entries.map((entry) => entry.key));

describe('type status', () => {
  it('reads the bits: P2P 4, futures 8, power ball 16, binary 32; bits 1 and 2 mean nothing', () => {
    expect(products(3)).toEqual({
      isFutures: false,
      isBinary: false,
      isP2P: false,
      isPowerBall: false,
      isStaking: false,
      hasCoupons: true,
      hasSlot: false,
      hasDeposits: false,
    });
    expect(all).toEqual({
      isFutures: true,
      isBinary: true,
      isP2P: true,
      isPowerBall: true,
      isStaking: true,
      hasCoupons: true,
      hasSlot: true,
      hasDeposits: false,
    });
  });

  it('staking is a flag of any coin wallet, whatever the bits; a site without one, or whose list cannot be read, has none', () => {
    const staking = (coinWalletInfoJson: string) => typeStatusOf({ type: 255, coinWalletInfoJson }).isStaking;
    expect(staking('{"USDT":{"isStaking":false},"BTC":{"isStaking":true}}')).toBe(true);
    expect(['{"USDT":{"isStaking":false}}', '{}', 'null', 'not json', ''].map(staking)).toEqual([false, false, false, false, false]);
  });
});

describe('header', () => {
  it('order of the specification; guests look at futures, members trade', () => {
    expect(headerEntries(all, false).map(({ key, to }) => [key, to])).toEqual([
      ['futures', '/futureView'],
      ['binary', '/trade'],
      ['powerball', '/powerball'],
      ['wallet', '/dnw_history'],
      ['support', '/service/notice'],
      ['event', '/service/event'],
    ]);
    expect(headerEntries(all, true)[0].to).toBe('/future');
  });

  it('Wallet and Support are English for guests only', () => {
    const texts = (isMember: boolean) =>
      headerEntries(all, isMember)
        .slice(3, 5)
        .map(({ text }) => text);
    expect(texts(false)).toEqual(['menu.wallet.guest', 'menu.support.guest']);
    expect(texts(true)).toEqual(['menu.wallet', 'menu.support']);
  });

  it('futures, binary and power ball hide without their bits', () => {
    expect(headerEntries(products(0), true).map(({ key }) => key)).toEqual(['wallet', 'support', 'event']);
    expect(headerEntries(futuresOnly, true).map(({ key }) => key)).toEqual(['futures', 'wallet', 'support', 'event']);
    expect(headerEntries(products(16), true).map(({ key }) => key)[0]).toBe('powerball');
  });

  it('marks the entry of the place, the longest prefix winning', () => {
    const entries = headerEntries(all, true);
    expect(
      ['/future/3', '/futureView', '/trade/1', '/powerball', '/dnw_history/asset', '/service/event/2', '/service/notice', '/'].map((path) =>
        activeKey(entries, path),
      ),
    ).toEqual(['futures', 'futures', 'binary', 'powerball', 'wallet', 'event', 'support', undefined]);
  });
});

describe('side menus', () => {
  it('wallet: asset, history, and the histories of products that are on', () => {
    expect(keys(sideFor('/dnw_history/asset', all, true).groups)[0]).toEqual(['asset', 'history', 'futures', 'binary', 'calendar']);
    expect(keys(sideFor('/dnw_history/asset', futuresOnly, true).groups)[0]).toEqual(['asset', 'history', 'futures', 'calendar']);
  });

  it('service and my info as listed; log out only under my info', () => {
    expect(keys(sideFor('/service/event', all, true).groups)).toEqual([['notice', 'invest', 'event', 'guide', 'guide-dnw']]);
    expect(sideFor('/myinfo/profile', all, true)).toMatchObject({ withLogout: true });
    expect(keys(sideFor('/myinfo/profile', all, true).groups)).toEqual([
      ['message', 'profile', 'api-keys', 'term-service', 'term-privacy', 'inquiry'],
    ]);
    expect(sideFor('/', all, true).withLogout).toBe(false);
  });

  it('guests read the terms beside the menu of home', () => {
    expect(sideFor('/myinfo/term/service', futuresOnly, false)).toEqual(sideFor('/', futuresOnly, false));
  });

  it('home shows only products that are on', () => {
    expect(keys(sideFor('/', futuresOnly, false).groups)[0]).toEqual(['futures']);
    expect(keys(sideFor('/', all, false).groups)[0]).toEqual(['futures', 'binary', 'powerball', 'slot']);
    // The slot has a switch of its own: nobody is led to what was switched off.
    expect(keys(sideFor('/', { ...all, hasSlot: false }, false).groups)[0]).toEqual(['futures', 'binary', 'powerball']);
  });

  it('every entry leads to a page of the table', () => {
    const known = new Set(pageTable.map((row) => row.path));
    const matches = (to: string) => known.has(to) || [...known].some((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`).test(to));
    const links = ['/', '/dnw_history', '/service', '/myinfo'].flatMap((path) =>
      sideFor(path, all, true).groups.flatMap((group) => group.entries),
    );
    const entries = [...links, ...headerEntries(all, true), ...headerEntries(all, false)];
    expect(entries.filter((entry) => !matches(entry.to))).toEqual([]);
    // Nor to one that is still being built, whatever the site's bits say (issue 13, 5.29).
    const built = (to: string) => pageTable.filter(({ isComing }) => isComing).every(({ path }) => path !== to);
    expect(entries.filter((entry) => !built(entry.to))).toEqual([]);
  });

  it('coupons are in the menu where they can be used', () => {
    const quick = (hasCoupons: boolean) => keys(sideFor('/dnw_history/asset', { ...futuresOnly, hasCoupons }, true).groups)[1];
    const withCoins = keys(sideFor('/dnw_history/asset', { ...futuresOnly, hasDeposits: true }, true).groups);
    expect(withCoins[0].at(-1)).toBe('proof');
    expect(withCoins[1].slice(0, 2)).toEqual(['deposit', 'withdraw']);
    expect([quick(true), quick(false)]).toEqual([
      ['fund', 'transfer', 'coupon'],
      ['fund', 'transfer'],
    ]);
  });
});

describe('the guard', () => {
  it.each([
    [{ requiresAuth: false }, undefined, 'pass'],
    [{ requiresAuth: true }, undefined, 'login'],
    [{ requiresAuth: true }, 'member', 'pass'],
    [{ requiresAuth: true, roles: ['partner'] as const }, 'member', 'home'],
    [{ requiresAuth: true, roles: ['partner', 'member'] as const }, 'member', 'pass'],
  ] as const)('%o as %s: %s', (access, role, verdict) => {
    expect(judge(access, role)).toBe(verdict);
  });

  it('exactly the pages of the specification are open, and ours for whoever forgot something, proves itself, is afraid, is shut out, reads what it agrees to or checks a round', () => {
    const open = pageTable.filter((row) => row.isOpen && !row.redirectTo).map((row) => row.path);
    const ours = [
      '/find/id',
      '/find/password',
      '/inbox',
      '/nice/return',
      '/not-me/$token',
      // Leaving while shut out: such a member has no login (ADR 0049).
      '/leave',
      '/verify',
      '/verify/$id',
      '/myinfo/term/$param',
    ];
    expect(open.filter((path) => ours.includes(path))).toEqual(ours);
    expect(open.filter((path) => !ours.includes(path))).toEqual([
      '/',
      '/alert',
      '/login',
      '/signup',
      '/ref/$partnerCode',
      '/futureView',
      '/futureView/$id',
    ]);
  });
});
