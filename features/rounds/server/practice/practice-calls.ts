// Practice money by call: what it stands at, what came of past bets, and starting again.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { getPractice, practiceHistory, type PracticePurse, resetPractice } from '../../practice-contract.ts';
import { isoText, pointText } from '../round-text.ts';
import { memberOf } from '../send.ts';
import { optionOfSite } from '../site-options.ts';
import { openBetsOf, pastBetsOf, type PracticeRow, presentPractice } from './practice-bets.ts';
import { needMayPractise, type Purse, readPurse, startOf } from './practice-purse.ts';
import { once } from './practice-request.ts';

/** Starting again is for whoever has run out, not for a press in a loop. */
const RESET_MS = 60_000;
const USUAL_SIZE = 20;

export const getPracticeHandler = handle(getPractice, async (context, call) => ({
  data: await purseOf(context, call.site, memberOf(call).account),
}));

async function purseOf(context: AppContext, site: SiteConfig, account: number): Promise<PracticePurse> {
  const [purse, open] = await Promise.all([readPurse(context, site, account), openBetsOf(context, site.id, account)]);
  return presentPurse(site, purse, open, context.clock.now());
}

function presentPurse(site: SiteConfig, { balance, resetMs }: Purse, open: readonly PracticeRow[], now: number): PracticePurse {
  const from = resetMs === null ? 0 : resetMs + RESET_MS;
  return {
    currency: site.binaryCurrency,
    point: pointText(site, balance),
    gameWaitPoint: pointText(
      site,
      open.reduce((sum, { stake }) => sum + stake, 0),
    ),
    startPoint: pointText(site, startOf(site)),
    resetFrom: from <= now ? null : isoText(from),
    open: open.map((row) => presentPractice(site, row)),
  };
}

export const resetPracticeHandler = handle(resetPractice, async (context, call) => {
  const { site } = call;
  const may = () => needMayPractise(context, site, memberOf(call));
  const { answer } = await once(context, call, 'reset', may, async ({ client, account, purse, now }) => {
    const { rowCount } = await client.query(
      'SELECT 1 FROM rounds_practice_bet WHERE site_id = $1 AND account = $2 AND status = 0 LIMIT 1',
      [site.id, account],
    );
    if (rowCount !== 0) throw new Refusal('PRACTICE_BETS_OPEN');
    const waitMs = purse.resetMs === null ? 0 : purse.resetMs + RESET_MS - now;
    if (waitMs > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    const started = { balance: startOf(site), resetMs: now };
    await client.query('UPDATE rounds_practice_purse SET balance = $3, reset_ms = $4 WHERE site_id = $1 AND account = $2', [
      site.id,
      account,
      started.balance,
      now,
    ]);
    return presentPurse(site, started, [], now);
  });
  return { data: answer };
});

export const practiceHistoryHandler = handle(practiceHistory, async (context, call) => {
  const { site } = call;
  const { tradeOptionId, cursor, size = USUAL_SIZE } = call.query;
  const option = tradeOptionId === undefined ? undefined : optionOfSite(site, tradeOptionId).option;
  const { rows, next } = await pastBetsOf(context, site.id, memberOf(call).account, { option, cursor, size });
  return { data: { content: rows.map((row) => presentPractice(site, row)), next } };
});
