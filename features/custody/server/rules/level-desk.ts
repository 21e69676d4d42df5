// Operators set what a level of members asks for and how much of theirs may leave.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { changeDeskLevel, type DeskLevel, listDeskLevels } from '../../rules-admin-contract.ts';
import { changeGuarded, type Guarded, registerGuarded } from '../desk/guarded.ts';
import { type LevelRow, readLevels } from './site-rules.ts';

const text = (units: number | null): string | null => (units === null ? null : formatDecimal(units, USDT_DECIMALS, true));

const present = ({ level, needsIdentity, needsDays, day, month }: LevelRow): DeskLevel => ({
  level,
  needsIdentity,
  needsDays,
  dayMost: text(day),
  monthMost: text(month),
});

function readLevel({ level }: LevelRow, typed: Out<NonNullable<(typeof changeDeskLevel)['body']>>): LevelRow {
  const units = (field: 'dayMost' | 'monthMost'): number | null => {
    const given = typed[field];
    if (given === undefined) return null;
    const read = readDecimal(given, USDT_DECIMALS);
    if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, decimals: USDT_DECIMALS });
    if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field });
    return read;
  };
  const [day, month] = [units('dayMost'), units('monthMost')];
  if (month !== null && month < (day ?? 0)) throw new Refusal('LEVEL_MONTH', { field: 'monthMost' });
  return { level, needsIdentity: typed.needsIdentity, needsDays: typed.needsDays, day, month };
}

/** Without a limit everything may leave. */
const lets = (units: number | null): number => units ?? Infinity;

const levelGuard: Guarded<LevelRow, LevelRow> = {
  kind: 'custody.level',
  name: { ko: '출금 한도 올리기', en: 'Higher limits of withdrawals' },
  note: 'custody-rules',
  target: (level) => `level:${level}`,
  summary: (level) => ({ ko: `등급 ${level} 출금 한도 바꾸기`, en: `Change the limits of level ${level}` }),
  async lock(sql, site, level) {
    await sql.query('SELECT 1 FROM custody_level WHERE site_id = $1 AND level = $2 FOR UPDATE', [site, Number(level)]);
    const row = (await readLevels(sql, site)).find((each) => each.level === Number(level));
    if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'level' });
    return row;
  },
  async write(sql, site, level, { needsIdentity, needsDays, day, month }) {
    await sql.query(
      `UPDATE custody_level SET needs_identity = $3, needs_days = $4, day_limit = $5, month_limit = $6 WHERE site_id = $1 AND level = $2`,
      [site, Number(level), needsIdentity, needsDays, day, month],
    );
  },
  protectsLess: (before, after) =>
    (before.needsIdentity && !after.needsIdentity) ||
    after.needsDays < before.needsDays ||
    lets(after.day) > lets(before.day) ||
    lets(after.month) > lets(before.month),
  said: (_row, value) => {
    const { needsIdentity, needsDays, dayMost, monthMost } = present(value);
    return { needsIdentity, needsDays, dayMost, monthMost };
  },
};

const levelsOf = async ({ pool }: Pick<AppContext, 'pool'>, site: number): Promise<DeskLevel[]> =>
  (await readLevels(pool, site)).map(present);

export const levelDeskRoutes = [
  handleOperator(listDeskLevels, async (context, { site }) => ({ data: await levelsOf(context, site.id) })),
  handleOperator(changeDeskLevel, async (context, call, audit) => {
    const { level, reason } = call.body;
    await changeGuarded(context, audit, levelGuard, { call, key: String(level), reason, read: (row) => readLevel(row, call.body) });
    return { data: (await levelsOf(context, call.site.id)).find((row) => row.level === level) as DeskLevel };
  }),
];
export const registerLevelApprovals = (context: AppContext): void => registerGuarded(context, levelGuard);
