// The table of settings: name, default, accepted form and what it is for. docs/settings.md is printed from it.
import { isIP } from 'node:net';
import { chainSettings } from './config-chain-settings.ts';
import { fileSettings, urlOf } from './config-file-settings.ts';
import { type IndexSourceSetting, parseIndexSources } from './config-index-sources.ts';
import type { RateSetting } from './config.ts';

export interface Setting<T> {
  readonly name: string;
  readonly fallback: T;
  /** How the default reads in the documentation. */
  readonly shown: string;
  /** Completes "must be …". */
  readonly form: string;
  /** The same after "쓸 수 있는 값은". */
  readonly formKo: string;
  readonly about: string;
  readonly isSecret?: boolean;
  /** undefined = not acceptable. */
  parse(text: string): T | undefined;
}

const whole = (low: number, high: number) => (text: string) => {
  const n = Number(text);
  return /^\d{1,9}$/.test(text) && n >= low && n <= high ? n : undefined;
};
const keptDays = (name: string, fallback: number, least: number, about: string): Setting<number> => ({
  name,
  fallback,
  shown: String(fallback),
  form: `a number of days from ${least} to 36500`,
  formKo: `${least}부터 36500까지의 날 수`,
  about,
  parse: whole(least, 36500),
});
const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (text: string) =>
    values.find((value) => value === text);
const onOff = (text: string) => ({ on: true, '1': true, true: true, off: false, '0': false, false: false })[text.toLowerCase()];
const rate = (text: string): RateSetting | undefined => {
  const m = /^(\d{1,7})(?::(\d{1,7}))?$/.exec(text);
  if (m === null || Number(m[1]) === 0) return undefined;
  return { perSecond: Number(m[1]), burst: Number(m[2] ?? Number(m[1]) * 5) };
};
const perMinute = (text: string): RateSetting | undefined => {
  const found = rate(text);
  return found === undefined ? undefined : { perSecond: found.perSecond / 60, burst: found.burst };
};
const hostName = (text: string) => (isIP(text) !== 0 || /^[a-z0-9.-]{1,253}$/i.test(text) ? text : undefined);
const addresses = (text: string) => {
  const list = text.split(',').map((part) => part.trim());
  const isNet = (part: string) => /^[^/]+(\/\d{1,3})?$/.test(part) && isIP(part.split('/')[0]) !== 0;
  return list.every(isNet) ? list : undefined;
};
/** A password with @, : or / in it must be percent-encoded: unencoded, the driver takes a part of it for the host. */
const postgresUrl = (text: string) => {
  const isWhole =
    /^postgres(ql)?:\/\/([^/@]*@)?[^@]*$/.test(text) && URL.canParse(text.replace('@/', '@socket/')) && !/%(?![0-9a-f]{2})|\s/i.test(text);
  return isWhole ? text : undefined;
};

