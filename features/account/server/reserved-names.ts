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
  '대표',
  '매니저',
  '모더레이터',
  '오피셜',
  '팀',
  'owner',
  'ceo',
  'moderators',
];
/** What stands beside them and makes them no other: 보안팀, CS센터, support_kr. */
const BESIDE = ['지원', '팀', '부', '센터', '센타', '직원', '담당', '담당자', 'team', 'center', 'centre', 'desk', 'kr', 'korea'];
/** Wherever they stand in a name: no other word has them within. */
const ANYWHERE = [
  '관리자',
  '운영자',
  '관리팀',
  '운영팀',
  '운영진',
  '고객센터',
  '고객센타',
  '고객지원',
  '고객상담',
  '상담원',
  '상담사',
  '어드민',
  '애드민',
  '管理者',
  '管理員',
  '管理人',
  '運營者',
  '運營者',
  '运营者',
  '運営者',
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
  m: 'мᴍϻ',
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
/** Greek capitals look like other letters than their small ones do. */
const CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ'].map((letter, at) => [letter, 'abezhikmnoptyxcm'[at]]),
);
/** Han letters of words for the operators, as they are read beside Hangul: 관리者. */
const READ_AS: Readonly<Record<string, string>> = { 管: '관', 理: '리', 者: '자', 運: '운', 營: '영', 公: '공', 式: '식' };
const replaced = (text: string, letters: Readonly<Record<string, string>>) => [...text].map((letter) => letters[letter] ?? letter).join('');

/** Syllables as the letters they are written with, a final one as an initial, and those that differ by a stroke as one: ㄱㅘㄴㄹㅣㅈㅏ, 관리쟈. */
function jamoOf(text: string): string {
  return [...text.normalize('NFD')].map((letter) => ALIKE_JAMO.get(letter) ?? letter).join('');
}
const FINALS = 'ᆨᆩᆪᆫᆬᆭᆮᆯᆰᆱᆲᆳᆴᆵᆶᆷᆸᆹᆺᆻᆼᆽᆾᆿᇀᇁᇂ';
const FINALS_AS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const STROKES: readonly (readonly [string, string])[] = [
  ['ㅑ', 'ㅏ'],
  ['ㅕ', 'ㅓ'],
  ['ㅛ', 'ㅗ'],
  ['ㅠ', 'ㅜ'],
  ['ㅒ', 'ㅔ'],
  ['ㅖ', 'ㅔ'],
  ['ㅐ', 'ㅔ'],
  ['ㄲ', 'ㄱ'],
  ['ㄸ', 'ㄷ'],
  ['ㅃ', 'ㅂ'],
  ['ㅆ', 'ㅅ'],
  ['ㅉ', 'ㅈ'],
];
const strokes = new Map(STROKES.map(([one, other]) => [one.normalize('NFKD'), other.normalize('NFKD')]));
const ALIKE_JAMO = new Map([
  ...strokes,
  ...[...FINALS].map((letter, at): [string, string] => {
    const initial = [...FINALS_AS][at].normalize('NFKD');
    return [letter, strokes.get(initial) ?? initial];
  }),
]);

/** Scripts in everyday use (UTS 31, table 5): the others are in names for how they look alone. */
const EVERYDAY =
  /^[\p{scx=Latn}\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Cyrl}\p{scx=Grek}\p{scx=Armn}\p{scx=Geor}\p{scx=Arab}\p{scx=Hebr}\p{scx=Thaa}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Ethi}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{sc=Zyyy}\p{sc=Zinh}]*$/u;

/** What a reader sees: without case, accents, dashes and what is not shown, look-alikes as one. */
export function skeletonOf(name: string): string {
  const plain = replaced(replaced(name.normalize('NFKC'), CAPITALS), READ_AS)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}\p{Cf}\p{Z}\p{P}\p{S}]/gu, '')
    .normalize('NFC');
  const letters = [...plain]
    .map((letter) => latin.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
  return jamoOf(letters);
}

/** Figures around a name make it no other. */
const bareOf = (name: string) => name.normalize('NFKC').replace(/^[\p{N}\p{P}]+|[\p{N}\p{P}]+$/gu, '');
const coresOf = (name: string): string[] => [...new Set([skeletonOf(name), skeletonOf(bareOf(name))])].filter((core) => core !== '');

const roles = new Set(ROLES.map(skeletonOf));
const beside = new Set(BESIDE.map(skeletonOf));
const anywhere = ANYWHERE.map(skeletonOf);
const atAnEnd = AT_AN_END.map(skeletonOf);

function speaksForOperators(core: string): boolean {
  return (
    roles.has(core) || anywhere.some((word) => core.includes(word)) || atAnEnd.some((word) => core.startsWith(word) || core.endsWith(word))
  );
}

/** The site's own name, in both languages and as its code and hosts have it. */
function namesOf(site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>): string[] {
  const hosts = site.hosts.map((host) => host.replace(/^www\./, '').split('.')[0]).filter((host) => /[a-z]/i.test(host));
  return [site.name.ko, site.name.en, site.code, ...hosts].filter((name) => [...name.trim()].length > 1).map(skeletonOf);
}

/** Nothing but words of the house: its names and roles, at least one, and what stands beside them. */
function isOfWords(core: string, own: readonly string[]): boolean {
  const words = [...own, ...roles, ...beside];
  // By how much of the core is read: whether a name or role was among it; absent: it cannot be read so far.
  const read = new Map<number, boolean>([[0, false]]);
  for (let at = 0; at < core.length; at++) {
    const hasRole = read.get(at);
    if (hasRole === undefined) continue;
    for (const word of words) {
      if (word === '' || !core.startsWith(word, at)) continue;
      const isMore = hasRole || !beside.has(word) || roles.has(word);
      read.set(at + word.length, isMore || read.get(at + word.length) === true);
    }
  }
  return read.get(core.length) === true;
}

/** A stroke away from 운영, 운영진 and 보안, and what people are called. 윤영자 is not among them: it is taken for 운영자 too easily. */
const CALLED_SO = new Set(['윤영', '윤영진', '부윤영', '뽀얀', '보얀']);

export function isReserved(site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>, name: string): boolean {
  if (!EVERYDAY.test(name.normalize('NFKC'))) return true;
  const own = namesOf(site);
  const bare = bareOf(name);
  if (CALLED_SO.has(bare)) return own.includes(skeletonOf(bare));
  return coresOf(name).some((core) => speaksForOperators(core) || isOfWords(core, own));
}

/** Throws NAME_RESERVED. Asked where a name is chosen; who has one already keeps it. */
export function refuseReserved(site: Pick<SiteConfig, 'name' | 'code' | 'hosts'>, names: { username?: string; nick?: string }): void {
  for (const [field, name] of Object.entries(names)) if (isReserved(site, name)) throw new Refusal('NAME_RESERVED', { field });
}
