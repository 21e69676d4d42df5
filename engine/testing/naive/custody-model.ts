// The naive engine's deposits, withdrawals and house entries of coin custody, as plain objects.

export interface NaiveDeposit {
  state: 'pending' | 'credited' | 'unlocked' | 'orphaned';
  account: number;
  asset: number;
  amount: bigint;
}

export interface NaiveWithdrawal {
  state: 'held' | 'sent' | 'settled' | 'inside' | 'returned';
  account: number;
  asset: number;
  amount: bigint;
  fee: bigint;
}

export interface NaiveCustody {
  /** Number 1 first. */
  deposits: NaiveDeposit[];
  withdrawals: NaiveWithdrawal[];
  entries: number;
  /** account:asset -> what orphaned deposits left owing. */
  owed: Map<string, bigint>;
  /** What the command being done came to. */
  told: string[];
}

export const createNaiveCustody = (): NaiveCustody => ({ deposits: [], withdrawals: [], entries: 0, owed: new Map(), told: [] });
