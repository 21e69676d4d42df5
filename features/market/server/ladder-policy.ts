// Runs beside the engine: decides which market commands a site's journal needs, so that market data does not flood it.
//
// A quote ladder is journaled only with the command that meets it, or when it crosses a resting order; marks at most once a
// second and only for symbols with exposure or waiting orders, at once when one of those is reached, or before a command that
// is judged by the mark; the feed's switches on change.
import { CommandHeadWord, CommandKind, CommandWord, OrderType, Side, encodeCommand, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { FEED_BITS } from './feed-state.ts';
import { forEachOffer } from './market-offer.ts';
import { LADDER_MAX_AGE_MS } from './quote-ladder.ts';
import { marketSymbols } from './symbol-table.ts';

const CommandHead = CommandHeadWord;
const { PlaceOrder } = CommandWord;

/** What the policy reads of a site's live engine; all by the site's own symbol index, prices in ticks, 0 = none. */
export interface EngineMarketView {
  memberBestBid(symbol: number): number;
  memberBestAsk(symbol: number): number;
  ladderBestBid(symbol: number): number;
  ladderBestAsk(symbol: number): number;
  /** Any open position in the symbol. */
  hasExposure(symbol: number): boolean;
  /** Any order that waits for a price. */
  hasTriggers(symbol: number): boolean;
  /** Whether a mark and a last price (mark units) would fire one of them. */
  reachesTrigger(symbol: number, mark: number, last: number): boolean;
  /** The symbol's own switch bits (not the site's). */
  switchBits(symbol: number): number;
}

export interface PolicySite {
  id: number;
  /** In the order of the site's symbol indexes. */
  symbols: readonly string[];
  /** The counterparty quotes on this site. */
  houseLadder: boolean;
}

export interface MarketRecord {
  site: number;
  record: Float64Array;
}

export interface LadderPolicy {
  /** A new site, or one whose symbols or counterparty changed: what the site was told of its symbols so far stays known. */
  host(site: PolicySite): void;
  /** The latest outside market, as market-offer.ts lays it out. Keeps the array. */
  offer(words: Float64Array): void;
  /** Records to put before the member's command at `offset`; null = none, which is almost always. */
  companions(site: number, words: Float64Array, offset: number, nowMs: number): Float64Array[] | null;
  /** Records to sequence by themselves after an offer. */
  reactions(nowMs: number): MarketRecord[];
}

/** A mark older than this is renewed before a command that needs one, and with exposure in any case. */
export const MARK_EVERY_MS = 1000;
/** A price that reaches a waiting order is told at once, but no more often than this while triggers are suspended. */
const TRIGGER_EVERY_MS = 100;
/** With exposure a mark is sent at least this often, moved or not: the engine liquidates nobody on one older than ten seconds. */
const MARK_RENEW_MS = 4000;
/** A ladder that the engine holds longer than this is set again with the next command that meets it. */
export const LADDER_RENEW_MS = 250;
/** Time given to a switch on its way through the journal before it is sent again. */
const SWITCH_RETRY_MS = 1000;

/** A symbol's outside market. */
interface Outside {
  version: number;
  bits: number;
  isValid: boolean;
  last: number;
  mark: number;
  index: number;
  depthAt: number;
  parts: Float64Array;
  bids: Float64Array;
  asks: Float64Array;
}

/** What one site was last told about one symbol. */
interface Told {
  outside: Outside;
  ladderVersion: number;
  ladderAt: number;
  markAt: number;
  mark: number;
  last: number;
  wasValid: boolean;
  bits: number;
  bitsAt: number;
}

interface HostedSite extends PolicySite {
  view: EngineMarketView;
  told: Told[];
}

const none = new Float64Array(0);

export function createLadderPolicy(sites: readonly PolicySite[], viewOf: (site: number) => EngineMarketView): LadderPolicy {
  const outsides = marketSymbols.map(noOutside);
  const ids = new Map(marketSymbols.map(({ name, id }) => [name, id]));
  const hosted = new Map<number, HostedSite>();
  const host = (site: PolicySite) => {
    const before = hosted.get(site.id);
    hosted.set(site.id, {
      ...site,
      view: before?.view ?? viewOf(site.id),
      // A symbol keeps its index for ever; new ones are put behind.
      told: site.symbols.map((name, index) => before?.told[index] ?? toldOf(outsides[ids.get(name) ?? -1] ?? noOutside())),
    });
  };
  for (const site of sites) host(site);

  return {
    host,
    offer(words) {
      forEachOffer(words, (offer) => {
        const outside = outsides[offer.symbol];
        if (outside === undefined) return;
        Object.assign(outside, offer);
        outside.version++;
      });
    },
    companions(siteId, words, offset, nowMs) {
      const site = hosted.get(siteId);
      const kind = words[offset];
      if (site === undefined) return null;
      const symbol = words[offset + CommandHead.symbol];
      if (closesAtMarket(kind)) return wholeMarkets(site, symbol, nowMs);
      if (!needsMarket(kind)) return null;
      const told = site.told[symbol];
      if (told === undefined || told.outside.version === 0) return null;
      const records: Float64Array[] = [];
      putSwitch(site, symbol, told, nowMs, records);
      if (nowMs - told.markAt >= MARK_EVERY_MS) putMark(symbol, told, nowMs, records);
      if (meetsLadder(site, symbol, told, words, offset, nowMs)) putLadder(site, symbol, told, nowMs, records);
      return records.length > 0 ? records : null;
    },
    reactions(nowMs) {
      const out: MarketRecord[] = [];
      for (const site of hosted.values()) {
        for (let symbol = 0; symbol < site.told.length; symbol++) {
          const records = reactionsOf(site, symbol, nowMs);
          if (records !== null) for (const record of records) out.push({ site: site.id, record });
        }
      }
      return out;
    },
  };
}

function toldOf(outside: Outside): Told {
  return { outside, ladderVersion: 0, ladderAt: 0, markAt: 0, mark: 0, last: 0, wasValid: false, bits: -1, bitsAt: 0 };
}

function noOutside(): Outside {
  return { version: 0, bits: 0, isValid: false, last: 0, mark: 0, index: 0, depthAt: 0, parts: none, bids: none, asks: none };
}

/** These meet the book of every symbol that they close something in; -1 names all of them. */
function closesAtMarket(kind: number): boolean {
  return kind === CommandKind.ReversePosition || kind === CommandKind.ClosePositions;
}

function wholeMarkets(site: HostedSite, named: number, nowMs: number): Float64Array[] | null {
  const records: Float64Array[] = [];
  for (let symbol = 0; symbol < site.told.length; symbol++) {
    const told = site.told[symbol];
    if (told.outside.version === 0 || (named >= 0 ? symbol !== named : !site.view.hasExposure(symbol))) continue;
    putSwitch(site, symbol, told, nowMs, records);
    if (nowMs - told.markAt >= MARK_EVERY_MS) putMark(symbol, told, nowMs, records);
    if (told.ladderVersion !== told.outside.version || nowMs - told.ladderAt >= LADDER_RENEW_MS)
      putLadder(site, symbol, told, nowMs, records);
  }
  return records.length > 0 ? records : null;
}

function needsMarket(kind: number): boolean {
  return (
    kind === CommandKind.PlaceOrder ||
    kind === CommandKind.AmendOrder ||
    kind === CommandKind.PlaceConditional ||
    kind === CommandKind.AmendConditional ||
    kind === CommandKind.SetPositionTpsl ||
    kind === CommandKind.SetLeverage ||
    kind === CommandKind.SetMarginType ||
    kind === CommandKind.SettleFunding
  );
}

function reactionsOf(site: HostedSite, symbol: number, nowMs: number): Float64Array[] | null {
  const told = site.told[symbol];
  const { view } = site;
  const { outside } = told;
  if (outside.version === 0) return null;
  const bid = view.memberBestBid(symbol);
  const ask = view.memberBestAsk(symbol);
  const hasExposure = view.hasExposure(symbol);
  const watches = hasExposure || view.hasTriggers(symbol);
  if (bid === 0 && ask === 0 && !watches) return null;
  const records: Float64Array[] = [];
  putSwitch(site, symbol, told, nowMs, records);
  const ladder = quotesOf(site, outside, nowMs);
  const crosses =
    told.ladderVersion !== outside.version &&
    ((bid > 0 && ladder.asks.length > 0 && ladder.asks[0] <= bid) || (ask > 0 && ladder.bids.length > 0 && ladder.bids[0] >= ask));
  const fires = isFiring(site, symbol, told, nowMs);
  if (((watches || crosses) && isMarkDue(told, nowMs)) || fires) {
    // A liquidation or a fired order inside SetMark takes the depth of the moment, so the ladder goes first.
    // An older one would be withdrawn before the Ticks that go on with it.
    if (watches && nowMs - told.ladderAt >= LADDER_RENEW_MS) putLadder(site, symbol, told, nowMs, records);
    putMark(symbol, told, nowMs, records);
  }
  if (crosses && told.ladderVersion !== outside.version) putLadder(site, symbol, told, nowMs, records);
  return records.length > 0 ? records : null;
}

function isMarkDue(told: Told, nowMs: number): boolean {
  const { outside } = told;
  const age = nowMs - told.markAt;
  const hasMoved = outside.mark !== told.mark || outside.last !== told.last || outside.isValid !== told.wasValid;
  return age >= MARK_EVERY_MS && (hasMoved || age >= MARK_RENEW_MS);
}

/** The outside market stands where a waiting order fires: its owner does not wait for the next second. */
function isFiring(site: HostedSite, symbol: number, told: Told, nowMs: number): boolean {
  const { mark, last, isValid, bits } = told.outside;
  if (!isValid || bits !== 0 || mark === 0 || nowMs - told.markAt < TRIGGER_EVERY_MS) return false;
  return site.view.reachesTrigger(symbol, mark, last * MARK_PER_TICK);
}

/** Whether the order could trade with the ladder: with the one known outside, or with the older one that the engine still holds. */
function meetsLadder(site: HostedSite, symbol: number, told: Told, words: Float64Array, offset: number, nowMs: number): boolean {
  const isKnown = told.ladderVersion === told.outside.version && nowMs - told.ladderAt < LADDER_RENEW_MS;
  if (isKnown) return false;
  const kind = words[offset];
  // An amendment does not name its side: it may meet either.
  if (kind === CommandKind.AmendOrder) return true;
  if (kind !== CommandKind.PlaceOrder) return false;
  const price = words[offset + PlaceOrder.price];
  const { bids, asks } = quotesOf(site, told.outside, nowMs);
  const bestBid = Math.max(bids[0] ?? 0, site.view.ladderBestBid(symbol));
  const bestAsk = Math.min(asks[0] ?? Number.POSITIVE_INFINITY, site.view.ladderBestAsk(symbol) || Number.POSITIVE_INFINITY);
  const { side, type } = unpackOrderFlags(words[offset + PlaceOrder.flags]);
  if (type !== OrderType.Limit) return true;
  return side === Side.Buy ? price >= bestAsk : price <= bestBid;
}

/** The quotes a site may use now: none while the counterparty is off, the feed unsound or its depth too old. */
function quotesOf(site: HostedSite, outside: Outside, nowMs: number): { bids: Float64Array; asks: Float64Array } {
  const isUsable = site.houseLadder && outside.bits === 0 && nowMs - outside.depthAt <= LADDER_MAX_AGE_MS;
  return isUsable ? outside : { bids: none, asks: none };
}

function putLadder(site: HostedSite, symbol: number, told: Told, nowMs: number, records: Float64Array[]): void {
  const { bids, asks } = quotesOf(site, told.outside, nowMs);
  told.ladderVersion = told.outside.version;
  told.ladderAt = nowMs;
  records.push(encodeCommand({ ...head(symbol), kind: CommandKind.SetLadder, bids: [...bids], asks: [...asks] }));
}

function putMark(symbol: number, told: Told, nowMs: number, records: Float64Array[]): void {
  const { mark, index, last, isValid, parts } = told.outside;
  if (mark === 0) return;
  told.markAt = nowMs;
  told.mark = mark;
  told.last = last;
  told.wasValid = isValid;
  const valid = isValid ? 1 : 0;
  records.push(
    encodeCommand({
      ...head(symbol),
      kind: CommandKind.SetMark,
      mark,
      index,
      last: last * MARK_PER_TICK,
      valid,
      parts: parts[0] > 0 ? [...parts] : [],
    }),
  );
}

/** Only the feed's bits change; what operators switched stays. */
function putSwitch(site: HostedSite, symbol: number, told: Told, nowMs: number, records: Float64Array[]): void {
  const held = site.view.switchBits(symbol);
  const bits = (held & ~FEED_BITS) | told.outside.bits;
  if (bits === held || (told.bits === bits && nowMs - told.bitsAt < SWITCH_RETRY_MS)) return;
  told.bits = bits;
  told.bitsAt = nowMs;
  records.push(encodeCommand({ ...head(symbol), kind: CommandKind.SetSwitch, bits }));
}

const head = (symbol: number) => ({ time: 0, account: -1, symbol, keyHi: 0, keyLo: 0, body: 0 });
