// A spin as it is shown.
import { stopsOf } from '@maru/engine/slot/slot-spin.ts';
import { spinIdOf } from '@maru/engine/slot/spin-slot.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SlotSpin } from '../contract.ts';
import { pointDecimals } from './games.ts';

export interface SpinFacts {
  game: number;
  serial: number;
  nonce: number;
  stake: number;
  payout: number;
  reels: number;
  atMs: number | null;
  clientSeed: string;
  seed: string | null;
}

export function presentSpin(site: SiteConfig, spin: SpinFacts, seal: string): SlotSpin {
  const { game, serial, nonce, stake, payout, reels, atMs, clientSeed, seed } = spin;
  const text = (amount: number) => formatDecimal(amount, pointDecimals(site));
  return {
    spinId: spinIdOf(serial, nonce),
    slotId: game + 1,
    serial,
    nonce,
    point: text(stake),
    payout: text(payout),
    profit: text(payout - stake),
    stops: stopsOf(reels),
    time: atMs === null ? null : new Date(atMs).toISOString(),
    seal,
    clientSeed,
    seed,
  };
}
