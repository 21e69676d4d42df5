// A site's own rows for money that leaves: levels of members with their limits, rules with what they lead to, the travel rule's threshold.
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { Pool, PoolClient } from 'pg';
import type { RiskOutcome, RiskRuleName, SiteRuleName } from '../../withdraw-desk-contract.ts';

const USDT = 1_000_000;

/** Level, needs identity, needs days, micro-USDT a day and in thirty. */
const levels: readonly (readonly [number, boolean, number, number, number])[] = [
  [1, false, 0, 50_000 * USDT, 300_000 * USDT],
  [2, true, 0, 200_000 * USDT, 2_000_000 * USDT],
  [3, true, 90, 1_000_000 * USDT, 10_000_000 * USDT],
];

interface RuleDefault {
  /** Micro-USDT, a count or per cent, as the rule reads it. */
  threshold: number | null;
  outcome: RiskOutcome;
}
const rules: Readonly<Record<SiteRuleName, RuleDefault>> = {
  AMOUNT: { threshold: null, outcome: 'WAIT' },
  FIRST: { threshold: 25, outcome: 'WAIT' },
  MANY: { threshold: 10, outcome: 'WAIT' },
  VELOCITY: { threshold: 20_000 * USDT, outcome: 'WAIT' },
  NEW_DEVICE: { threshold: 1_000 * USDT, outcome: 'WAIT' },
  WIN: { threshold: 10_000 * USDT, outcome: 'WAIT' },
  NO_TRADE: { threshold: 2_000 * USDT, outcome: 'WAIT' },
  SANCTIONED: { threshold: null, outcome: 'TWO' },
  TRAVEL: { threshold: null, outcome: 'PASS' },
  HELD: { threshold: null, outcome: 'WAIT' },
};

/** Korea's threshold (특정금융정보법, Article 6 of its decree). */
const TRAVEL_FROM_WON = 1_000_000;

/** What stands is never changed. */
export async function openRules(pool: Pool, site: number): Promise<void> {
  await pool.query('INSERT INTO custody_terms (site_id, travel_from_won) VALUES ($1, $2) ON CONFLICT DO NOTHING', [site, TRAVEL_FROM_WON]);
  for (const level of levels)
    await pool.query(
      `INSERT INTO custody_level (site_id, level, needs_identity, needs_days, day_limit, month_limit) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [site, ...level],
    );
  for (const [rule, { threshold, outcome }] of Object.entries(rules))
    await pool.query('INSERT INTO custody_rule (site_id, rule, threshold, outcome) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      site,
      rule,
      threshold,
      outcome,
    ]);
}

export interface RuleRow {
  rule: RiskRuleName;
  threshold: number | null;
  outcome: RiskOutcome;
}

export async function readRules(sql: Pool | PoolClient, site: number): Promise<RuleRow[]> {
  const { rows } = await sql.query<RuleRow>(
    'SELECT rule, threshold::float8 AS threshold, outcome FROM custody_rule WHERE site_id = $1 AND is_on ORDER BY rule',
    [site],
  );
  return rows;
}

export interface LevelRow {
  level: number;
  needsIdentity: boolean;
  needsDays: number;
  day: number | null;
  month: number | null;
}

export async function readLevels(sql: SqlWriter, site: number): Promise<LevelRow[]> {
  const { rows } = await sql.query<LevelRow>(
    `SELECT level, needs_identity AS "needsIdentity", needs_days AS "needsDays", day_limit::float8 AS day, month_limit::float8 AS month
     FROM custody_level WHERE site_id = $1 ORDER BY level`,
    [site],
  );
  return rows;
}

/** Whole won; null: nobody is asked. */
export async function travelFrom(sql: Pool | PoolClient, site: number): Promise<number | null> {
  const { rows } = await sql.query<{ won: number | null }>('SELECT travel_from_won::float8 AS won FROM custody_terms WHERE site_id = $1', [
    site,
  ]);
  return rows.at(0)?.won ?? null;
}
