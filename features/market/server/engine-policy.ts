// Joins the ladder policy to the engine's thread: reads each hosted site's live engine through its view of the market.
import type { CoreOfSite, EnginePolicy } from '@maru/kit/server/engine-policy.ts';
import { createLadderPolicy, type EngineMarketView, type PolicySite } from './ladder-policy.ts';

/** `custom` is the list of sites with their symbols, as the server passed it to the thread. */
export function makeLadderPolicy(coreOf: CoreOfSite, custom: unknown): EnginePolicy {
  return createLadderPolicy(custom as readonly PolicySite[], (site) => liveView(coreOf, site));
}

/** A site's engine may open late, and be replaced by a reload: looked up at each question. */
function liveView(coreOf: CoreOfSite, site: number): EngineMarketView {
  let core: ReturnType<CoreOfSite>;
  let view: EngineMarketView | undefined;
  const now = () => {
    const present = coreOf(site);
    if (present !== core) {
      core = present;
      view = present?.query('marketView', []) as EngineMarketView | undefined;
    }
    return view;
  };
  return {
    memberBestBid: (symbol) => now()?.memberBestBid(symbol) ?? 0,
    memberBestAsk: (symbol) => now()?.memberBestAsk(symbol) ?? 0,
    ladderBestBid: (symbol) => now()?.ladderBestBid(symbol) ?? 0,
    ladderBestAsk: (symbol) => now()?.ladderBestAsk(symbol) ?? 0,
    hasExposure: (symbol) => now()?.hasExposure(symbol) ?? false,
    switchBits: (symbol) => now()?.switchBits(symbol) ?? 0,
  };
}
