// The project’s own site: every product that exists, the design language as drawn.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { usualRounds } from './rounds.ts';
import { allSymbols } from './symbols.ts';
import { darkTokens, lightTokens } from './theme.ts';

export const maru: SiteConfig = {
  id: 1,
  code: 'maru',
  name: { ko: '마루', en: 'Maru' },
  hosts: ['localhost', '127.0.0.1', '::1', 'maru.localhost'],
  type: siteBits.futures + siteBits.binary + siteBits.powerball,
  stockPrefix: 'BINANCE',
  usedCoins: ['USDT', 'BINARY', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS', 'TRON', 'TRON_USDT', 'ETH_USDT'],
  depositCoins: [],
  buyCoins: [],
  binaryCurrency: 'USDT',
  rates: { KRW: '1382', BKT: '1000' },
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
  rounds: {
    options: usualRounds({ minStake: '1', maxStake: '1000', maxRoundStake: '2000', maxSideExposure: '100000' }),
    hasEndAlarm: true,
  },
  slot: { isPlay: true, minStake: '0.1', maxStake: '100' },
  senders: { mail: 'no-reply@maru.example', sms: '0200004000' },
  signUp: { proofs: ['MAIL', 'SMS'], asksBank: true },
  company: {
    name: { ko: '주식회사 마루', en: 'Maru Co., Ltd.' },
    representative: { ko: '마지원', en: 'Jiwon Ma' },
    address: { ko: '서울특별시 성동구 마루길 12', en: '12 Maru-gil, Seongdong-gu, Seoul' },
    registration: '000-00-00001',
    mailOrder: '제0000-서울성동-0001호',
    phone: '02-0000-4000',
    mail: 'help@maru.example',
  },
};
