// One's opened spins as a file: all that a check needs, for tools/verify-round or a program of one's own.
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import type { SlotSpin } from './contract.ts';

export interface SpinFile {
  format: 'maru-slot-spins-1';
  site: string;
  currency: string;
  decimals: number;
  spins: readonly FiledSpin[];
}

type FiledSpin = Pick<SlotSpin, 'spinId' | 'serial' | 'nonce' | 'seal' | 'seed' | 'clientSeed' | 'point' | 'payout' | 'stops'> & {
  game: string;
};

/** Spins whose seal is closed still are left out: nothing about them can be checked yet. */
export function spinFile(of: Pick<SpinFile, 'site' | 'currency' | 'decimals'>, spins: readonly SlotSpin[]): SpinFile {
  const opened = spins.filter(({ seed }) => seed !== null);
  return {
    format: 'maru-slot-spins-1',
    ...of,
    spins: opened.map(({ spinId, slotId, serial, nonce, seal, seed, clientSeed, point, payout, stops }) => {
      return { spinId, game: SLOT_GAMES[slotId - 1].code, serial, nonce, seal, seed, clientSeed, point, payout, stops };
    }),
  };
}
