// An operator stops or frees trading of one symbol, or of the whole site: cancel-only, reduce-only, halt.
import { CommandKind, encodeFields, SwitchBit } from '@maru/engine/command.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { setSwitch } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { requestedSymbol } from './site-symbols.ts';
import { submitCommand } from './submit.ts';
import { tradingWord } from './trading-state.ts';
import { bitOfTrading, readWish, siteSwitch, writeWish } from './trading-wish.ts';

const OPERATOR_BITS = SwitchBit.CancelOnly | SwitchBit.ReduceOnly | SwitchBit.Halt;

export const setSwitchHandler = handleOperator(setSwitch, async (context, call, audit) => {
  const { site, body } = call;
  const symbol = body.futuresOptionId === undefined ? undefined : requestedSymbol(site, body.futuresOptionId);
  const states = await readEngine.symbols(context, site.id);
  const held =
    symbol === undefined
      ? ((await readWish(context.pool, site.id))?.bits ?? 0)
      : (states.find((s) => s.symbol === symbol.symbol)?.ownSwitches ?? 0);
  // The market's own bits (closed, stale) stay as the feed set them.
  const bits = symbol === undefined ? siteSwitch(site, body.trading) : (held & ~OPERATOR_BITS) | bitOfTrading[body.trading];
  const reply = await submitCommand(context, call, encodeFields(-1, symbol?.symbol ?? -1, { kind: CommandKind.SetSwitch, bits }), symbol);
  if (symbol === undefined) await writeWish(context.pool, site.id, { trading: body.trading, bits });
  await audit({
    target: symbol === undefined ? `site:${site.id}` : `symbol:${symbol.data.code}`,
    before: { trading: tradingWord(held) },
    after: { trading: tradingWord(bits) },
  });
  return { data: { trading: tradingWord(bits) }, sequence: reply.seq };
});
