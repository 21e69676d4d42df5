// An operator stops or frees trading of one symbol, or of the whole site: cancel-only, reduce-only, halt.
import { CommandKind, encodeFields, SwitchBit } from '@maru/engine/wire/command.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { setSwitch } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { requestedSymbol } from './site-symbols.ts';
import { submitCommand } from './submit.ts';
import { tradingWord } from './trading-state.ts';
import { bitOfTrading, readRequested, siteSwitch, requestedTurn, writeRequested } from './requested-trading.ts';

const OPERATOR_BITS = SwitchBit.CancelOnly | SwitchBit.ReduceOnly | SwitchBit.Halt;

export const setSwitchHandler = handleOperator(setSwitch, async (context, call, audit) => {
  const { site, body } = call;
  // What stops everybody says why, and so does what lets everybody on.
  if (body.futuresOptionId === undefined && body.reason === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'reason' });
  const symbol = body.futuresOptionId === undefined ? undefined : requestedSymbol(site, body.futuresOptionId);
  const set = async () => {
    const states = await readEngine.symbols(context, site.id);
    const held =
      symbol === undefined
        ? ((await readRequested(context.pool, site.id))?.bits ?? 0)
        : (states.find((s) => s.symbol === symbol.symbol)?.ownSwitches ?? 0);
    // The site's products as they are by now. The market's own bits (closed, stale) stay as the feed set them.
    const current = context.sites.byId(site.id) ?? site;
    const bits = symbol === undefined ? siteSwitch(current, body.trading) : (held & ~OPERATOR_BITS) | bitOfTrading[body.trading];
    const reply = await submitCommand(context, call, encodeFields(-1, symbol?.symbol ?? -1, { kind: CommandKind.SetSwitch, bits }), symbol);
    if (symbol === undefined) {
      // A product that has gone without its orders ended yet: the row must not say that this was done.
      const product = siteSwitch(current, 'NONE');
      const kept = (held & product) === product ? bits : bitOfTrading[body.trading];
      await writeRequested(context.pool, site.id, { trading: body.trading, bits: kept });
    }
    return { held, bits, reply };
  };
  const { held, bits, reply } = await (symbol === undefined ? context.shared.turn(requestedTurn(site.id), set) : set());
  await audit({
    target: symbol === undefined ? `site:${site.id}` : `symbol:${symbol.data.code}`,
    before: { trading: tradingWord(held) },
    after: { trading: tradingWord(bits) },
    ...(body.reason !== undefined && { reason: body.reason }),
  });
  return { data: { trading: tradingWord(bits) }, sequence: reply.seq };
});
