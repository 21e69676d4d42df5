// Trading holidays on the desk: listed, entered, changed and taken back; what begins soon only with a second operator.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals } from '@maru/operator/contract.ts';
import { type DeskHoliday, listHolidays, removeHoliday, saveHoliday } from '../../admin-contract.ts';
import { closesIn, type HolidayRow, type MarketCalendar, marketCalendar, readHolidays, spanOf, toldHoliday } from '../market-calendar.ts';
import { type HolidayChange, type HolidayPlan, planHoliday } from './holiday-plan.ts';

const KIND = 'market.holiday';

export const listHolidaysHandler = handleOperator(listHolidays, async (context) => {
  const calendar = context.services.use(marketCalendar);
  await calendar.load(context.pool);
  return { data: calendar.rows.map((row) => deskHoliday(calendar, row, context.clock.now())) };
});

export const saveHolidayHandler = handleOperator(saveHoliday, async (context, call, audit) => {
  const { reason, nameKo, nameEn, ...body } = call.body;
  const change = { op: 'SAVE', ...body, name_ko: nameKo, name_en: nameEn } as const;
  const { calendar, after } = await doOrAsk(context, call, change, reason, audit);
  const row = calendar.rows.find(({ id }) => id === after);
  if (row === undefined) throw new Error(`holiday ${after} is not there`);
  return { data: deskHoliday(calendar, row, context.clock.now()) };
});

export const removeHolidayHandler = handleOperator(removeHoliday, async (context, call, audit) => {
  const { id, reason } = call.body;
  await doOrAsk(context, call, { op: 'REMOVE', id }, reason, audit);
  return { data: { id } };
});

type Audit = Parameters<Parameters<typeof handleOperator>[1]>[2];

/** Done at once where it is far off; else written down for a second operator, and refused with its number. */
async function doOrAsk(context: AppContext, call: Call, change: HolidayChange, reason: string, audit: Audit) {
  const calendar = context.services.use(marketCalendar);
  const outcome = await inTransaction(context.pool, async (client) => {
    const plan = await lockedPlan(context, client, change);
    if (plan.isSoon) return { requestId: await ask(context, call, client, change, plan, reason) };
    const id = await write(client, change, plan);
    await audit({ target: `holiday:${id}`, before: plan.before, after: plan.after, reason }, client);
    return { id };
  });
  if (outcome.requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId: outcome.requestId });
  await calendar.load(context.pool);
  return { calendar, after: outcome.id };
}

/** Nobody else changes holidays until the caller's transaction is over. */
async function lockedPlan(context: AppContext, client: SqlWriter, change: HolidayChange): Promise<HolidayPlan> {
  await client.query('LOCK TABLE market_holiday IN SHARE ROW EXCLUSIVE MODE');
  return plannedNow(context, client, change);
}

async function plannedNow({ services, clock }: AppContext, sql: SqlWriter, change: HolidayChange): Promise<HolidayPlan> {
  return planHoliday((await readHolidays(sql)).rows, change, clock.now(), services.use(marketCalendar));
}

async function write(client: SqlWriter, change: HolidayChange, { closes }: HolidayPlan): Promise<number> {
  if (change.op === 'REMOVE') {
    await client.query('DELETE FROM market_holiday WHERE id = $1', [change.id]);
    return change.id;
  }
  const values = [change.market, change.from, change.to, change.name_ko, change.name_en, closes];
  const { rows } =
    change.id === undefined
      ? await client.query(
          'INSERT INTO market_holiday (market, from_date, to_date, name_ko, name_en, closes_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
          values,
        )
      : await client.query(
          `UPDATE market_holiday SET market = $1, from_date = $2, to_date = $3, name_ko = $4, name_en = $5, closes_ms = $6
           WHERE id = $7 RETURNING id`,
          [...values, change.id],
        );
  return rows[0].id;
}

function ask(context: AppContext, call: Call, client: SqlWriter, change: HolidayChange, plan: HolidayPlan, reason: string) {
  const { before, after, says } = plan;
  const target = change.id === undefined ? 'holiday:new' : `holiday:${change.id}`;
  return context.services
    .use(approvals)
    .ask(call, client, { kind: KIND, site: call.site.id, target, summary: says, payload: change, before, after, reason });
}

/** Behind the start of the operators' desk. */
export function registerHolidays({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '휴장일', en: 'A trading holiday' },
    right: saveHoliday.right as string,
    everywhere: saveHoliday.everywhere,
    async live(context, sql, { payload }) {
      const { before, after, bound } = await plannedNow(context, sql, payload as HolidayChange);
      return { before, after, bound };
    },
    async apply(context, client, { payload }) {
      const change = payload as HolidayChange;
      const plan = await lockedPlan(context, client, change);
      await write(client, change, plan);
      return { after: plan.after };
    },
    after: ({ pool }) => services.use(marketCalendar).load(pool),
  });
}

function deskHoliday(calendar: MarketCalendar, row: HolidayRow, now: number): DeskHoliday {
  const { from, to } = spanOf(row);
  const state = now >= to ? 'OVER' : now >= from ? 'NOW' : 'COMING';
  const symbols = calendar.symbols.filter((symbol) => closesIn(row.market, symbol)).map(({ name }) => name);
  return { ...toldHoliday(row), state, symbols };
}
