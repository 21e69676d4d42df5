// A member's legs in the midst of a command: as they stood before it, carried through its own fills.
import { MarginType, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { isolatedPurse } from '@maru/engine/ledger/account.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import { afterFill, type Leg } from './explain-fill.ts';
import { eventsOf, type Moment } from './moment.ts';

export interface OpenLeg extends Leg {
  symbol: SiteSymbol;
  positionId: number;
  isIsolated: boolean;
}

/** As of an event of the command. */
export function legsAt(m: Moment, site: SiteConfig, until: number): OpenLeg[] {
  const legs = new Map<string, OpenLeg>();
  for (const p of m.before.positions) {
    const isIsolated = p.marginType === MarginType.Isolated;
    const leg = { symbol: symbolAt(site, p.symbol), positionId: p.positionId, isIsolated, lots: p.lots, entryCost: BigInt(p.entryCost) };
    legs.set(`${p.symbol}/${p.positionSide}`, leg);
  }
  for (const fill of eventsOf(m.events, EventKind.OrderFilled)) {
    if (fill.index >= until) break;
    const key = `${fill.symbol}/${unpackOrderFlags(fill.flags).positionSide}`;
    const symbol = symbolAt(site, fill.symbol);
    const held = legs.get(key) ?? { symbol, positionId: 0, isIsolated: isIsolatedNow(m, fill.symbol), lots: 0, entryCost: 0n };
    legs.set(key, { ...held, ...afterFill(symbol, held, fill), positionId: fill.positionId });
  }
  return [...legs.values()];
}

/** Of a leg that this very command opened: an isolated one was given margin of its own. */
function isIsolatedNow(m: Moment, symbol: number): boolean {
  const purse = isolatedPurse(m.account);
  return eventsOf(m.events, EventKind.LedgerPosted).some((e) => e.symbol === symbol && e.credit === purse);
}
