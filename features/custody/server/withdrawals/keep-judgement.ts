// What the rules said of a withdrawal and what they knew, written once and read as it was.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Pool, PoolClient } from 'pg';
import type { Judgement, RiskFactsTold, RiskRuleName } from '../../withdraw-desk-contract.ts';
import type { Fired, Judged, RiskFacts } from './judge.ts';

const usdt = (units: number) => formatDecimal(units, USDT_DECIMALS, true);
const known = (units: number | undefined): string | null => (units === undefined ? null : usdt(units));
/** Their thresholds count or are per cent; the others' are USDT. */
const counting: readonly RiskRuleName[] = ['FIRST', 'MANY'];

const firedTold = ({ rule, outcome, threshold }: Fired): Judgement['fired'][number] => ({
  rule,
  outcome,
  threshold: threshold === null ? null : counting.includes(rule) ? String(threshold) : usdt(threshold),
});

function factsTold(facts: RiskFacts): RiskFactsTold {
  return {
    value: usdt(facts.value),
    before: facts.before,
    dayCount: facts.dayCount,
    dayValue: usdt(facts.dayValue),
    isInside: facts.isInside,
    deviceSince: facts.device === undefined ? null : new Date(facts.device.sinceMs).toISOString(),
    hasOtherDevice: facts.device?.hasOther ?? false,
    dayResult: known(facts.dayResult),
    weekDeposits: known(facts.weekDeposits),
    weekTraded: known(facts.weekTraded),
    isHeld: facts.isHeld,
    isOperator: facts.isOperator,
    sanctions: [...facts.sanctions],
    won: facts.won === undefined ? null : String(facts.won),
  };
}

/** With the transaction that makes something of it. */
export async function keepJudgement(client: PoolClient, id: number, { result, fired }: Judged, facts: RiskFacts): Promise<void> {
  await client.query(
    'INSERT INTO custody_judgement (withdrawal_id, result, fired, facts, at_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [id, result, JSON.stringify(fired.map(firedTold)), JSON.stringify(factsTold(facts)), facts.now],
  );
}

export async function readJudgement(pool: Pool, id: number): Promise<Judgement | null> {
  const { rows } = await pool.query<{ result: Judgement['result']; fired: Judgement['fired']; facts: RiskFactsTold; at: number }>(
    'SELECT result, fired, facts, at_ms::float8 AS at FROM custody_judgement WHERE withdrawal_id = $1',
    [id],
  );
  const row = rows.at(0);
  return row === undefined ? null : { ...row, at: new Date(row.at).toISOString() };
}
