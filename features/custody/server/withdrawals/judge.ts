// Who has to look at a withdrawal before it goes: rules as rows, each with what it fires on. What fires is the reason that operators read.

export interface RiskFacts {
  /** Micro-USDT, and of the coin in the ledger's units. */
  amount: number;
  lookedAt: number;
  /** Withdrawals of the member that were confirmed before. */
  before: number;
  /** Of the last day, this one included. */
  today: number;
  isInside: boolean;
}

interface RiskRule {
  name: string;
  fires(facts: RiskFacts): boolean;
}

/** A first one is looked at from a quarter of the limit on. */
const FIRST_SHARE = 4;
const MANY = 10;

export const riskRules: readonly RiskRule[] = [
  { name: 'AMOUNT', fires: ({ amount, lookedAt }) => amount > lookedAt },
  { name: 'FIRST', fires: ({ amount, lookedAt, before, isInside }) => !isInside && before === 0 && amount * FIRST_SHARE > lookedAt },
  { name: 'MANY', fires: ({ today }) => today > MANY },
];

/** Names of the rules that ask for a person; none: it passes. */
export const judge = (facts: RiskFacts): string[] => riskRules.filter(({ fires }) => fires(facts)).map(({ name }) => name);
