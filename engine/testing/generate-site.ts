// Commands of the site itself that a simulation draws: funding, brackets and fees that change, a symbol that leaves and comes back,
// locks of accounts.
import { AccountFlag, type Command, CommandKind } from '../wire/command.ts';
import { LEVERAGE_LIMIT_BITS, LEVERAGE_LIMIT_SHIFT } from '../wire/command-kind.ts';
import { FUNDING_GRID_MS } from '../futures/funding-share.ts';
import { encodeInstrument, type InstrumentSpec } from '../market/instrument.ts';
import type { Naive, NaiveSymbol } from './naive/model.ts';
import type { Random } from './random.ts';

type Body<C> = C extends unknown ? Omit<C, 'time' | 'keyHi' | 'keyLo' | 'body'> : never;
export type SiteCommand = Body<Command>;

const RATES = [10_000, 10_000, -10_000, 300_000, -300_000, 75_000, 0, 1, -1, 3_000_000];

/** Funding that is due; at times again, early, or far too much. */
export function someFunding(r: Random, world: Naive, symbol: number): SiteCommand {
  const last = world.symbols.get(symbol)?.fundedAt ?? 0;
  const regular = world.time - (world.time % FUNDING_GRID_MS);
  const odd = r.pick([world.time, world.time, world.time - r.below(5_000), last, world.time + 1 + r.below(1_000), 0]);
  const fundingTime = regular > last && r.chance(60) ? regular : odd;
  const rate = r.chance(98) ? r.pick(RATES) : r.pick([100_000_001, -100_000_001, 100_000_000]);
  return { kind: CommandKind.SettleFunding, account: -1, symbol, rate, fundingTime };
}

/** A symbol that was taken off the exchange comes back as it was. */
export function relisted(m: NaiveSymbol): SiteCommand {
  return { kind: CommandKind.ListSymbol, account: -1, symbol: m.index, spec: encodeInstrument(m.spec) };
}

/** The symbol again with other fees, bounds or brackets; now and then with other units, or where there is no room, which is refused. */
export function changedListing(r: Random, m: NaiveSymbol): SiteCommand {
  const spec: InstrumentSpec = structuredClone(m.spec);
  const dice = r.below(10);
  if (dice < 5) spec.tiers = scaledTiers(r, spec);
  else if (dice < 6) spec.counterpartyCapLots = r.pick([0, spec.maxLots, Math.max(1, Math.round(spec.maxLots / 1_000))]);
  else if (dice < 7)
    Object.assign(
      spec,
      r.pick([
        { makerFee: 20_000, takerFee: 40_000 },
        { makerFee: 0, takerFee: 55_555 },
      ]),
    );
  else if (dice < 8) spec.maxOpenOrders = r.pick([3, 20, 200]);
  else if (dice < 9)
    spec.maxOpenInterest = r.pick([0, Number((m.mark * BigInt(spec.maxLots)) / 100_000n), 50_000_000_000, r.between(1, 20) * 500_000_000]);
  else spec.tickDecimals += 1;
  return { kind: CommandKind.ListSymbol, account: -1, symbol: r.chance(98) ? m.index : 8, spec: encodeInstrument(spec) };
}

// Caps wander and rates rise; amounts follow from them as rules 6.6 say.
function scaledTiers(r: Random, spec: InstrumentSpec): InstrumentSpec['tiers'] {
  const factor = r.pick([50, 80, 125, 200]);
  const caps = spec.tiers.caps.map((cap) => Math.max(1, Math.floor((cap * factor) / 100)));
  for (let i = 1; i < caps.length; i++) if (caps[i] <= caps[i - 1]) caps[i] = caps[i - 1] + 1;
  const more = r.pick([90, 100, 130]);
  const mmrs = spec.tiers.mmrs.map((mmr) => Math.min(90_000_000, Math.max(100_000, Math.floor((mmr * more) / 100))));
  const cums = [0];
  for (let i = 1; i < caps.length; i++) {
    const step = (BigInt(caps[i - 1]) * BigInt(mmrs[i] - mmrs[i - 1])) / 100_000_000n;
    cums.push(cums[i - 1] + Number(step));
  }
  return { floors: [0, ...caps.slice(0, -1)], caps, mmrs, cums, maxLeverages: spec.tiers.maxLeverages };
}

export function someFlags(r: Random, account: number): SiteCommand {
  const bits = r.chance(85) ? 0 : r.pick(Object.values(AccountFlag)) | r.pick([0, ...Object.values(AccountFlag)]);
  const limit = r.chance(70) ? 0 : r.pick([1, 5, 20, 125]) << LEVERAGE_LIMIT_SHIFT;
  const flags = r.chance(98) ? limit | bits : r.pick([-1, 128, 0.5, 126 << LEVERAGE_LIMIT_SHIFT]);
  const head = { kind: CommandKind.SetAccountFlags, account, symbol: -1 } as const;
  if (flags === 0 || r.chance(40)) return { ...head, flags };
  // Some flags alone, or the limit alone; now and then one too many, or half of a limit.
  const only = r.pick([bits, bits, LEVERAGE_LIMIT_BITS, LEVERAGE_LIMIT_BITS | bits, r.pick(Object.values(AccountFlag))]);
  return {
    ...head,
    flags: r.chance(95) ? flags & only : flags,
    only: r.chance(97) ? only : r.pick([-1, 1 << LEVERAGE_LIMIT_SHIFT, 1 << 16]),
  };
}
