// What the signer asks before it signs: the bytes are exactly the approved payments, the persons of each agreed to just it, and its own limits hold.
import type { Decoded, Payment } from '@maru/chains/chain.ts';
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { inChainUnits } from '../units.ts';
import { contentHash, type WithdrawalContent } from '../withdrawals/content-hash.ts';
import { needsTwo } from '../withdrawals/read-content.ts';
import type { ChainPolicy, CoinPolicy } from './policy.ts';
import type { SignedLog } from './signed-log.ts';

/** Why it does not sign: said on the desk, and tried again later. */
export class SignerRefused extends Error {}

export interface ApprovedRow extends WithdrawalContent {
  number: number;
  /** The coin's limit of one person, and whether the site's rules want two: the stricter of these and the own policy holds. */
  twoPersons: number;
  isJudgedTwo: boolean;
  agreed: readonly { person: string; hash: string }[];
}

export interface PaymentChecked {
  coin: CoinPolicy;
  amount: bigint;
  reserved: string[];
  /** Of a withdrawal that was signed before: the same reservation again, or nothing. */
  isAgain: boolean;
}

/** One that ends sooner would be given back instead of paid. */
const LEAST_LIFE_MS = 60_000;

const insist = (isTrue: boolean, why: string) => {
  if (!isTrue) throw new SignerRefused(why);
};

interface Given {
  policy: ChainPolicy;
  hot: string;
  log: SignedLog;
  now: number;
}

/** Some of what one transaction pays is not to be signed: by number, why. The others may be, without these. */
export class SomeRefused extends SignerRefused {
  readonly why: ReadonlyMap<number, string>;
  constructor(why: ReadonlyMap<number, string>) {
    super([...why.values()][0]);
    this.why = why;
  }
}

/** Each payment of the bytes against the row in its place: what is approved beside it counts for none of the others. */
export function checkPayouts(rows: readonly ApprovedRow[], decoded: Decoded, given: Given): PaymentChecked[] {
  const reserved = reservedTextsOf(decoded.reservation);
  checkBytes(rows.length, decoded, given);
  insist(reserved.length > 0, 'it reserves nothing: two of it could both be carried out');
  const refused = new Map<number, string>();
  const checked: PaymentChecked[] = [];
  for (const [i, row] of rows.entries())
    try {
      checked.push(checkOne(row, decoded, { ...given, payment: decoded.payments[i], reserved, beside: checked }));
    } catch (error) {
      if (!(error instanceof SignerRefused)) throw error;
      refused.set(row.number, error.message);
    }
  if (refused.size > 0) throw new SomeRefused(refused);
  return checked;
}

interface OneGiven extends Given {
  payment: Payment;
  reserved: string[];
  /** What the same bytes pay before it. */
  beside: readonly PaymentChecked[];
}

function checkOne(row: ApprovedRow, decoded: Decoded, { payment, reserved, beside, policy, log, now }: OneGiven): PaymentChecked {
  const coin = policy.coins.find(({ code }) => code === row.walletType);
  if (coin === undefined) throw new SignerRefused(`the policy has no coin ${row.walletType}`);
  const amount = inChainUnits(BigInt(row.amount), coin.decimals, coin.ledgerDecimals);
  if (amount === undefined || amount <= 0n) throw new SignerRefused(`${row.amount} is no amount of ${row.walletType}`);
  insist(decoded.chain === row.chain, `it is of ${decoded.chain}`);
  checkPayment(row, payment, amount);
  checkAgreed(row, amount, coin);
  const before = log.find(keyOf(row));
  if (before !== undefined) {
    const isSame =
      before.reserved.join() === reserved.join() &&
      before.amount === String(amount) &&
      before.to === row.address &&
      before.coin === coin.code;
    insist(isSame, `number ${row.number} was signed before over another reservation`);
  } else {
    const { once } = decoded.reservation;
    insist(once === undefined || once.untilMs - now >= LEAST_LIFE_MS, 'its time is over before a block could bring it');
    const others = beside.filter((one) => !one.isAgain && one.coin.code === coin.code).reduce((sum, one) => sum + one.amount, 0n);
    checkLimits(coin, others + amount, log, now);
  }
  return { coin, amount, reserved, isAgain: before !== undefined };
}

export const keyOf = ({ site, number }: Pick<ApprovedRow, 'site' | 'number'>): string => `${site}:${number}`;

/** What one of them may cost at most, each of many may. */
function checkBytes(count: number, { from, payments, change, feeLimit }: Decoded, { policy, hot }: Given): void {
  insist(
    from.every((address) => address === hot),
    `it pays from ${from.join()}, which is not the hot address`,
  );
  insist(payments.length === count, `it makes ${payments.length} payments`);
  insist(
    change.every(({ address }) => address === hot),
    'its change goes to somebody else',
  );
  const feeMost = policy.feeMost * BigInt(count);
  insist(feeLimit <= feeMost, `its fee may be ${feeLimit}, more than ${feeMost}`);
}

function checkPayment(row: ApprovedRow, { to, memo, coin, amount: paid }: Payment, amount: bigint): void {
  insist(to === row.address, `it pays to ${to}, not ${row.address}`);
  insist((memo ?? '') === (row.memo ?? ''), 'it has another memo');
  insist(coin === row.walletType, `it pays in ${coin}`);
  insist(paid === amount, `it pays ${paid}, not ${amount}`);
}

/** A hash of anything but this row counts for nobody. */
function checkAgreed(row: ApprovedRow, amount: bigint, { byRules, byOne }: CoinPolicy): void {
  const hash = contentHash(row);
  const agreed = row.agreed.filter((yes) => yes.hash === hash).map(({ person }) => person);
  const persons = new Set(agreed.filter((person) => person.startsWith('operator:')));
  if (amount > byOne || needsTwo(row)) return insist(persons.size >= 2, `${persons.size} persons agreed, and it needs two`);
  if (amount > byRules) return insist(persons.size >= 1, 'no person agreed to it');
  insist(agreed.length > 0, 'nobody agreed to it as it stands');
}

function checkLimits({ code, perHour, perDay }: CoinPolicy, amount: bigint, log: SignedLog, now: number): void {
  insist(log.sumSince(code, now - HOUR_MS) + amount <= perHour, `more than ${perHour} of ${code} in an hour`);
  insist(log.sumSince(code, now - DAY_MS) + amount <= perDay, `more than ${perDay} of ${code} in a day`);
}
