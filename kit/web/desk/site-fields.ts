// Fields of a site in words and figures that people read: whoever publishes, approves or looks back counts no bits and no hundred-millionths.
import { siteBits } from '../../contract/site-config.ts';
import type { Language } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-text.ts';

type Words = readonly [ko: string, en: string];
const RATE_ONE = 100_000_000;
const percent = (value: number) => `${Number(((value / RATE_ONE) * 100).toPrecision(12))}%`;

const products: readonly (readonly [bit: number, words: Words])[] = [
  [siteBits.futures, ['USDT 선물', 'USDT futures']],
  [siteBits.binary, ['바이너리', 'Binary']],
  [siteBits.powerball, ['파워볼', 'Power ball']],
  [siteBits.p2p, ['P2P', 'P2P']],
];
const languageNames: Readonly<Record<string, string>> = { ko: '한국어', en: 'English' };
const proofs: Readonly<Record<string, Words>> = { MAIL: ['메일 인증번호', 'Code by mail'], SMS: ['문자 인증번호', 'Code by SMS'] };

const names: Readonly<Record<string, Words>> = {
  code: ['코드', 'Code'],
  template: ['틀', 'Template'],
  'name.ko': ['이름 (한국어)', 'Name (Korean)'],
  'name.en': ['이름 (영어)', 'Name (English)'],
  hosts: ['도메인', 'Hosts'],
  type: ['상품', 'Products'],
  timeZone: ['시간대', 'Time zone'],
  languages: ['언어', 'Languages'],
  usedCoins: ['쓰는 지갑', 'Wallets'],
  depositCoins: ['입금하는 코인', 'Coins to deposit'],
  buyCoins: ['사는 코인', 'Coins to buy'],
  binaryCurrency: ['바이너리 지갑의 통화', 'Currency of the binary wallet'],
  assets: ['자산', 'Assets'],
  stockPrefix: ['시세 접두어', 'Prefix of prices'],
  isStaking: ['스테이킹', 'Staking'],
  symbols: ['종목', 'Symbols'],
  makerFee: ['메이커 수수료', 'Maker fee'],
  takerFee: ['테이커 수수료', 'Taker fee'],
  houseLadder: ['하우스 호가', 'Counterparty ladder'],
  isAffiliate: ['제휴 사이트', 'Affiliate site'],
  'signUp.proofs': ['가입 때 인증', 'Proofs at sign-up'],
  'signUp.needsApproval': ['운영자 승인 뒤 이용', 'Approval by an operator'],
  'signUp.asksBank': ['출금 계좌 받기', 'Asks a bank account'],
  'signUp.asksIdentity': ['휴대폰 본인 확인', 'Identity by NICE'],
  rates: ['1 USDT의 값', 'What one USDT is worth'],
  'rates.KRW': ['1 USDT의 값 · KRW', 'One USDT in KRW'],
  'rates.BKT': ['1 USDT의 값 · BKT', 'One USDT in BKT'],
  'regions.closed': ['서비스하지 않는 나라', 'Countries not served'],
  minAge: ['나이 제한', 'Least age'],
  conversion: ['통화 전환', 'Conversions'],
  'conversion.spread': ['전환 스프레드', 'Conversion spread'],
  'conversion.most': ['전환 1회 한도', 'Most a conversion'],
  'conversion.source': ['원화 환율을 가져오는 곳', 'Where the won rate comes from'],
  'conversion.maxMove': ['한 시간 변동 한도', 'Most it may move an hour'],
  'conversion.maxAge': ['환율 유효 시간(분)', 'A rate holds for (minutes)'],
  'conversion.rateLeast': ['환율 하한', 'Least rate'],
  'conversion.rateMost': ['환율 상한', 'Most rate'],
  demoMoney: ['데모 머니', 'Demo money'],
  senders: ['보내는 메일과 번호', 'Senders'],
  'senders.mail': ['보내는 메일', 'Mail from'],
  'senders.sms': ['보내는 번호', 'SMS from'],
  company: ['운영 회사', 'Company'],
  'company.registration': ['사업자등록번호', 'Registration number'],
  'company.mailOrder': ['통신판매업 신고번호', 'Mail-order number'],
  'company.phone': ['대표 전화', 'Company phone'],
  'company.mail': ['대표 메일', 'Company mail'],
  'theme.defaultMode': ['처음 테마', 'First theme'],
  'theme.upDown': ['오르내림 색', 'Rise and fall'],
  'theme.logo': ['로고', 'Logo'],
  'theme.appIcon': ['앱 아이콘', 'App icon'],
  'theme.favicon': ['탭 아이콘', 'Tab icon'],
  'theme.hero': ['첫 화면', 'First screen'],
  'theme.heroImage.path': ['첫 화면 이미지', 'Picture of the first screen'],
  'share.poster': ['공유 그림', 'Share picture'],
  'sounds.notice': ['알림 소리', 'Notice sound'],
  'sounds.alarm': ['경보 소리', 'Alarm sound'],
};

