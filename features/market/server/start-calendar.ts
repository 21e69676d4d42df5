// Trading holidays on a starting server: read from their rows, again every half minute for what another process entered, offered to others.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { marketUse, tradingHolidays } from '../contract.ts';
import { listHolidaysHandler, registerHolidays, removeHolidayHandler, saveHolidayHandler } from './desk/holidays.ts';
import { closesIn, MarketCalendar, marketCalendar, spanOf, toldHoliday } from './market-calendar.ts';

const READ_MS = 30_000;

export interface StartedCalendar {
  calendar: MarketCalendar;
  stop(): void;
}

export async function startCalendar(context: Pick<AppContext, 'pool' | 'services' | 'log'>): Promise<StartedCalendar> {
  const { pool, services, log } = context;
  const calendar = new MarketCalendar();
  await calendar.load(pool);
  services.provide(marketCalendar, calendar);
  services.provide(marketUse, { register: (needed) => calendar.register(needed) });
  registerHolidays(context);
  const timer = setInterval(
    () => void calendar.load(pool).catch((error: unknown) => log.warn({ err: error }, 'holidays are not read')),
    READ_MS,
  );
  return { calendar, stop: () => clearInterval(timer) };
}

const tradingHolidaysRoute = handle(tradingHolidays, async ({ services, clock }, { site }) => {
  const calendar = services.use(marketCalendar);
  const listed = calendar.symbols.filter(({ name }) => site.symbols.includes(name));
  const touches = (market: Parameters<typeof closesIn>[0]) => listed.some((symbol) => closesIn(market, symbol));
  return { data: calendar.rows.filter((row) => spanOf(row).to > clock.now() && touches(row.market)).map(toldHoliday) };
});

export const calendarRoutes = [tradingHolidaysRoute, listHolidaysHandler, saveHolidayHandler, removeHolidayHandler];
