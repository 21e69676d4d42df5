// The TP/SL that stand now, position by position.
import { handle } from '@maru/kit/server/feature.ts';
import { openSltp } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentTpsl } from './present-tpsl.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const openSltpHandler = handle(openSltp, async (context, call) => {
  const { site, query } = call;
  const { account } = memberOf(call);
  const wanted = query.futuresOptionId === undefined ? -1 : requestedSymbol(site, query.futuresOptionId).symbol;
  const { positions } = await readEngine.openPositions(context, site.id, account, wanted);
  const chosen = positions.filter((p) => query.futuresPositionId === undefined || p.positionId === query.futuresPositionId);
  const standing = await Promise.all(chosen.map((p) => readEngine.tpsl(context, site.id, account, p.positionId)));
  const data = chosen.map((p, i) => {
    const symbol = symbolAt(site, p.symbol);
    const { futuresOptionId } = symbol;
    return { futuresPositionId: p.positionId, futuresOptionId, symbol: symbol.data.code, ...presentTpsl(symbol, standing[i]) };
  });
  return { data: data.filter((row) => row.takeProfit !== null || row.stopLoss !== null || row.partial.length > 0) };
});
