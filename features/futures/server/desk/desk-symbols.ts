// Every symbol of a site with what may be traded in it now, and what of that operators have set themselves.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type DeskTrading, listDeskSymbols } from '../../desk-contract.ts';
import { readEngine } from '../engine-views.ts';
import { presentOption } from '../present-option.ts';
import { siteSymbols } from '../site-symbols.ts';
import { readRequested } from '../requested-trading.ts';

export const listDeskSymbolsHandler = handleOperator(listDeskSymbols, async (context, { site }) => {
  const [states, requested] = await Promise.all([readEngine.symbols(context, site.id), readRequested(context.pool, site.id)]);
  const byPlace = new Map(states.map((state) => [state.symbol, state]));
  return {
    data: {
      site: requested?.trading ?? 'NONE',
      symbols: siteSymbols(site).map((s) => {
        const state = byPlace.get(s.symbol);
        const { futuresOptionId, symbol, base, name, trading, opensAt, maxLeverage, makerFee, takerFee } = presentOption(
          context,
          site,
          s,
          state,
        );
        const isListed = state?.listed === true;
        const own = ownTrading(state?.ownSwitches ?? 0);
        return { futuresOptionId, symbol, base, name, isListed, trading, own, opensAt, maxLeverage, makerFee, takerFee };
      }),
    },
  };
});

/** The strictest that operators set; the market's own bits (closed, stale, no feed) are not theirs. */
function ownTrading(switches: number): DeskTrading {
  if ((switches & SwitchBit.Halt) !== 0) return 'HALT';
  if ((switches & SwitchBit.CancelOnly) !== 0) return 'CANCEL_ONLY';
  return (switches & SwitchBit.ReduceOnly) !== 0 ? 'REDUCE_ONLY' : 'NONE';
}
