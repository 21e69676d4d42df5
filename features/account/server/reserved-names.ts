// Names that nobody may take: whoever is called so, or looks so, could speak for the house.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';

/** By themselves, with figures or dashes around them, or beside the site's name. */
const ROLES = [
  'admin',
  'administrator',
  'operator',
  'moderator',
  'manager',
  'official',
  'support',
  'staff',
  'team',
  'help',
  'helpdesk',
  'service',
  'security',
  'system',
  'sysadmin',
  'superuser',
  'webmaster',
  'postmaster',
  'master',
  'root',
  'cs',
  'gm',
  '관리',
  '운영',
  '공식',
  '고객',
  '상담',
  '보안',
  '시스템',
  '본사',
  '팀',
];
/** Wherever they stand in a name: no other word has them within. */
const ANYWHERE = [
  '관리자',
  '운영자',
  '관리팀',
  '운영팀',
  '운영진',
  '고객센터',
  '고객지원',
  '고객상담',
  '상담원',
  '상담사',
  '어드민',
  '애드민',
  'administrator',
  'sysadmin',
];
/** At the beginning or the end: `adminkim`, `myadmin`, but `badminton`. */
const AT_AN_END = ['admin', '공식계정', 'official', 'helpdesk'];

/**
 * Letters of other scripts and figures that are read for Latin ones (of Unicode's confusables, TR 39, what the two scripts of a Korean
 * keyboard and the common look-alikes need); full width, mathematical and circled letters are folded by NFKC before.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ4ａӑ',
  b: 'ьЬвβʙ8Ꮟ',
  c: 'сϲᴄ',
  d: 'ԁɗᴅδ',
  e: 'еєεҽᴇ3ё',
  f: 'ғƒꜰϝ',
  g: 'ɡɢց9',
  h: 'һнʜη',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'iі1ıιɩӏǀʟɪїΙ|ⅼլ',
  m: 'мᴍ',
  n: 'пɴոռν',
  o: '0оοօᴏσөӧ',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'гʀᴦ',
  s: 'ѕꜱ5',
  t: 'тτᴛ7',
  u: 'υսᴜцμ',
  v: 'ѵᴠ',
  w: 'ԝѡωᴡ',
  x: 'хχ',
  y: 'уγүʏ',
  z: 'ᴢ2ʐ',
};
const latin = new Map(Object.entries(LOOKS_LIKE).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter])));

/** What a reader sees: without case, accents, dashes and what is not shown, look-alikes as one. */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}\p{Cf}\p{Z}\p{P}\p{S}]/gu, '')
    .normalize('NFC');
  return [...plain]
    .map((letter) => latin.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Figures around a name make it no other. */
const coresOf = (name: string): string[] => {
  const bare = name.normalize('NFKC').replace(/^[\p{N}\p{P}]+|[\p{N}\p{P}]+$/gu, '');
  return [...new Set([skeletonOf(name), skeletonOf(bare)])].filter((core) => core !== '');
};

const roles = new Set(ROLES.map(skeletonOf));
const anywhere = ANYWHERE.map(skeletonOf);
const atAnEnd = AT_AN_END.map(skeletonOf);

function speaksForHouse(core: string): boolean {
  return (
    roles.has(core) || anywhere.some((word) => core.includes(word)) || atAnEnd.some((word) => core.startsWith(word) || core.endsWith(word))
  );
}

/** The site's own name, in both languages and as its code and hosts have it, alone or with a role. */
function speaksForSite(site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>, core: string): boolean {
  const hosts = site.hosts.map((host) => host.replace(/^www\./, '').split('.')[0]).filter((host) => /[a-z]/i.test(host));
  const own = [site.name.ko, site.name.en, site.code, ...hosts].map(skeletonOf).filter((name) => name.length > 1);
  return own.some((name) => {
    if (core === name) return true;
    const rest = core.startsWith(name) ? core.slice(name.length) : core.endsWith(name) ? core.slice(0, -name.length) : undefined;
    return rest !== undefined && roles.has(rest);
  });
}

export const isReserved = (site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>, name: string): boolean =>
  coresOf(name).some((core) => speaksForHouse(core) || speaksForSite(site, core));

/** Throws NAME_RESERVED. Asked where a name is chosen; who has one already keeps it. */
export function refuseReserved(site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>, names: { username?: string; nick?: string }): void {
  for (const [field, name] of Object.entries(names)) if (isReserved(site, name)) throw new Refusal('NAME_RESERVED', { field });
}
