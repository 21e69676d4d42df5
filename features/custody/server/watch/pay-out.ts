// One look at the payouts of a chain: prepared, sent and followed, replaced where they are stuck, and whatever else pays on it.
import { bumpPayouts } from './bump-payouts.ts';
import { insistOurLine } from './our-line.ts';
import type { PayoutParts } from './payout-chain.ts';
import { preparePayouts } from './prepare-payouts.ts';
import { sendPayouts } from './send-payouts.ts';

/** Without a block for so long, a fee was too low. */
const STUCK_MS = 10 * 60_000;

export type PayoutStep = (parts: PayoutParts) => Promise<unknown>;

/** What one step cannot do now holds up none of the others. Of a node of another chain nothing is asked, and nothing is offered to it. */
export async function payOut(parts: PayoutParts, more: readonly PayoutStep[]): Promise<void> {
  await insistOurLine(parts);
  const steps: PayoutStep[] = [preparePayouts, sendPayouts, (given) => bumpPayouts(given, STUCK_MS), ...more];
  const faults: unknown[] = [];
  for (const step of steps) await step(parts).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
