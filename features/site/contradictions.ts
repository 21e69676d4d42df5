// Switches of a site that contradict each other or what the installation has: one list of rules for publishing, new sites, the start and the
// editor. What can be set right without taking anything from a member is also how a row stands that contradicts itself.
import { comesIn, isTaken } from './coins.ts';
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';

export interface Contradiction {
  /** `usedCoins` */
  field: string;
  ko: string;
  en: string;
}

interface Rule extends Contradiction {
  contradicts(site: SiteConfig): boolean;
  /** How such a row stands meanwhile; absent: what it switches on does not work by itself. */
  mend?(site: SiteConfig): SiteConfig;
}

const has = ({ type }: SiteConfig, bits: number) => (type & bits) !== 0;
const games = siteBits.binary | siteBits.powerball;
const hasRate = ({ binaryCurrency, rates, conversion }: SiteConfig) =>
  (binaryCurrency === 'KRW' && conversion?.source !== undefined) || rates?.[binaryCurrency as 'KRW' | 'BKT'] !== undefined;

const canComeIn = ({ usedCoins }: SiteConfig, code: string) => comesIn(code) && usedCoins.includes(code);

const rules: readonly Rule[] = [
  {
    field: 'usedCoins',
    ko: '바이너리와 파워볼은 BINARY 지갑으로 투자해요. 게임을 켜 두려면 BINARY 지갑도 써야 해요.',
    en: 'Binary and power ball are played from the BINARY wallet: while they are on, it is used too.',
    contradicts: (site) => has(site, games) && !site.usedCoins.includes('BINARY'),
    // Shown rather than shut: open stakes and balances stay in sight.
    mend: (site) => ({ ...site, usedCoins: [...site.usedCoins, 'BINARY'] }),
  },
  {
    field: 'type',
    ko: 'P2P는 아직 없어서 켤 수 없어요.',
    en: 'P2P is not there yet and cannot be switched on.',
    contradicts: (site) => has(site, siteBits.p2p),
    mend: (site) => ({ ...site, type: site.type & ~siteBits.p2p }),
  },
  {
    field: 'isStaking',
    ko: '스테이킹은 아직 없어서 켤 수 없어요.',
    en: 'Staking is not there yet and cannot be switched on.',
    contradicts: ({ isStaking }) => isStaking,
    mend: (site) => ({ ...site, isStaking: false }),
  },
  {
    field: 'assets',
    ko: '자산 코드나 통화 이름이 모든 브랜드에 있는 지갑이나 통화, 또는 다른 자산의 것과 같아요. 다른 이름을 쓰세요.',
    en: 'The code or currency of an asset is that of a wallet or currency of every brand, or of another asset. Choose another.',
    // What is added up by its name would mix the units of two.
    contradicts: ({ assets = [], binaryCurrency }) => {
      const names = assets.flatMap(({ code, currency = code }) => [...new Set([code, currency])]);
      return new Set(names).size < names.length || names.some((name) => isTaken(name) || name === binaryCurrency);
    },
  },
  {
    field: 'depositCoins',
    ko: '아직 입금할 수 없는 코인이 있거나, 쓰지 않는 지갑이에요.',
    en: 'Among them are coins that cannot be deposited yet, or wallets that the site does not use.',
    contradicts: (site) => site.depositCoins.some((code) => !canComeIn(site, code)),
    mend: (site) => ({ ...site, depositCoins: site.depositCoins.filter((code) => canComeIn(site, code)) }),
  },
  {
    field: 'buyCoins',
    ko: '코인 구매는 아직 없어서 켤 수 없어요.',
    en: 'Buying coins is not there yet and cannot be switched on.',
    contradicts: ({ buyCoins }) => buyCoins.length > 0,
    mend: (site) => ({ ...site, buyCoins: [] }),
  },
  {
    field: 'rates',
    ko: 'BINARY 지갑의 통화에 환율이 없어서 게임에 돈을 넣을 수 없어요.',
    en: 'The currency of the BINARY wallet has no rate, so no money can come into the games.',
    contradicts: (site) => has(site, games) && site.binaryCurrency !== 'USDT' && !hasRate(site),
  },
  {
    field: 'signUp',
    ko: '문자 인증번호를 받으려면 발신번호가 있어야 해요. 없으면 아무도 가입할 수 없어요.',
    en: 'A code by SMS needs a sender number: without one nobody can sign up.',
    contradicts: ({ signUp, senders }) => signUp?.proofs.includes('SMS') === true && senders?.sms === undefined,
  },
  {
    field: 'rounds',
    ko: '투자를 받는 게임의 종목이 이 사이트에 없어요.',
    en: 'A game that takes bets is of a symbol that the site does not list.',
    contradicts: (site) =>
      has(site, games) &&
      (site.rounds?.options ?? []).some(({ isPlay, symbol }) => isPlay && symbol !== undefined && !site.symbols.includes(symbol)),
  },
];

const saidOf = ({ field, ko, en }: Rule): Contradiction => ({ field, ko, en });

/** None of a sound site. */
export const contradictionsOf = (site: SiteConfig): Contradiction[] => rules.filter((rule) => rule.contradicts(site)).map(saidOf);

/** What a change would bring; what contradicts already does not keep a site from its other changes. */
export function newContradictions(before: SiteConfig, after: SiteConfig): Contradiction[] {
  const known = new Set(contradictionsOf(before).map(({ ko }) => ko));
  return contradictionsOf(after).filter(({ ko }) => !known.has(ko));
}

/** As a site stands whose row contradicts itself: what is not there is off, and no wallet of a game that is on is hidden. */
export function withoutContradictions(site: SiteConfig): SiteConfig {
  return rules.reduce((mended, { contradicts, mend }) => (mend !== undefined && contradicts(mended) ? mend(mended) : mended), site);
}
