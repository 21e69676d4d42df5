// Who has to look at a withdrawal before it goes: the site's rules over what is known of it. What fires is the reason that operators read.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { type RiskOutcome, type RiskRuleName, riskRules } from '../../withdraw-desk-contract.ts';
import type { RuleRow } from '../rules/site-rules.ts';

/** Money in micro-USDT unless said otherwise; undefined: it is not known. */
export interface RiskFacts {
  /** Of the coin, in the ledger's units; `lookedAt` the coin's own limit. */
  amount: number;
  lookedAt: number;
  value: number;
  /** Confirmed before it. */
  before: number;
  /** Of the last day, this one included. */
  dayCount: number;
  dayValue: number;
  isInside: boolean;
  /** Something holds the member's withdrawals since it was asked for. */
  isHeld: boolean;
  /** The member is an operator of the installation. */
  isOperator: boolean;
  device: { sinceMs: number; hasOther: boolean } | undefined;
  dayResult: number | undefined;
  weekDeposits: number | undefined;
  weekTraded: number | undefined;
  sanctions: readonly string[];
  won: number | undefined;
  travelFrom: number | null;
  now: number;
}

type Fires = (facts: RiskFacts, threshold: number) => boolean;

/** `threshold` of a row without one is 0. */
const fires: Readonly<Record<RiskRuleName, Fires>> = {
  AMOUNT: ({ amount, lookedAt }) => amount > lookedAt,
  // From so many per cent of the coin's limit on.
  FIRST: ({ amount, lookedAt, before, isInside }, percent) => !isInside && before === 0 && amount * 100 > lookedAt * percent,
  MANY: ({ dayCount }, most) => dayCount > most,
  VELOCITY: ({ dayValue }, most) => dayValue > most,
  NEW_DEVICE: ({ value, device, now }, from) =>
    value >= from && (device === undefined || (device.hasOther && now - device.sinceMs < DAY_MS)),
  WIN: ({ dayResult }, from) => dayResult !== undefined && dayResult >= from,
  NO_TRADE: ({ value, weekDeposits, weekTraded }, from) =>
    value >= from && weekDeposits !== undefined && weekDeposits >= from && (weekTraded === undefined || weekTraded < value),
  SANCTIONED: ({ sanctions }) => sanctions.length > 0,
  TRAVEL: ({ won, travelFrom, isInside }) => !isInside && travelFrom !== null && (won === undefined || won >= travelFrom),
  HELD: ({ isHeld }) => isHeld,
  OPERATOR: ({ isOperator }) => isOperator,
};

export interface Fired {
  rule: RiskRuleName;
  outcome: RiskOutcome;
  threshold: number | null;
}
export interface Judged {
  result: RiskOutcome;
  fired: Fired[];
}

/** What holds on every site, whatever its rows say. */
const always: readonly RuleRow[] = [{ rule: 'OPERATOR', threshold: null, outcome: 'WAIT' }];

/** The strictest of what fires; none: it passes. */
export function judge(facts: RiskFacts, rules: readonly RuleRow[]): Judged {
  const fired = riskRules.flatMap((name) => {
    const row = [...always, ...rules].find(({ rule }) => rule === name);
    return row !== undefined && fires[name](facts, row.threshold ?? 0)
      ? [{ rule: name, outcome: row.outcome, threshold: row.threshold }]
      : [];
  });
  const has = (outcome: RiskOutcome) => fired.some((one) => one.outcome === outcome);
  return { fired, result: has('TWO') ? 'TWO' : has('WAIT') ? 'WAIT' : 'PASS' };
}

/** Rules that a person looks for, as the withdrawal's reason. */
export const reasonOf = ({ fired }: Judged): string =>
  fired
    .filter(({ outcome }) => outcome !== 'PASS')
    .map(({ rule }) => rule)
    .join(',');
