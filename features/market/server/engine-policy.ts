// Joins the ladder policy to the engine's thread: reads each hosted site's live engine through its view of the market.
import * as live from '@maru/engine/view-market.ts';
import type { LiveCore } from '@maru/kit/server/engine-maker.ts';
import type { CoreOfSite, EnginePolicy } from '@maru/kit/server/engine-policy.ts';
import { createLadderPolicy, type EngineMarketView, type PolicySite } from './ladder-policy.ts';

/** `custom` is the list of sites with their symbols, as the server passed it to the thread. */
export function makeLadderPolicy(coreOf: CoreOfSite, custom: unknown): EnginePolicy {
  const policy = createLadderPolicy(custom as readonly PolicySite[], (site) => liveView(coreOf, site));
  return { ...policy, host: (site) => policy.host(site as PolicySite) };
}

/** A site's engine may open late, and be replaced by a reload: looked up at each question. */
function liveView(coreOf: CoreOfSite, site: number): EngineMarketView {
  const stateOf = () => (coreOf(site) as LiveCore | undefined)?.state;
  return {
    memberBestBid: (symbol) => read(stateOf(), live.memberBestBid, symbol),
    memberBestAsk: (symbol) => read(stateOf(), live.memberBestAsk, symbol),
    ladderBestBid: (symbol) => read(stateOf(), live.ladderBestBid, symbol),
    ladderBestAsk: (symbol) => read(stateOf(), live.ladderBestAsk, symbol),
    switchBits: (symbol) => read(stateOf(), live.switchBits, symbol),
    hasTriggers(symbol) {
      const state = stateOf();
      return state !== undefined && live.hasTriggers(state, symbol);
    },
    reachesTrigger(symbol, mark, last) {
      const state = stateOf();
      return state !== undefined && live.reachesTrigger(state, symbol, mark, last);
    },
    hasExposure(symbol) {
      const state = stateOf();
      return state !== undefined && live.hasExposure(state, symbol);
    },
  };
}

function read(state: LiveCore['state'] | undefined, reader: (state: LiveCore['state'], symbol: number) => number, symbol: number): number {
  return state === undefined ? 0 : reader(state, symbol);
}
