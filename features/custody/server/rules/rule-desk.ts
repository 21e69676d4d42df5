// Operators set the site's rules about withdrawals: on or off, from which threshold, and who has to look at what a rule finds.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { changeDeskRule, type DeskRule, listDeskRules } from '../../rules-admin-contract.ts';
import { riskOutcomes, type SiteRuleName, siteRules } from '../../withdraw-desk-contract.ts';
import { changeGuarded, type Guarded, registerGuarded } from '../desk/guarded.ts';

/** As the rule's threshold is counted; TRAVEL's stands with the site's terms, for members are asked by it too. */
const unitOf: Readonly<Record<SiteRuleName, DeskRule['unit']>> = {
  AMOUNT: null,
  FIRST: 'PERCENT',
  MANY: 'COUNT',
  VELOCITY: 'USDT',
  NEW_DEVICE: 'USDT',
  WIN: 'USDT',
  NO_TRADE: 'USDT',
  SANCTIONED: null,
  TRAVEL: 'KRW',
  HELD: null,
};
const most: Readonly<Record<NonNullable<DeskRule['unit']>, number>> = { USDT: 1e9, COUNT: 1_000, PERCENT: 1_000, KRW: 1e12 };

type RuleValue = Pick<DeskRule, 'isOn' | 'action'> & { threshold: number | null };
interface RuleRow extends RuleValue {
  rule: SiteRuleName;
}

const ROWS = `SELECT r.rule, r.is_on AS "isOn", r.outcome AS action,
   CASE r.rule WHEN 'TRAVEL' THEN (SELECT t.travel_from_won FROM custody_terms t WHERE t.site_id = r.site_id) ELSE r.threshold END::float8 AS threshold
 FROM custody_rule r WHERE r.site_id = $1`;

const decimalsOf = (rule: SiteRuleName): number => (unitOf[rule] === 'USDT' ? USDT_DECIMALS : 0);

const present = ({ rule, isOn, action, threshold }: RuleRow): DeskRule => ({
  rule,
  isOn,
  threshold: threshold === null ? null : formatDecimal(threshold, decimalsOf(rule), true),
  unit: unitOf[rule],
  action,
});

function readRule({ rule }: RuleRow, { isOn, threshold, action }: Out<NonNullable<(typeof changeDeskRule)['body']>>): RuleValue {
  const unit = unitOf[rule];
  if (unit === null && threshold !== undefined) throw new Refusal('RULE_NO_THRESHOLD', { field: 'threshold' });
  if (unit === null || (unit === 'KRW' && threshold === undefined)) return { isOn, action, threshold: null };
  const units = threshold === undefined ? null : readDecimal(threshold, decimalsOf(rule));
  if (units === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'threshold', decimals: decimalsOf(rule) });
  const limit = most[unit] * 10 ** decimalsOf(rule);
  if (typeof units !== 'number' || units > limit) throw new Refusal('RULE_THRESHOLD', { field: 'threshold', most: String(most[unit]) });
  return { isOn, action, threshold: units };
}

/** A higher threshold finds less; of TRAVEL none finds nothing. */
const finds = ({ threshold }: RuleValue): number => (threshold === null ? Infinity : threshold);
const persons = ({ action }: RuleValue): number => riskOutcomes.indexOf(action);

const ruleGuard: Guarded<RuleRow, RuleValue> = {
  kind: 'custody.rule',
  name: { ko: '출금 규칙 낮추기', en: 'A looser rule of withdrawals' },
  note: 'custody-rules',
  target: (rule) => `rule:${rule}`,
  summary: (rule) => ({ ko: `출금 규칙 ${rule} 바꾸기`, en: `Change the rule ${rule} of withdrawals` }),
  async lock(sql: Writer, site, rule) {
    const { rows } = await sql.query<RuleRow>(`${ROWS} AND r.rule = $2 FOR UPDATE OF r`, [site, rule]);
    if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'rule' });
    return rows[0];
  },
  async write(sql, site, rule, { isOn, action, threshold }) {
    const kept = rule === 'TRAVEL' ? null : threshold;
    await sql.query('UPDATE custody_rule SET is_on = $3, outcome = $4, threshold = $5 WHERE site_id = $1 AND rule = $2', [
      site,
      rule,
      isOn,
      action,
      kept,
    ]);
    if (rule === 'TRAVEL') await sql.query('UPDATE custody_terms SET travel_from_won = $2 WHERE site_id = $1', [site, threshold]);
  },
  protectsLess: (before, after) => (before.isOn && !after.isOn) || finds(after) > finds(before) || persons(after) < persons(before),
  said: ({ rule }, value) => ({ isOn: value.isOn, threshold: present({ rule, ...value }).threshold, persons: persons(value) }),
};

async function rulesOf({ pool }: Pick<AppContext, 'pool'>, site: number): Promise<DeskRule[]> {
  const { rows } = await pool.query<RuleRow>(ROWS, [site]);
  return siteRules.flatMap((name) => rows.filter(({ rule }) => rule === name).map(present));
}

export const ruleDeskRoutes = [
  handleOperator(listDeskRules, async (context, { site }) => ({ data: await rulesOf(context, site.id) })),
  handleOperator(changeDeskRule, async (context, call, audit) => {
    const { rule, reason } = call.body;
    await changeGuarded(context, audit, ruleGuard, { call, key: rule, reason, read: (row) => readRule(row, call.body) });
    const rows = await rulesOf(context, call.site.id);
    return { data: rows.find((row) => row.rule === rule) as DeskRule };
  }),
];
export const registerRuleApprovals = (context: AppContext): void => registerGuarded(context, ruleGuard);
