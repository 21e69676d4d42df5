// Which postings are another provider’s games: transfers between a wallet and the two purses that take its stakes and pay its wins.
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { EventHeadWord, EventWord } from '@maru/engine/wire/event.ts';

const Head = EventHeadWord;
const { LedgerPosted } = EventWord;

export const games = HouseAccount.Rounds;
export const promo = HouseAccount.Promo;

/** The row of the transaction behind the LedgerPosted at `at`; undefined of any other posting. Nothing else transfers with these purses. */
export function movedTx(e: Float64Array, at: number): number | undefined {
  if (e[at + LedgerPosted.reason] !== PostingReason.Transfer || e[at + Head.account] < 0) return undefined;
  const [debit, credit] = [e[at + LedgerPosted.debit], e[at + LedgerPosted.credit]];
  return debit === games || credit === games || debit === promo ? e[at + LedgerPosted.ref] : undefined;
}
