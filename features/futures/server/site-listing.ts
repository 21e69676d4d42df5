// Brings a site's engine to its configuration at every start: lists symbols that were never listed or whose terms changed. What two
// persons delisted stays so: no start and no other change of the site brings it back.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { readEngine } from './engine-views.ts';
import { throwIfRejected } from './refuse.ts';
import { siteSymbols } from './site-symbols.ts';

/** Answers how many symbols were listed anew; a second call lists none. */
export async function listSiteSymbols(context: AppContext, site: SiteConfig): Promise<number> {
  const states = new Map((await readEngine.symbols(context, site.id)).map((state) => [state.symbol, state]));
  // All at once, in their order: a new site's list is one write of the journal, not one a symbol.
  const sent = siteSymbols(site).map(async (s) => {
    const spec = encodeInstrument(instrumentOf({ ...s.data, tiers: site.tiers?.[s.data.code] ?? s.data.tiers }, site));
    const state = states.get(s.symbol);
    if (state !== undefined && (isDelisted(state) || (state.listed && isSame(state.spec, spec)))) return 0;
    const reply = await context.engine.submit(site.id, encodeFields(-1, s.symbol, { kind: CommandKind.ListSymbol, spec }));
    throwIfRejected(reply.events, s, reply.seq);
    return 1;
  });
  return (await Promise.all(sent)).reduce<number>((sum, one) => sum + one, 0);
}

/** Its words outlive the delisting; a place that was never listed has none. */
const isDelisted = ({ listed, spec }: { listed: boolean; spec: readonly number[] }) => !listed && spec.length > 0;

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}
