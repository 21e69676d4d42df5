// What the signer asks before coins move between addresses of its own seed: nobody else is paid, and what it costs is below its limit.
import type { Reservation, Decoded } from '@maru/chains/chain.ts';
import { SignerRefused } from './check-payout.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import type { ChainPolicy } from './policy.ts';
import type { SignedLog } from './signed-log.ts';

export interface SweepRow {
  id: number;
  site: number;
  chain: string;
  /**
   * SWEEP: from deposits' addresses to the hot one. FUEL: from there to one of them, what its own sweep will cost. TO_COLD: from the hot
   * address to one that the policy lists. FROM_COLD is signed elsewhere, and here never.
   */
  kind: 'SWEEP' | 'FUEL' | 'TO_COLD' | 'FROM_COLD';
  coin: string;
}

export interface SweepChecked {
  coin: string;
  to: string;
  amount: bigint;
  reserved: string[];
  isAgain: boolean;
}

interface Own {
  policy: ChainPolicy;
  hot: string;
  log: SignedLog;
  /** Whether it is an address of the site's deposits, by the seed and the path that is named for it. */
  isDeposit(address: string): boolean;
}

const insist = (isTrue: boolean, why: string) => {
  if (!isTrue) throw new SignerRefused(why);
};

export const sweepKey = ({ site, id }: Pick<SweepRow, 'site' | 'id'>): string => `sweep:${site}:${id}`;

export function checkSweep(row: SweepRow, decoded: Decoded, { policy, hot, log, isDeposit }: Own): SweepChecked {
  const { chain, from, payments, change, feeLimit } = decoded;
  insist(chain === row.chain, `it is of ${chain}`);
  insist(payments.length === 1, `it makes ${payments.length} payments`);
  const [{ to, coin, amount, memo }] = payments;
  insist(coin === row.coin, `it moves ${coin}, not ${row.coin}`);
  const coinPolicy = policy.coins.find(({ code }) => code === coin);
  insist(coinPolicy !== undefined, `the policy has no coin ${coin}`);
  insist((memo ?? '') === '', 'it has a memo');
  insist(amount > 0n, 'it moves nothing');
  insist(feeLimit <= policy.feeMost, `its fee may be ${feeLimit}, more than ${policy.feeMost}`);
  insist(
    change.every(({ address }) => address === hot),
    'its change goes to somebody else',
  );
  insist(row.kind !== 'FROM_COLD', 'its key is not here');
  if (row.kind === 'SWEEP') {
    insist(to === hot, `it pays to ${to}, which is not the hot address`);
    insist(from.every(isDeposit), `it pays from ${from.join()}, not from deposits alone`);
    return { coin, to, amount, ...checkReserved(row, decoded.reservation, { coin, to, amount }, log) };
  }
  insist(
    from.every((address) => address === hot),
    `it pays from ${from.join()}, which is not the hot address`,
  );
  if (row.kind === 'TO_COLD') insist(policy.cold?.includes(to) === true, `it pays to ${to}, which the policy does not list as cold`);
  else {
    insist(isDeposit(to), `it pays to ${to}, which is no address of a deposit`);
    insist(coinPolicy?.contract === undefined, `it pays ${coin}, which pays for nothing`);
    insist(amount <= policy.feeMost, `it gives ${amount} for a sweep, more than ${policy.feeMost}`);
  }
  return { coin, to, amount, ...checkReserved(row, decoded.reservation, { coin, to, amount }, log) };
}

/** One that was signed before: the same again, or nothing. */
function checkReserved(
  row: SweepRow,
  reservation: Reservation,
  { coin, to, amount }: { coin: string; to: string; amount: bigint },
  log: SignedLog,
): Pick<SweepChecked, 'reserved' | 'isAgain'> {
  const reserved = reservedTextsOf(reservation);
  insist(reserved.length > 0, 'it reserves nothing: two of it could both be carried out');
  const before = log.find(sweepKey(row));
  if (before === undefined) return { reserved, isAgain: false };
  const isSame =
    before.reserved.join() === reserved.join() &&
    before.amount === String(amount) &&
    before.to === to &&
    before.coin === `${row.kind} ${coin}`;
  insist(isSame, `sweep ${row.id} was signed before over another reservation`);
  return { reserved, isAgain: true };
}