/** `company.name.ko`, `theme.dark.brand`, `texts.home.start.en`: a part and what it is a part of. */
const inTwo: Readonly<Record<string, Words>> = {
  'company.name': ['상호', 'Company name'],
  'company.representative': ['대표자', 'Representative'],
  'company.address': ['회사 주소', 'Company address'],
  'share.words': ['공유 설명', 'Share words'],
  'theme.heroImage.alt': ['첫 화면 이미지 설명', 'What the picture shows'],
};
const modes: Readonly<Record<string, Words>> = { light: ['밝은 테마', 'light theme'], dark: ['어두운 테마', 'dark theme'] };
const colours: Readonly<Record<string, Words>> = { brand: ['브랜드', 'Brand'], bg: ['바탕', 'Ground'] };
const values: Readonly<Record<string, Words>> = {
  'template.neutral': ['빈 틀', 'Neutral'],
  'theme.defaultMode.theme-white': ['밝게', 'Light'],
  'theme.defaultMode.dark': ['어둡게', 'Dark'],
  'theme.hero.book': ['호가 마루', 'Book'],
  'theme.hero.chart': ['차트', 'Chart'],
  'theme.hero.image': ['이미지', 'Picture'],
  'theme.upDown.kr': ['한국식', 'Korean'],
  'theme.upDown.green': ['녹·적', 'Green · red'],
  'theme.upDown.red-green': ['적·녹', 'Red · green'],
  'conversion.source.demo': ['모의 환율', 'Demo rate'],
};

/** Undefined: no field of a site, or one without a name. */
export function siteFieldName(path: string, language: Language): string | undefined {
  const at = language === 'ko' ? 0 : 1;
  if (Object.hasOwn(names, path)) return names[path][at];
  const [, whole, part] = /^(.+)\.(\w+)$/.exec(path) ?? [];
  if (whole === undefined) return undefined;
  if (Object.hasOwn(inTwo, whole)) return `${inTwo[whole][at]} · ${languageNames[part] ?? part}`;
  const [, mode] = /^theme\.(light|dark)$/.exec(whole) ?? [];
  if (mode !== undefined) return `${colours[part]?.[at] ?? part} · ${modes[mode][at]}`;
  if (whole.startsWith('tiers')) return `${at === 0 ? '증거금 단계' : 'Tiers'} · ${part}`;
  if (whole === 'regions.productsOff') return `${at === 0 ? '끄는 상품' : 'Products off'} · ${part}`;
  if (whole.startsWith('texts.')) return `${at === 0 ? '글' : 'Text'} ${whole.slice('texts.'.length)} · ${languageNames[part] ?? part}`;
  return undefined;
}

/** Undefined: as it is written. */
export function siteFieldValue(path: string, value: unknown, language: Language): string | undefined {
  const at = language === 'ko' ? 0 : 1;
  const said = `${path}.${String(value)}`;
  if (Object.hasOwn(values, said)) return values[said][at];
  if (typeof value === 'boolean' && Object.hasOwn(names, path)) return (value ? ['예', 'yes'] : ['아니요', 'no'])[at];
  if (typeof value === 'number' && (path === 'type' || path.startsWith('regions.productsOff.'))) {
    const chosen = products.filter(([bit]) => (value & bit) !== 0).map(([, words]) => words[at]);
    return chosen.length === 0 ? ['없음', 'none'][at] : chosen.join(', ');
  }
  if (typeof value === 'number' && /^((maker|taker)Fee|conversion\.(spread|maxMove))$/.test(path)) return percent(value);
  if (Array.isArray(value) && path === 'languages') return value.map((one: string) => languageNames[one] ?? one).join(', ');
  if (Array.isArray(value) && path === 'signUp.proofs') return value.map((one: string) => proofs[one]?.[at] ?? one).join(', ');
  return undefined;
}

/** For a change of a site, field by field. */
export function useSiteFields() {
  const language = useLanguage();
  return {
    nameOf: (path: string) => siteFieldName(path, language),
    format: (path: string, value: unknown) => siteFieldValue(path, value, language),
  };
}
