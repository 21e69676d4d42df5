// How far a price may step: the symbol's usual bound, or the one of the installation's row, changed by two operators.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals } from '@maru/operator/contract.ts';
import { setStepBound } from '../../admin-contract.ts';
import type { MarketHub } from '../market-hub.ts';
import { listedMarket, marketService } from '../market-service.ts';
import { usualBound } from '../step-guard.ts';

const KIND = 'market.bound';
/** Rows are kept in thousandths of a percent. */
const UNITS = 100_000;

export const percentOf = (share: number): string => String(Number((share * 100).toFixed(3)));

export const setStepBoundHandler = handleOperator(setStepBound, async (context, call) => {
  const { symbol, pricing } = listedMarket(context, call.site, call.body.symbol);
  const { percent, reason } = call.body;
  const usual = percentOf(usualBound(symbol.dayVolatility));
  const requestId = await inTransaction(context.pool, (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: call.site.id,
      target: `price:${symbol.name}`,
      summary: {
        ko: `${symbol.name} 가격 변동 한도를 ${percent ?? usual}%로 변경`,
        en: `Let ${symbol.name} step by ${percent ?? usual}%`,
      },
      payload: { symbol: symbol.name, percent },
      before: { stepPercent: percentOf(pricing.steps.bound) },
      after: { stepPercent: String(percent ?? usual) },
      reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

/** Behind the start of the operators' desk. */
export function registerStepBounds({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '가격 변동 한도', en: 'How far a price may step' },
    right: setStepBound.right as string,
    everywhere: setStepBound.everywhere,
    async apply(_context, client, { payload }) {
      const { symbol, percent } = payload as { symbol: string; percent: number | null };
      await client.query('DELETE FROM market_step_bound WHERE symbol = $1', [symbol]);
      if (percent !== null)
        await client.query('INSERT INTO market_step_bound VALUES ($1, $2)', [symbol, Math.round(percent * (UNITS / 100))]);
    },
    after: (context) => loadStepBounds(context, services.use(marketService).hub),
  });
}

export async function loadStepBounds({ pool }: Pick<AppContext, 'pool'>, hub: MarketHub): Promise<void> {
  const { rows } = await pool.query<{ symbol: string; bound: number }>('SELECT symbol, bound FROM market_step_bound');
  const own = new Map(rows.map(({ symbol, bound }) => [symbol, bound / UNITS]));
  for (const { symbol, pricing } of hub.markets) pricing.steps.setBound(own.get(symbol.name));
}
