// A second brand on the same installation: futures and rounds in won, dark by default, green on ink.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { specTexts } from './spec-texts.ts';
import { usualRounds } from './rounds.ts';
import { allSymbols } from './symbols.ts';
import { darkTokens, lightTokens } from './theme.ts';

export const hanok: SiteConfig = {
  id: 2,
  code: 'hanok',
  name: { ko: '한옥', en: 'Hanok' },
  hosts: ['hanok.localhost'],
  type: siteBits.futures + siteBits.binary,
  stockPrefix: 'BINANCE',
  usedCoins: ['USDT', 'BINARY', 'TRON_USDT'],
  depositCoins: [],
  buyCoins: [],
  binaryCurrency: 'KRW',
  rates: { KRW: '1382', BKT: '1000' },
  // A move within an hour is at most twice the spread, so that no way there and back gains (I14).
  conversion: { spread: 100_000, most: '100000', source: 'demo', maxMove: 200_000 },
  isStaking: false,
  timeZone: 'Asia/Seoul',
  languages: ['ko', 'en'],
  theme: {
    light: {
      ...lightTokens,
      bg: '#F2F6F4',
      sunken: '#F7FAF8',
      line: '#DFE8E3',
      brand: '#1D6B52',
      'on-brand': '#FFFFFF',
      'wood-1': '#E4EFE9',
      'wood-2': '#D6E6DE',
      'wood-3': '#EEF5F1',
    },
    dark: {
      ...darkTokens,
      bg: '#0C0F0E',
      surface: '#131816',
      raised: '#1A211E',
      sunken: '#101513',
      line: '#28312D',
      brand: '#86CDB6',
      'on-brand': '#0C0F0E',
      'wood-1': '#1A2521',
      'wood-2': '#21302A',
      'wood-3': '#151D1A',
    },
    defaultMode: 'dark',
    logo: '/logo-hanok.svg',
    appIcon: '/icons/hanok',
    hero: 'chart',
  },
  symbols: [...allSymbols],
  makerFee: 20_000,
  takerFee: 40_000,
  houseLadder: true,
  rounds: { options: usualRounds({ minStake: '1000', maxStake: '1000000', maxRoundStake: '2000000', maxSideExposure: '100000000' }) },
  senders: { mail: 'no-reply@hanok.example', sms: '0200004001' },
  signUp: { proofs: ['MAIL', 'SMS'] },
  // The site that shows the specification's three replacements (section 8).
  texts: specTexts,
  company: {
    name: { ko: '주식회사 한옥', en: 'Hanok Co., Ltd.' },
    representative: { ko: '한지우', en: 'Jiu Han' },
    address: { ko: '서울특별시 종로구 북촌로 1', en: '1 Bukchon-ro, Jongno-gu, Seoul' },
    registration: '000-00-00002',
    mailOrder: '제0000-서울종로-0002호',
    phone: '02-0000-4001',
    mail: 'help@hanok.example',
  },
};
