// The whole configuration of a site as a shape: what a row, an editor or a file of it must hold.
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import { rateSources } from './usual-values.ts';
import { z } from 'zod/mini';
import { roundOption, stake } from './round-option-shape.ts';

const symbolCodes: ReadonlySet<string> = new Set(listedSymbols.map(({ code }) => code));
const allBits = Object.values(siteBits).reduce((all, bit) => all | bit, 0);
/** 1 % in 10⁻⁸: more would be a slip of the keyboard. */
const FEE_MAX = 1_000_000;
const RATE_ONE = 100_000_000;
/** Texts of all kinds that one site replaces. */
const TEXTS_MAX = 400;

/** The engine's places for them. */
const ROUND_OPTIONS_MAX = 128;
/** 5 % in 10⁻⁸. */
const SPREAD_MAX = 5_000_000;
/** A week in minutes. */
const AGE_MAX = 7 * 24 * 60;

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const coin = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));
/** A name, or an IPv6 address without its brackets. */
const host = z
  .string()
  .check(z.regex(/^[0-9a-f:]{2,45}$|^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/));
const fee = z.number().check(z.int(), z.minimum(0), z.maximum(FEE_MAX));
const rate = z.string().check(z.regex(/^(?!0+(\.0*)?$)\d{1,9}(\.\d{1,8})?$/));
/** More than nothing, whole or with cents. */
const usdt = z.string().check(z.regex(/^(?!0+(\.0*)?$)\d{1,7}(\.\d{1,2})?$/));
/** Colours as hex only: a token is written into the page's first style. */
const tokens = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/)),
  z.string().check(z.regex(/^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/)),
);
/** A path of this installation: no site loads a picture from elsewhere. */
const path = z.string().check(z.regex(/^\/(?!\/)[\w./-]{0,200}$/));

/** Words and plain {values}: what else braces may say is the product's own. */
const wording = z.string().check(z.trim(), z.minLength(1), z.maxLength(600), z.regex(/^[^{}]*(\{\w{1,32}\}[^{}]*)*$/));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A bracket must leave room between opening at its highest leverage and being liquidated at once. */
const tierTable = z
  .array(
    z.tuple([
      z.number().check(z.int(), z.minimum(1000), z.maximum(2_000_000_000)),
      z.number().check(z.int(), z.minimum(1), z.maximum(125)),
      z.number().check(z.int(), z.minimum(RATE_ONE / 1000), z.maximum(RATE_ONE / 2)),
    ]),
  )
  .check(
    z.minLength(1),
    z.maxLength(16),
    z.refine((rows) => rows.every(([, leverage, mmr]) => leverage * mmr < RATE_ONE), 'maintenance must stay below the first margin'),
    z.refine(
      (rows) => rows.every(([cap, leverage, mmr], i) => i === 0 || isSteeper(rows[i - 1], cap, leverage, mmr)),
      'caps and maintenance rise, leverage falls',
    ),
  );
function isSteeper(before: readonly [number, number, number], cap: number, leverage: number, mmr: number): boolean {
  return cap > before[0] && leverage <= before[1] && mmr >= before[2];
}

/** In both languages. */
const said = (max: number) => z.strictObject({ ko: words(max), en: words(max) });
const unique = <T>(list: readonly T[]) => new Set(list).size === list.length;
const listOf = <S extends z.ZodMiniType>(item: S, min: number, max: number) =>
  z.array(item).check(z.minLength(min), z.maxLength(max), z.refine(unique, 'listed twice'));

/** Numbers below are those that every site has or may come to have. */
const FIRST_OWN_ASSET = 64;
const siteAsset = z.strictObject({
  asset: z.number().check(z.int(), z.minimum(FIRST_OWN_ASSET), z.maximum(255)),
  code: coin,
  currency: z.optional(coin),
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(8)),
  pricedBy: z.optional(z.string().check(z.regex(/^[A-Z]{2,16}:[A-Z0-9]{2,20}$/))),
  networks: z.array(coin).check(z.maxLength(10)),
  ko: words(30),
  en: words(30),
});

const isOnce = (assets: readonly { asset: number; code: string }[]) =>
  new Set(assets.map(({ asset }) => asset)).size === assets.length && new Set(assets.map(({ code }) => code)).size === assets.length;

