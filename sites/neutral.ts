// What a brand of its own begins with: futures alone, no company, no senders, no games; everything else is for its operators to say.
import { type SiteConfig, siteBits } from '@maru/kit/contract/site-config.ts';
import { allSymbols } from './symbols.ts';
import { darkTokens, lightTokens } from './theme.ts';

export const neutral: SiteConfig = {
  id: 1,
  code: 'maru',
  name: { ko: '마루', en: 'Maru' },
  hosts: ['localhost', '127.0.0.1', '::1', 'maru.localhost'],
  type: siteBits.futures,
  stockPrefix: 'BINANCE',
  usedCoins: ['USDT'],
  depositCoins: [],
  buyCoins: [],
  binaryCurrency: 'USDT',
  isStaking: false,
  timeZone: 'Asia/Seoul',
  languages: ['ko', 'en'],
  theme: {
    light: { ...lightTokens },
    dark: { ...darkTokens },
    defaultMode: 'theme-white',
    logo: '/logo.svg',
    appIcon: '/icons/maru',
    hero: 'book',
  },
  symbols: [...allSymbols],
  makerFee: 20_000,
  takerFee: 40_000,
  houseLadder: true,
  signUp: { proofs: ['MAIL', 'SMS'] },
};
