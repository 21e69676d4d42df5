// Prepares what gathers coins at the hot address: one transaction of an address at a time, and before a token's the coin that its fee is paid in.
import type { Payment, Source } from '@maru/chains/chain.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import { type SweepWanted, wantedSweeps } from './find-sweeps.ts';
import { gatherOutputs } from './gather-outputs.ts';
import { keepSweep, type SweepMade } from './keep-sweep.ts';
import { hasOutputs } from './own-outputs.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';
import { reservedOn, refuseUnfunded } from './promised.ts';

/** Fees move between two questions; what is not needed stays on the address. */
const SPARE_PERCENT = 150n;
const percent = (amount: bigint, of: bigint) => (amount * of) / 100n;
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

/** Answers how many were prepared. Throws the first fault, after the others had their turn. */
export async function prepareSweeps(parts: PayoutParts): Promise<number> {
  const sources = await hotSources(parts.pool, parts.chain, parts.deriver);
  if (hasOutputs(parts.chain)) return gatherOutputs(parts, sources);
  let made = 0;
  const faults: unknown[] = [];
  for (const wanted of await wantedSweeps(parts.pool, parts.chain, parts.now())) {
    const hot = sources.get(wanted.site);
    if (hot === undefined) continue;
    try {
      const sweep = await sweepOf(parts, wanted, hot);
      if (sweep !== undefined && (await keepSweep(parts, sweep))) made++;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return made;
}

/** Never more than is the chain's for good: what a block may take back stays where it came in. */
async function sweepOf(parts: PayoutParts, wanted: SweepWanted, hot: Source): Promise<SweepMade | undefined> {
  const { site, coin, place, address, isOwn, available, least } = wanted;
  const source = { address, path: wanted.path };
  const pay = (amount: bigint): Payment => ({ to: hot.address, memo: null, coin, amount });
  const has = (await parts.reader.balanceOf(address, coin)) - wanted.keeps;
  if (has < least) return undefined;
  const reserved = await reservedOn(parts);
  const sweep = { kind: 'SWEEP', site, coin, place, address, source: address, reserved } as const;
  const prepare = (payment: Payment) => parts.preparer.prepare({ sources: [source], payments: [payment], reserved });
  if (!isOwn) {
    const payment = pay(lesser(has, available));
    try {
      return { ...sweep, payment, made: await prepare(payment) };
    } catch (error) {
      if (!(error instanceof Unfunded) || error.coin !== parts.chain) throw error;
      return fuelOf(parts, wanted, hot, percent(error.need - error.has, SPARE_PERCENT));
    }
  }
  // What it costs is known once it is made, and what can go is known by that. An account of XRP that is not there yet takes no crumbs.
  const { feeLimit } = await prepare(pay((lesser(has, available) + 1n) / 2n));
  const amount = lesser(has - percent(feeLimit, SPARE_PERCENT), available);
  return amount <= 0n ? undefined : { ...sweep, payment: pay(amount), made: await prepare(pay(amount)) };
}

async function fuelOf(parts: PayoutParts, { site, place, address }: SweepWanted, hot: Source, amount: bigint): Promise<SweepMade> {
  const payment: Payment = { to: address, memo: null, coin: parts.chain, amount };
  const reserved = await reservedOn(parts);
  const made = await parts.preparer.prepare({ sources: [hot], payments: [payment], reserved });
  await refuseUnfunded(parts, hot, payment, made);
  return { kind: 'FUEL', site, coin: parts.chain, place, address, payment, source: hot.address, made, reserved };
}