export const siteConfig = z.strictObject({
  id: z.number().check(z.int(), z.minimum(1), z.maximum(8191)),
  code: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
  name: z.strictObject({ ko: words(30), en: words(30) }),
  hosts: listOf(host, 1, 20),
  type: z.number().check(
    z.int(),
    z.minimum(0),
    z.refine((type) => (type & ~allBits) === 0, 'unknown product bit'),
  ),
  stockPrefix: z.string().check(z.regex(/^[A-Z]{2,16}$/)),
  usedCoins: listOf(coin, 1, 40),
  depositCoins: listOf(coin, 0, 40),
  buyCoins: listOf(coin, 0, 40),
  binaryCurrency: coin,
  assets: z.optional(z.array(siteAsset).check(z.maxLength(192), z.refine(isOnce, 'a number or a code is there twice'))),
  isStaking: z.boolean(),
  timeZone: z.string().check(z.refine(isTimeZone, 'not a time zone')),
  languages: listOf(z.enum(['ko', 'en']), 1, 2),
  theme: z.strictObject({
    light: tokens,
    dark: tokens,
    defaultMode: z.enum(['theme-white', 'dark']),
    upDown: z.optional(z.enum(['kr', 'green', 'red-green'])),
    logo: path,
    appIcon: z.optional(path),
    favicon: z.optional(path),
    hero: z.enum(['book', 'chart', 'image']),
    heroImage: z.optional(z.strictObject({ path, alt: said(120) })),
  }),
  symbols: listOf(z.string().check(z.refine((code) => symbolCodes.has(code), 'unknown symbol')), 1, symbolCodes.size),
  makerFee: fee,
  takerFee: fee,
  houseLadder: z.boolean(),
  isAffiliate: z.optional(z.boolean()),
  rates: z.optional(z.partial(z.strictObject({ KRW: rate, BKT: rate }))),
  conversion: z.optional(
    z
      .strictObject({
        spread: z.number().check(z.int(), z.minimum(0), z.maximum(SPREAD_MAX)),
        most: z.optional(rate),
        source: z.optional(z.enum(rateSources)),
        maxMove: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(SPREAD_MAX))),
        maxAge: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(AGE_MAX))),
        rateLeast: z.optional(rate),
        rateMost: z.optional(rate),
      })
      .check(
        z.refine(({ rateLeast, rateMost }) => Number(rateLeast ?? 0) < Number(rateMost ?? Infinity), 'the least rate is above the most'),
      ),
  ),
  demoMoney: z.optional(usdt),
  signUp: z.optional(
    z.strictObject({
      proofs: listOf(z.enum(['MAIL', 'SMS']), 0, 2),
      needsApproval: z.optional(z.boolean()),
      asksBank: z.optional(z.boolean()),
      asksIdentity: z.optional(z.boolean()),
    }),
  ),
  tiers: z.optional(z.record(z.string().check(z.refine((code) => symbolCodes.has(code), 'unknown symbol')), tierTable)),
  texts: z.optional(
    z
      .record(z.string().check(z.regex(/^[A-Za-z][\w.-]{1,60}$/)), z.strictObject({ ko: z.optional(wording), en: z.optional(wording) }))
      .check(z.refine((texts) => Object.keys(texts).length <= TEXTS_MAX, 'too many texts')),
  ),
  share: z.optional(z.strictObject({ poster: z.optional(path), words: z.optional(z.strictObject({ ko: words(160), en: words(160) })) })),
  sounds: z.optional(z.strictObject({ notice: z.optional(path), alarm: z.optional(path) })),
  regions: z.optional(
    z.strictObject({
      closed: listOf(country, 0, 250),
      productsOff: z.record(country, z.number().check(z.int(), z.minimum(0), z.maximum(allBits))),
    }),
  ),
  company: z.optional(
    z.strictObject({
      name: said(80),
      representative: said(60),
      address: said(160),
      registration: z.string().check(z.regex(/^[0-9A-Za-z -]{4,30}$/)),
      mailOrder: z.optional(words(60)),
      phone: z.optional(z.string().check(z.regex(/^\+?[0-9 -]{4,20}$/))),
      mail: z.optional(z.string().check(z.email(), z.maxLength(254))),
    }),
  ),
  minAge: z.optional(z.number().check(z.int(), z.minimum(14), z.maximum(30))),
  rounds: z.optional(
    z.strictObject({
      options: z.array(roundOption).check(z.maxLength(ROUND_OPTIONS_MAX)),
      hasEndAlarm: z.optional(z.boolean()),
      hasPractice: z.optional(z.boolean()),
    }),
  ),
  slot: z.optional(z.strictObject({ isPlay: z.boolean(), minStake: stake, maxStake: stake })),
  senders: z.optional(
    z.strictObject({ mail: z.string().check(z.email(), z.maxLength(254)), sms: z.optional(z.string().check(z.regex(/^\d{8,12}$/))) }),
  ),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
}

