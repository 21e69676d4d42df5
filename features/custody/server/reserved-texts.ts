// What a transaction uses up of ours, as text in one order: the watcher's rows and the signer's own file name it alike.
import type { Reservation } from '@maru/chains/chain.ts';

/** An address with its number, outputs, or a transaction that can be carried out once. */
export const reservedTextsOf = ({ nonce, inputs = [], once }: Reservation): string[] => [
  ...(nonce === undefined ? [] : [`${nonce.address}:${nonce.nonce}`]),
  ...inputs.toSorted(),
  ...(once === undefined ? [] : [once.id]),
];
