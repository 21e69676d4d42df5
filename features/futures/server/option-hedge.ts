// The member's two sides of one symbol, as they stand now.
import { PositionSide } from '@maru/engine/wire/command.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { optionHedge } from '../risk-contract.ts';
import { quantityText } from './decimal-text.ts';
import { type PositionView, readEngine } from './engine-views.ts';
import { presentPosition } from './present-position.ts';
import { marginTypeName, positionModeName } from './setting-names.ts';
import { requestedSymbol, type SiteSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const optionHedgeHandler = handle(optionHedge, async (context, call) => {
  const { site, query } = call;
  const { account } = memberOf(call);
  const symbol = requestedSymbol(site, query.futuresOptionId);
  const [{ positions }, settings] = await Promise.all([
    readEngine.openPositions(context, site.id, account, symbol.symbol),
    readEngine.settings(context, site.id, account, symbol.symbol),
  ]);
  const net = positions.reduce((sum, p) => sum + p.lots, 0);
  return {
    data: {
      futuresOptionId: symbol.futuresOptionId,
      mode: positionModeName(settings?.positionMode ?? 0),
      marginType: marginTypeName(settings?.marginType ?? 0),
      leverage: settings?.leverage ?? 0,
      long: sideOf(symbol, positions.find(isLong)),
      short: sideOf(
        symbol,
        positions.find((p) => !isLong(p)),
      ),
      net: quantityText(symbol, net),
    },
  };
});

function isLong(p: PositionView): boolean {
  return p.positionSide === PositionSide.Both ? p.lots > 0 : p.positionSide === PositionSide.Long;
}

function sideOf(symbol: SiteSymbol, p: PositionView | undefined) {
  if (p === undefined) return null;
  const { futuresPositionId, quantity, entryPrice, unrealizedPnl } = presentPosition(symbol, p);
  return { futuresPositionId, quantity, entryPrice, unrealizedPnl };
}
