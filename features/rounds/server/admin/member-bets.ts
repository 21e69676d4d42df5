// One member's bets for operators, as the member itself reads them, and what of its money waits in open ones.
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { listMemberBets } from '../../admin-contract.ts';
import { presentBet } from '../present-round.ts';
import { outcomeOf, pageOfBets } from '../round-queries.ts';
import { pointText } from '../round-text.ts';
import { siteOptions } from '../site-options.ts';

const PAGE = 50;
const MOST = 100;

export const memberBetsRoute = handleOperator(listMemberBets, async (context, { site, query }) => {
  const { playerId, page = 0, size: asked = PAGE, after } = query;
  const account = context.services.use(memberDirectory).accountOf(site.id, playerId);
  if (account === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  if (after !== undefined) await context.projections.waitFor(site.id, after);
  const size = Math.min(asked, MOST);
  const [all, open, waiting] = await Promise.all([
    pageOfBets(context, { site: site.id, account }, size, page * size),
    pageOfBets(context, { site: site.id, account, statuses: [0] }, 0, 0),
    context.engine.query<number>(site.id, 'gameWait', account),
  ]);
  const content = all.rows.map((row) => presentBet(site, siteOptions(site)[row.option], row, outcomeOf(row)));
  const sums = { currency: site.binaryCurrency, waiting: pointText(site, waiting), open: open.total };
  return { data: { content, page, size, totalElements: all.total, ...sums } };
});
