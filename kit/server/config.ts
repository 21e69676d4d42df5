// The one file that reads the environment: every setting, parsed once, with a message that names what is wrong.
import { resolve } from 'node:path';
import { isLoopback, isPrivate } from './config-address.ts';
import { type IndexSourceSetting, indexSourcesOf } from './config-index-sources.ts';
import { type ChainConfig, chainsOf } from './config-chains.ts';
import { loadSecrets, type Secrets } from './config-secrets.ts';
import { type Setting, settings } from './config-settings.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Port of the second demo site, for clients that cannot resolve its host; 0 = none. */
  readonly secondPort: number;
  readonly dataDir: string;
  /** undefined = the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly production: boolean;
  readonly demo: boolean;
  readonly feed: 'replay' | 'binance' | 'synthetic';
  /** Venues that speak beside a live feed; empty: the feed is the only source. */
  readonly indexSources: readonly IndexSourceSetting[];
  /** Days that archived journals and recordings are kept; 0 = for ever. */
  readonly retentionDays: number;
  /** Days that data of members that left are kept, log-ins of everybody too, and until a person may join again. */
  readonly leaving: { contractDays: number; disputeDays: number; loginDays: number; rejoinDays: number };
  /** The one host that shows the back office; undefined = every site's. */
  readonly adminHost: string | undefined;
  readonly trustedProxies: readonly string[];
  /** In lower case. */
  readonly countryHeader: string | undefined;
  readonly capacity: 'small' | 'medium' | 'large';
  readonly clockAhead: 'refuse' | 'accept';
  readonly orderRate: RateSetting;
  readonly callRate: RateSetting;
  readonly loginRate: RateSetting;
  readonly signUpRate: RateSetting;
  readonly maxInFlight: number;
  readonly maxSockets: number;
  /** Active price alerts of a member, and mails about them within 24 hours. */
  readonly alerts: number;
  readonly alertMails: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** undefined = standard output. */
  readonly logFile: string | undefined;
  /** smtp(s)://user:password@host:port; undefined = the demo's own post office, or no mail. */
  readonly mailUrl: string | undefined;
  /** https://key:secret@host of an SMS gateway. */
  readonly smsUrl: string | undefined;
  /** https://id:secret@host of NICE's identity API; undefined = the demo's stand-in, or none. */
  readonly niceUrl: string | undefined;
  /** The beacon that draws take their public value from: https://host/<hash of its chain>. */
  readonly beaconUrl: string | undefined;
  /** Where signed prices come from: Pyth's Hermes, with its key, signers and feeds. */
  readonly pythUrl: string | undefined;
  /** https://key:secret@host/bucket of an S3-compatible store; undefined = `files/` under the data directory. */
  readonly filesUrl: string | undefined;
  /** Addresses under sanctions; undefined = none are known. */
  readonly sanctionsFile: string | undefined;
  /** Real chains; a demo has none. */
  readonly chains: ChainConfig;
  readonly secrets: Secrets;
}
export interface RateSetting {
  perSecond: number;
  burst: number;
}

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`설정을 쓸 수 없습니다 · settings cannot be used:\n${faults.map((f) => `  ${f}`).join('\n')}`);
    this.faults = faults;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads one setting after the other, and keeps what is wrong with them. */
export const readerOf =
  (env: Env, faults: string[]) =>
  <T>(setting: Setting<T>): T => {
    const text = env[setting.name]?.trim();
    if (text === undefined || text === '') return setting.fallback;
    const value = setting.parse(text);
    if (value === undefined)
      faults.push(`${setting.name}=${setting.isSecret ? '…' : text}: 쓸 수 있는 값은 ${setting.formKo} · must be ${setting.form}`);
    return value ?? setting.fallback;
  };