export const settings = {
  port: {
    name: 'PORT',
    fallback: 4000,
    shown: '4000',
    form: 'a port from 0 to 65535',
    formKo: '0부터 65535까지의 포트',
    about: 'Port of pages, calls and sockets.',
    parse: whole(0, 65535),
  },
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    shown: '127.0.0.1',
    form: 'an address or host name',
    formKo: '주소나 호스트 이름',
    about: 'Address to listen on. Anything but a loopback or private address needs MARU_DEMO=off.',
    parse: hostName,
  },
  secondPort: {
    name: 'MARU_SECOND_PORT',
    fallback: undefined,
    shown: 'PORT + 1 in the demo, else none',
    form: 'a port from 0 to 65535 (0 = none)',
    formKo: '0부터 65535까지의 포트(0 = 없음)',
    about: 'A second port that opens the site `hanok` under any host name, for clients that cannot resolve hanok.localhost.',
    parse: whole(0, 65535),
  },
  dataDir: {
    name: 'MARU_DATA',
    fallback: '.maru',
    shown: '.maru/',
    form: 'a directory',
    formKo: '폴더',
    about: 'Where database, snapshots, recordings and secrets live.',
    parse: (text) => text,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: undefined,
    shown: 'embedded',
    form: 'postgres://user:password@host:port/database, special characters in the password percent-encoded (@ = %40)',
    formKo: 'postgres://사용자:비밀번호@호스트:포트/데이터베이스 모양(비밀번호의 특수 문자는 %40처럼)',
    about: 'A PostgreSQL server (15 or newer) instead of the embedded one.',
    isSecret: true,
    parse: postgresUrl,
  },
  demo: {
    name: 'MARU_DEMO',
    fallback: undefined,
    shown: 'on; off when NODE_ENV=production',
    form: 'on or off',
    formKo: 'on이나 off',
    about: 'Demo sites, demo accounts and back-filled candles. Refused on a public address.',
    parse: onOff,
  },
  feed: {
    name: 'MARU_FEED',
    fallback: undefined,
    shown: 'replay in the demo; binance when NODE_ENV=production or MARU_DEMO=off',
    form: 'replay, binance or synthetic',
    formKo: 'replay, binance, synthetic 가운데 하나',
    about:
      'Where market data comes from: the recording, Binance’s public streams, or computed prices. Only the demo trades on the recording and on computed prices: without it they are not played, every symbol stays halted and no brand opens.',
    parse: oneOf('replay', 'binance', 'synthetic'),
  },
  indexSources: {
    name: 'MARU_INDEX_SOURCES',
    fallback: undefined,
    shown: 'bybit,okx beside MARU_FEED=binance; else none',
    form: 'bybit, okx and kraken, comma separated, each with an address where it has another (okx=wss://…), or none',
    formKo: 'bybit, okx, kraken를 쉼표로 나눈 목록(주소가 다르면 okx=wss://…)이나 none',
    about:
      'Other venues whose spot prices are sources of the index beside a live feed: a step of the price that one of them shows too is believed. With none a great step waits for two operators.',
    parse: parseIndexSources,
  },
  retention: {
    name: 'MARU_RETENTION',
    fallback: 90,
    shown: '90',
    form: 'a number of days (0 = keep for ever)',
    formKo: '날 수(0 = 계속 보관)',
    about: 'Days that journal archives and feed recordings are kept.',
    parse: whole(0, 36500),
  },
  keepContracts: keptDays(
    'MARU_KEEP_CONTRACTS',
    1826,
    1,
    'Days that the sealed identity of a member that left is kept (contracts and payments).',
  ),
  keepDisputes: keptDays('MARU_KEEP_DISPUTES', 1096, 1, 'Days that inquiries and notes of a member that left are kept (disputes).'),
  keepLogins: keptDays('MARU_KEEP_LOGINS', 90, 90, 'Days that records of log-ins are kept, of every member.'),
  rejoin: keptDays('MARU_REJOIN', 30, 0, 'Days until a person that left may join the same site again.'),
  adminHost: {
    name: 'MARU_ADMIN_HOST',
    fallback: undefined,
    shown: '/admin of every site',
    form: 'an address or host name',
    formKo: '주소나 호스트 이름',
    about: 'The one host that shows the back office, at /admin; then no site does.',
    parse: (text) => hostName(text)?.toLowerCase(),
  },
  trustedProxies: {
    name: 'MARU_TRUSTED_PROXIES',
    fallback: [] as string[],
    shown: 'none',
    form: 'addresses or networks, comma separated',
    formKo: '쉼표로 나눈 주소나 네트워크',
    about: 'Proxies whose X-Forwarded-* headers are believed.',
    parse: addresses,
  },
  countryHeader: {
    name: 'MARU_COUNTRY_HEADER',
    fallback: undefined,
    shown: 'none',
    form: 'a header name',
    formKo: '헤더 이름',
    about:
      'Header in which a trusted proxy names the caller’s country by two letters (`cf-ipcountry`); products and sign-up follow the site’s regions.',
    parse: (text) => (/^[A-Za-z][A-Za-z-]{1,40}$/.test(text) ? text.toLowerCase() : undefined),
  },
  capacity: {
    name: 'MARU_CAPACITY',
    fallback: 'small',
    shown: 'small',
    form: 'small, medium or large',
    formKo: 'small, medium, large 가운데 하나',
    about: 'Room for accounts, orders and positions per site; a change takes effect by snapshot and reload at the next start.',
    parse: oneOf('small', 'medium', 'large'),
  },
  clockAhead: {
    name: 'MARU_CLOCK_AHEAD',
    fallback: 'refuse',
    shown: 'refuse',
    form: 'refuse or accept',
    formKo: 'refuse, accept 가운데 하나',
    about:
      'What to do where this installation has recorded times more than an hour after the machine’s clock: refuse to start, or go on from there, a little slower until the clock has caught up. Set to accept for one start, when the clock is right now.',
    parse: oneOf('refuse', 'accept'),
  },
  orderRate: {
    name: 'MARU_ORDER_RATE',
    fallback: { perSecond: 20, burst: 100 },
    shown: '20:100',
    form: 'perSecond or perSecond:burst',
    formKo: '초당 횟수 또는 초당 횟수:한꺼번에 모양',
    about: 'Orders and other money calls per member; a batch counts as many as it holds.',
    parse: rate,
  },
  callRate: {
    name: 'MARU_CALL_RATE',
    fallback: { perSecond: 100, burst: 300 },
    shown: '100:300',
    form: 'perSecond or perSecond:burst',
    formKo: '초당 횟수 또는 초당 횟수:한꺼번에 모양',
    about: 'Calls of any kind per member, or per address for guests.',
    parse: rate,
  },
  loginRate: {
    name: 'MARU_LOGIN_RATE',
    fallback: { perSecond: 10 / 60, burst: 40 },
    shown: '10:40',
    form: 'perMinute or perMinute:burst',
    formKo: '분당 횟수 또는 분당 횟수:한꺼번에 모양',
    about: 'Failed logins per address.',
    parse: perMinute,
  },
  signUpRate: {
    name: 'MARU_SIGNUP_RATE',
    fallback: { perSecond: 2 / 60, burst: 20 },
    shown: '2:20',
    form: 'perMinute or perMinute:burst',
    formKo: '분당 횟수 또는 분당 횟수:한꺼번에 모양',
    about: 'Sign-ups per address.',
    parse: perMinute,
  },
  maxInFlight: {
    name: 'MARU_MAX_IN_FLIGHT',
    fallback: 2000,
    shown: '2000',
    form: 'a number from 10 to 100000',
    formKo: '10부터 100000까지의 수',
    about: 'Calls served at the same time; more are answered 503 at once.',
    parse: whole(10, 100000),
  },
  maxSockets: {
    name: 'MARU_MAX_SOCKETS',
    fallback: 20000,
    shown: '20000',
    form: 'a number from 1 to 1000000',
    formKo: '1부터 1000000까지의 수',
    about: 'Open sockets; more are refused.',
    parse: whole(1, 1000000),
  },
  alerts: {
    name: 'MARU_PRICE_ALERTS',
    fallback: 50,
    shown: '50',
    form: 'a number from 1 to 1000',
    formKo: '1부터 1000까지의 수',
    about: 'Price alerts that a member may have active at a time.',
    parse: whole(1, 1000),
  },
  alertMails: {
    name: 'MARU_ALERT_MAILS',
    fallback: 20,
    shown: '20',
    form: 'a number from 0 to 1000 (0 = none)',
    formKo: '0부터 1000까지의 수(0 = 보내지 않음)',
    about: 'Price alerts that a member may be sent by mail within 24 hours; the others are told in the app alone.',
    parse: whole(0, 1000),
  },
  logLevel: {
    name: 'MARU_LOG',
    fallback: 'info',
    shown: 'info',
    form: 'debug, info, warn, error or silent',
    formKo: 'debug, info, warn, error, silent 가운데 하나',
    about: 'How much is logged, as JSON lines.',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  logFile: {
    name: 'MARU_LOG_FILE',
    fallback: undefined,
    shown: 'server.log in MARU_DATA in the demo, else -',
    form: 'a file, or - for standard output',
    formKo: '파일이나 -(표준 출력)',
    about: 'Where the log goes. A file is renamed to .1 at 64 MB, replacing the one before.',
    parse: (text) => text,
  },
  mailUrl: {
    name: 'MARU_SMTP_URL',
    fallback: undefined,
    shown: 'the demo’s own inbox; else no mail',
    form: 'smtp://user:password@host:port or smtps://…',
    formKo: 'smtp://사용자:비밀번호@호스트:포트 또는 smtps://… 모양',
    about: 'Server that takes mail to members.',
    isSecret: true,
    parse: urlOf('smtp:', 'smtps:'),
  },
  smsUrl: {
    name: 'MARU_SMS_URL',
    fallback: undefined,
    shown: 'the demo’s own inbox; else no SMS',
    form: 'https://key:secret@host',
    formKo: 'https://키:비밀값@호스트 모양',
    about: 'SMS gateway in the shape of SOLAPI’s HTTP interface. Sender numbers belong to the sites.',
    isSecret: true,
    parse: urlOf('http:', 'https:'),
  },
  niceUrl: {
    name: 'MARU_NICE_URL',
    fallback: undefined,
    shown: 'the demo’s stand-in; else no identity check',
    form: 'https://id:secret@host/?product=number&window=address',
    formKo: 'https://아이디:비밀값@호스트/?product=상품번호&window=주소 모양',
    about:
      'NICE’s identity API: client id and secret, product number, and where its window opens. Product and window have their usual values.',
    isSecret: true,
    parse: urlOf('http:', 'https:'),
  },
  beaconUrl: {
    name: 'MARU_BEACON_URL',
    fallback: undefined,
    shown: 'none: draws take the first trades of a public market',
    form: 'https://host/chain, the chain’s hash as 64 hexadecimal digits',
    formKo: 'https://호스트/체인(해시 64자리) 모양',
    about:
      'A randomness beacon of drand’s interface whose first round after the cut-off goes into every draw: `https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971` is quicknet.',
    parse: (text) => (/\/[0-9a-f]{64}\/?$/.test(text) ? urlOf('http:', 'https:')(text) : undefined),
  },
  pythUrl: {
    name: 'MARU_PYTH_URL',
    fallback: undefined,
    shown: 'the demo’s stand-in beside recorded or computed prices; else none',
    form: 'https://:key@host/path?signers=set&PYTH:NDX=feed, feeds as 64 hexadecimal digits',
    formKo: 'https://:키@호스트/경로?signers=서명자&PYTH:NDX=피드(64자리) 모양',
    about:
      'Pyth’s Hermes, whose signed prices of forex, gold and indices go into the evidence of rounds. EURUSD and XAUUSD have their feeds; others are named in the address, as are the signers when they change.',
    isSecret: true,
    parse: urlOf('http:', 'https:'),
  },
  ...fileSettings,
  ...chainSettings,
} satisfies {
  port: Setting<number>;
  host: Setting<string>;
  secondPort: Setting<number | undefined>;
  dataDir: Setting<string>;
  databaseUrl: Setting<string | undefined>;
  demo: Setting<boolean | undefined>;
  feed: Setting<'replay' | 'binance' | 'synthetic' | undefined>;
  indexSources: Setting<readonly IndexSourceSetting[] | undefined>;
  retention: Setting<number>;
  keepContracts: Setting<number>;
  keepDisputes: Setting<number>;
  keepLogins: Setting<number>;
  rejoin: Setting<number>;
  adminHost: Setting<string | undefined>;
  trustedProxies: Setting<string[]>;
  countryHeader: Setting<string | undefined>;
  capacity: Setting<'small' | 'medium' | 'large'>;
  clockAhead: Setting<'refuse' | 'accept'>;
  orderRate: Setting<RateSetting>;
  callRate: Setting<RateSetting>;
  loginRate: Setting<RateSetting>;
  signUpRate: Setting<RateSetting>;
  maxInFlight: Setting<number>;
  maxSockets: Setting<number>;
  alerts: Setting<number>;
  alertMails: Setting<number>;
  logLevel: Setting<'debug' | 'info' | 'warn' | 'error' | 'silent'>;
  logFile: Setting<string | undefined>;
  mailUrl: Setting<string | undefined>;
  smsUrl: Setting<string | undefined>;
  niceUrl: Setting<string | undefined>;
  beaconUrl: Setting<string | undefined>;
  pythUrl: Setting<string | undefined>;
  filesUrl: Setting<string | undefined>;
  sanctionsFile: Setting<string | undefined>;
};

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((s) => `| \`${s.name}\` | ${s.shown} | ${s.form} | ${s.about} |`);
  return ['| Variable | Default | Form | What it is for |', '|---|---|---|---|', ...rows].join('\n');
}
