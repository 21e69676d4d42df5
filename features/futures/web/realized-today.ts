// What trading brought today, as it was answered and with what was told since: no fill makes the page ask again.
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { walletProfit } from '@maru/wallet/contract.ts';
import { useEffect, useMemo } from 'react';
import { KEPT_FILLS, type ToldFill } from './account-live.ts';
import { useAccount } from './account-store.ts';
import { micro, microText } from './instrument.ts';

interface Answered {
  /** Null: it cannot be told. */
  profit: string | null;
  /** Of the last posting in it. */
  sequence: number;
}

/** With the fills told since; undefined where more were told than are kept, or nothing is known. A page left open has fills of yesterday too. */
export function foldProfit({ profit, sequence }: Answered, fills: readonly ToldFill[], startDate = ''): string | undefined {
  const since = fills.filter((fill) => fill.sequence > sequence && fill.time >= startDate);
  if (profit === null || since.length === KEPT_FILLS) return undefined;
  return microText(since.reduce((sum, { realizedPnl, fee }) => sum + micro(realizedPnl) - micro(fee), micro(profit)));
}

/** Since midnight of the site, fees and funding included; undefined while it is not known. */
export function useRealizedToday(): string | undefined {
  const minute = Math.floor(serverNow() / 60_000);
  const { startDate } = useMemo(() => periodOf({ period: '1', from: '', to: '' }, minute * 60_000), [minute]);
  const fills = useAccount((s) => s.account.fills);
  const { data, refetch } = useCall(walletProfit, { query: { startDate }, everyMs: 60_000, keepsOld: true });
  const profit = data && foldProfit(data, fills, startDate);
  const isBehind = data !== undefined && data.profit !== null && profit === undefined;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return profit;
}