/** Throws ConfigError with every fault at once. Creates the secrets on first use. */
export function loadConfig(env: Env = process.env): Config {
  const faults: string[] = [];
  const read = readerOf(env, faults);
  const production = env.NODE_ENV === 'production';
  const host = read(settings.host);
  const demoAsked = read(settings.demo);
  const demo = demoAsked ?? !production;
  if (demo && !isLoopback(host) && !isPrivate(host)) faults.push(demoOnPublicAddress(host));
  const port = read(settings.port);
  // Real money never runs on recorded prices because a setting was forgotten.
  const feed = read(settings.feed) ?? (demo && !production ? 'replay' : 'binance');
  const config = {
    port,
    host,
    secondPort: read(settings.secondPort) ?? (demo && port > 0 && port < 65535 ? port + 1 : 0),
    dataDir: resolve(read(settings.dataDir)),
    databaseUrl: read(settings.databaseUrl),
    production,
    demo,
    feed,
    indexSources: indexSourcesOf(read(settings.indexSources), feed, faults),
    retentionDays: read(settings.retention),
    leaving: {
      contractDays: read(settings.keepContracts),
      disputeDays: read(settings.keepDisputes),
      loginDays: read(settings.keepLogins),
      rejoinDays: read(settings.rejoin),
    },
    adminHost: read(settings.adminHost),
    trustedProxies: read(settings.trustedProxies),
    countryHeader: read(settings.countryHeader),
    capacity: read(settings.capacity),
    clockAhead: read(settings.clockAhead),
    orderRate: read(settings.orderRate),
    callRate: read(settings.callRate),
    loginRate: read(settings.loginRate),
    signUpRate: read(settings.signUpRate),
    maxInFlight: read(settings.maxInFlight),
    maxSockets: read(settings.maxSockets),
    alerts: read(settings.alerts),
    alertMails: read(settings.alertMails),
    logLevel: read(settings.logLevel),
    logFile: logFileOf(read(settings.logFile), demo, read(settings.dataDir)),
    mailUrl: read(settings.mailUrl),
    smsUrl: read(settings.smsUrl),
    niceUrl: read(settings.niceUrl),
    beaconUrl: read(settings.beaconUrl),
    pythUrl: read(settings.pythUrl),
    filesUrl: read(settings.filesUrl),
    sanctionsFile: read(settings.sanctionsFile),
    chains: chainsOf(read, demo, faults),
  };
  if (config.secondPort !== 0 && config.secondPort === config.port)
    faults.push(`MARU_SECOND_PORT=${config.port}: PORT와 같습니다. 다른 포트나 0을 쓰세요 · is also PORT; choose another or 0`);
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...config, secrets: loadSecrets(config.dataDir) };
}

// The demo's terminal shows its start screen; a service's standard output belongs to its log.
function logFileOf(asked: string | undefined, demo: boolean, dataDir: string): string | undefined {
  if (asked === undefined) return demo ? resolve(dataDir, 'server.log') : undefined;
  return asked === '-' ? undefined : resolve(asked);
}

// Demo accounts have a known password: they must never stand on an address that strangers reach.
function demoOnPublicAddress(host: string): string {
  return (
    `HOST=${host}: 데모 계정은 공개 주소에 열 수 없습니다. MARU_DEMO=off로 끄거나 HOST를 127.0.0.1 또는 사설 주소로 두세요 · ` +
    'demo accounts are refused on a public address; set MARU_DEMO=off, or HOST to 127.0.0.1 or to this machine’s private network address'
  );
}

/** Variables of vite and of test runs bear our prefix but are no settings. */
const isBeside = (name: string) => name === 'MARU_DEV_SERVER' || name.startsWith('MARU_TEST_');

/** Names that look like settings and are none: a slip of the pen must not go unnoticed. */
export function unknownSettings(env: Env): string[] {
  const known = new Set<string>(Object.values(settings).map((setting) => setting.name));
  return Object.keys(env).filter((name) => name.startsWith('MARU_') && !known.has(name) && !isBeside(name));
}
