// A site's options by their wire id: the rows of its configuration with what their codes and symbols mean.
import { listedSymbols, type SymbolData } from '@maru/engine/market/symbols.ts';
import { type SiteConfig, siteBits } from '@maru/kit/contract/site-config.ts';
import { usualCutoffMs } from '@maru/site/contract.ts';
import type { SiteRoundOption } from '../site-part.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { durationMsOf, familyOf, type RoundCode, type RoundFamily, roundIdOf, timesOf } from '../round-codes.ts';
import type { RoundTimes } from '../round-codes.ts';

export interface SiteOption {
  /** The engine's option: place in the site's list. */
  readonly option: number;
  readonly tradeOptionId: number;
  readonly row: SiteRoundOption;
  readonly code: RoundCode;
  readonly family: RoundFamily;
  readonly durationMs: number;
  readonly cutoffMs: number;
  readonly isInRound: boolean;
  /** Bets are taken within the round's own time. */
  readonly isInside: boolean;
  /** The engine's symbol; -1 of a draw. */
  readonly symbol: number;
  readonly data: SymbolData | undefined;
  readonly site: number;
  /** The site's clock, by which hours of the game's own count. */
  readonly timeZone: string;
}

const byCode = new Map(listedSymbols.map((data) => [data.code, data]));
const bySite = new WeakMap<SiteConfig, readonly SiteOption[]>();

/** All of a site's options, also those switched off. A price round on a symbol that the site does not list is off. */
export function siteOptions(site: SiteConfig): readonly SiteOption[] {
  let options = bySite.get(site);
  if (options === undefined) {
    options = (site.rounds?.options ?? []).map((row, option) => siteOption(site, row, option));
    bySite.set(site, options);
  }
  return options;
}

function siteOption(site: SiteConfig, row: SiteRoundOption, option: number): SiteOption {
  const code = row.code as RoundCode;
  const isInRound = row.isInRound === true && row.symbol !== undefined;
  return {
    option,
    tradeOptionId: option + 1,
    row,
    code,
    family: familyOf(code),
    durationMs: durationMsOf(code),
    cutoffMs: row.cutoffMs ?? usualCutoffMs(code),
    isInRound,
    isInside: isInRound || row.symbol === undefined,
    symbol: row.symbol === undefined ? -1 : site.symbols.indexOf(row.symbol),
    data: row.symbol === undefined ? undefined : byCode.get(row.symbol),
    site: site.id,
    timeZone: site.timeZone,
  };
}

/** Whether the site has the product that the option is of. */
export function hasProductOf(site: SiteConfig, option: SiteOption): boolean {
  return (site.type & (option.family === 'P' ? siteBits.powerball : siteBits.binary)) !== 0;
}

/** Whether the option is offered at all: its product, its switch, its symbol. */
export function isOffered(site: SiteConfig, option: SiteOption): boolean {
  return option.row.isPlay && hasProductOf(site, option) && (option.family === 'P' || option.symbol >= 0);
}

/** Also of a product that the site has no longer: what a member holds stays to be seen. */
export function optionOfSite(site: SiteConfig, tradeOptionId: number): SiteOption {
  const found = siteOptions(site)[tradeOptionId - 1];
  if (found === undefined) throw new Refusal('ROUND_OPTION_UNKNOWN', { field: 'tradeOptionId' });
  return found;
}

/** The option of a request; another site's id is as unknown as one that never was. */
export function requestedOption(site: SiteConfig, tradeOptionId: number): SiteOption {
  const found = optionOfSite(site, tradeOptionId);
  if (!hasProductOf(site, found)) throw new Refusal('ROUND_OPTION_UNKNOWN', { field: 'tradeOptionId' });
  return found;
}

export const roundTimes = (option: SiteOption, ordinal: number): RoundTimes =>
  timesOf(ordinal, option.durationMs, option.cutoffMs, option.isInside);
export const roundId = (option: SiteOption, ordinal: number): number => roundIdOf(option.option, ordinal);

/** The round whose time between start and end it is. */
export const runningOrdinal = (option: SiteOption, now: number): number => Math.floor(now / option.durationMs);
/** The round that takes bets now, or will next. */
export const bettingOrdinal = (option: SiteOption, now: number): number => runningOrdinal(option, now) + (option.isInside ? 0 : 1);