export interface ConfigFault {
  /** `theme.light.brand` */
  field: string;
  reason: string;
}

/** BINARY wallets of these count in whole units. */
const wholeCurrencies: readonly string[] = ['KRW', 'BKT'];

/** An amount of a game that no wallet of the site could hold. */
function fractionFault({ binaryCurrency, rounds, slot }: SiteConfig): ConfigFault | undefined {
  if (!wholeCurrencies.includes(binaryCurrency)) return undefined;
  const games = [...(rounds?.options.map((row, at) => [`rounds.options.${at}`, row] as const) ?? []), ['slot', slot ?? {}] as const];
  const [found] = games.flatMap(([field, row]) =>
    Object.entries(row)
      .filter(([name, value]) => /^(min|max)[A-Z]/.test(name) && /\.0*[1-9]/.test(String(value)))
      .map(([name]) => `${field}.${name}`),
  );
  return found === undefined ? undefined : { field: found, reason: `${binaryCurrency} has no decimals` };
}

/** A configuration as it may stand, or what is wrong with it. */
export function readSiteConfig(data: unknown): { config: SiteConfig } | { fault: ConfigFault } {
  const read = siteConfig.safeParse(data);
  const fault = read.success ? fractionFault(read.data) : undefined;
  if (fault !== undefined) return { fault };
  if (read.success) return { config: read.data };
  const [issue] = read.error.issues;
  return { fault: { field: issue.path.join('.') || 'config', reason: issue.message } };
}

/** What may never change of a site that lives: its id, its code, and which symbol or game stands behind which number. */
export function changeFault(before: SiteConfig, after: SiteConfig): ConfigFault | undefined {
  if (after.id !== before.id) return { field: 'id', reason: 'the id of a site never changes' };
  if (after.code !== before.code) return { field: 'code', reason: 'the code of a site never changes' };
  // Balances are numbers of it (ADR 0020).
  if (after.binaryCurrency !== before.binaryCurrency)
    return { field: 'binaryCurrency', reason: 'the currency of BINARY wallets never changes' };
  const assets = after.assets ?? [];
  const lost = (before.assets ?? []).findIndex(
    ({ asset, code, decimals }) => !assets.some((row) => row.asset === asset && row.code === code && row.decimals === decimals),
  );
  if (lost >= 0) return { field: `assets.${lost}`, reason: 'an asset keeps its number, code and decimals' };
  const options = after.rounds?.options ?? [];
  const gone = (before.rounds?.options ?? []).findIndex(
    ({ code, symbol }, at) => options[at]?.code !== code || options[at]?.symbol !== symbol,
  );
  if (gone >= 0) return { field: `rounds.options.${gone}`, reason: 'a game keeps its place, code and symbol; it is taken off by isPlay' };
  const moved = before.symbols.findIndex((symbol, index) => after.symbols[index] !== symbol);
  if (moved < 0) return undefined;
  return { field: `symbols.${moved}`, reason: 'symbols are only added at the end; an option is taken off the market by delisting it' };
}

// A field that the type has and the shape lacks would refuse every row; the compiler says so here.
type Unread = Exclude<keyof SiteConfig, keyof z.output<typeof siteConfig>>;
type Undeclared = Exclude<keyof z.output<typeof siteConfig>, keyof SiteConfig>;
export const readsEveryField: [Unread, Undeclared] extends [never, never] ? true : never = true;
