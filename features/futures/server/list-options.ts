// The instruments of a site, with what may be done with each right now.
import { handle } from '@maru/kit/server/feature.ts';
import { listOptions } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentOption } from './present-option.ts';
import { siteSymbols } from './site-symbols.ts';

export const listOptionsHandler = handle(listOptions, async (context, { site, query }) => {
  const states = await readEngine.symbols(context, site.id);
  const all = siteSymbols(site).map((s) =>
    presentOption(
      context,
      site,
      s,
      states.find((state) => state.symbol === s.symbol),
    ),
  );
  const ofPrefix = query.stockPrefix === undefined ? all : all.filter((o) => o.symbol.startsWith(`${query.stockPrefix}:`));
  return { data: query.isPlay === undefined ? ofPrefix : ofPrefix.filter((o) => String(o.isPlay) === query.isPlay) };
});
