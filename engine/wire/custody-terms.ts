// The codes of coin custody: what a deposit and a withdrawal can come to. A state never gets another number: they stand in every snapshot.

/** Credited may be spent but not leave (ADR 0076). Unlocked and Orphaned are final. */
export const DepositState = { None: 0, Pending: 1, Credited: 2, Unlocked: 3, Orphaned: 4 } as const;

/** Settled: confirmed outside. SettledInside: paid to another member of the site. These two and Returned are final. */
export const WithdrawalState = { None: 0, Held: 1, Sent: 2, Settled: 3, SettledInside: 4, Returned: 5 } as const;
