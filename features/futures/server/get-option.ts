// One instrument of the site.
import { handle } from '@maru/kit/server/feature.ts';
import { getOption } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentOption } from './present-option.ts';
import { requestedSymbol } from './site-symbols.ts';

export const getOptionHandler = handle(getOption, async (context, { site, query }) => {
  const symbol = requestedSymbol(site, query.futuresOptionId);
  const states = await readEngine.symbols(context, site.id);
  return {
    data: presentOption(
      context,
      site,
      symbol,
      states.find((state) => state.symbol === symbol.symbol),
    ),
  };
});
