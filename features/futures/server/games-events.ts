// Which events leave a futures account as it was: those of rounds and the slot, and postings between other purses.
//
// A round of many bets would else have every account with a bet read and told again.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { isolatedPurse, ownerOf, futuresWallet, HOUSE_OWNER } from '@maru/engine/ledger/account.ts';

const { LedgerPosted } = EventWord;

const isFutures = (ledger: number): boolean => {
  const owner = ownerOf(ledger);
  return owner !== HOUSE_OWNER && (ledger === futuresWallet(owner - 1) || ledger === isolatedPurse(owner - 1));
};

export function isOfGames(e: Float64Array, at: number): boolean {
  const kind = e[at];
  if (kind === EventKind.LedgerPosted) return !isFutures(e[at + LedgerPosted.debit]) && !isFutures(e[at + LedgerPosted.credit]);
  return kind >= EventKind.RoundOptionSet && kind <= EventKind.SlotSpun;
}
