// A member's bets as the page remembers them, brought up to date by what an answer or the member's queue tells; nothing is asked for.
import { getOwnLimits } from '@maru/account/contract.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { patchCall, queryClient, queryKey, refetch } from '@maru/kit/web/query.ts';
import { currentBetsOfOption, listBets, type TradeBet } from '../contract.ts';
import { type BetLists, foldBet, foldResult, foldStake } from '../fold-bet.ts';

/** As many as the longest list on the page shows: all of them read one. */
const PAST = 20;
/** What one answer tells of open bets: with so many, there may be more. */
const OPEN_MOST = 200;

export const openQuery = (tradeOptionId: number) => ({ tradeOptionId: String(tradeOptionId) });
export const pastQuery = (tradeOptionId: number) => ({ ...openQuery(tradeOptionId), statusStrs: '1,2,3', size: String(PAST) });

export const readBets = () => Promise.all([refetch(currentBetsOfOption), refetch(listBets), refetch(getOwnLimits)]);

const fold = { most: PAST, dayOf: (ms: number) => dayOf(ms), add: addAmounts };

/** The lists of one option; undefined: not known, known to have missed news, or about to be overwritten by an answer that may not have heard of it. */
function knownLists(tradeOptionId: number): BetLists | undefined {
  const open = queryClient.getQueryState<TradeBet[]>(queryKey(currentBetsOfOption, openQuery(tradeOptionId)));
  const past = queryClient.getQueryState<{ content: TradeBet[]; days: BetLists['days'][number][] }>(
    queryKey(listBets, pastQuery(tradeOptionId)),
  );
  if (open?.data === undefined || past?.data === undefined || open.data.length >= OPEN_MOST) return undefined;
  if ([open, past].some(({ fetchStatus, isInvalidated }) => fetchStatus !== 'idle' || isInvalidated)) return undefined;
  return { open: open.data, past: past.data.content, days: past.data.days };
}

/** What was folded while rows are waited for: read too early they would take it away again. */
let newest = 0;

/** Rows follow an event by a moment: they are read when they have reached it, and whatever was told meanwhile. */
async function readAfter(tradeOptionId: number, sequence: number | undefined): Promise<void> {
  for (let reached = sequence === undefined ? newest : 0; reached < newest; ) {
    reached = newest;
    const query = { ...openQuery(tradeOptionId), after: String(reached) };
    await call(currentBetsOfOption, { query }).catch(() => undefined);
  }
  await readBets();
}

function ownUsed(kind: string, used: string, bet: TradeBet): string {
  if (kind === 'GAME_LOSS') return foldResult(used, bet, addAmounts);
  return kind === 'GAME_STAKE' ? foldStake(used, bet, dayOf(serverNow()), fold) : used;
}

/** News of an answer, the queue, or both, in any order. Asks only where the page does not know what the news changes. */
export function takeBets(bets: readonly TradeBet[], sequence: number | undefined): void {
  newest = Math.max(newest, sequence ?? 0);
  for (const bet of bets) {
    const was = knownLists(bet.tradeOptionId);
    const now = was && foldBet(was, bet, fold);
    if (now === undefined) {
      void readAfter(bet.tradeOptionId, sequence);
      return;
    }
    if (now === was) continue;
    patchCall(currentBetsOfOption, openQuery(bet.tradeOptionId), () => [...now.open]);
    patchCall(listBets, pastQuery(bet.tradeOptionId), (old) => ({ ...old, content: [...now.past], days: [...now.days] }));
    patchCall(getOwnLimits, undefined, (old) => ({
      ...old,
      content: old.content.map((row) => (row.used === null ? row : { ...row, used: ownUsed(row.kind, row.used, bet) })),
    }));
  }
}
