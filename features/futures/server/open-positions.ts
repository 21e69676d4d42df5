// The member's open positions, live from the engine.
import { handle } from '@maru/kit/server/feature.ts';
import { openPositions } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentPosition } from './present-position.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const openPositionsHandler = handle(openPositions, async (context, call) => {
  const { site, query } = call;
  const symbol = query.futuresOptionId === undefined ? -1 : requestedSymbol(site, query.futuresOptionId).symbol;
  const { seq, positions } = await readEngine.openPositions(context, site.id, memberOf(call).account, symbol);
  return { data: positions.map((position) => presentPosition(symbolAt(site, position.symbol), position)), sequence: seq };
});
