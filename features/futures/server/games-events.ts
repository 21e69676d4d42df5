// Which events leave a futures account as it was: those of rounds and the slot, and postings between other purses.
//
// A round of many bets would else have every account with a bet read and told again.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { WalletWord, walletWordOf } from '@maru/engine/ledger/account.ts';

const { LedgerPosted } = EventWord;

const isFutures = (ledger: number): boolean => {
  const word = walletWordOf(ledger);
  return word === WalletWord.Futures || word === WalletWord.Isolated;
};

export function isOfGames(e: Float64Array, at: number): boolean {
  const kind = e[at];
  if (kind === EventKind.LedgerPosted) return !isFutures(e[at + LedgerPosted.debit]) && !isFutures(e[at + LedgerPosted.credit]);
  return kind >= EventKind.RoundOptionSet && kind <= EventKind.SlotSpun;
}
