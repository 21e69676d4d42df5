// A member's spins in the file of everything that is kept of it.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { stopsOf } from '@maru/engine/slot/slot-spin.ts';
import { spinIdOf } from '@maru/engine/slot/spin-slot.ts';
import type { MemberData } from '@maru/member/contract.ts';
import { pointDecimals } from './games.ts';

interface Row {
  serial: number;
  nonce: number;
  game: number;
  stake: number;
  payout: number;
  reels: number;
  at_ms: number;
}

export const ownSpins: MemberData = {
  section: 'spins',
  name: { ko: '슬롯', en: 'Slot spins' },
  query: ({ site, account }) => ({ text: 'SELECT * FROM slot_spin WHERE site_id = $1 AND account = $2', values: [site, account] }),
  present(record, site) {
    const { serial, nonce, game, stake, payout, reels, at_ms } = record as Row;
    const text = (amount: number) => formatDecimal(amount, pointDecimals(site));
    return {
      spin: spinIdOf(serial, nonce),
      slot: game + 1,
      stake: text(stake),
      payout: text(payout),
      currency: site.binaryCurrency,
      stops: stopsOf(reels),
      at: new Date(at_ms).toISOString(),
    };
  },
};
