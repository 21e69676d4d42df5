// How members stand in each symbol, counted without a name: how many are long and short, and which way those with the most money lean.
import {
  ACCOUNT,
  ACCOUNT_FIRST,
  EQUITY,
  EX_LEG,
  EX_NEXT,
  EX_SYMBOL,
  EXPOSURE,
  META_ACCOUNTS,
  META_SYMBOLS,
  POSITION_COUNT,
  RISK,
} from './layout.ts';
import { isListed } from './market/listed.ts';
import { ceilDiv } from './money/rounding.ts';
import type { EngineState } from './state.ts';

/** Members by their net position; lots are sums of such. */
export interface Sides {
  long: number;
  short: number;
  longLots: number;
  shortLots: number;
}
export interface SymbolSides {
  symbol: number;
  all: Sides;
  /** The fifth of them, counted up, with the highest margin balance. */
  top: Sides;
}

const TOP_PART = 5;

/** Of more than `most` (1 or more) members who hold anything every so manieth stands for the others: everyone's commands wait for this. */
export function sidesView(s: EngineState, most: number): SymbolSides[] {
  const holders = holdersOf(s);
  const held: Member[][] = [];
  const every = ceilDiv(holders.length, most);
  for (let nth = 0; nth < holders.length; nth += every) noteMember(s, holders[nth], held);
  const sides: SymbolSides[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const members = held[symbol];
    if (members === undefined || !isListed(s, symbol)) continue;
    members.sort((a, b) => b.balance - a.balance || a.account - b.account);
    sides.push({ symbol, all: counted(members), top: counted(members.slice(0, ceilDiv(members.length, TOP_PART))) });
  }
  return sides;
}

/** One in one symbol. */
interface Member {
  account: number;
  /** Of the whole account, with what isolated positions have. */
  balance: number;
  /** Lots, signed, never 0: whoever holds both legs alike stands on neither side. */
  net: number;
}

function noteMember(s: EngineState, account: number, held: Member[][]): void {
  const nets: [symbol: number, net: number][] = [];
  let balance = s.risk[account * RISK + EQUITY];
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    let net = 0;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot < 0 || s.positionLots[slot] === 0) continue;
      net += s.positionLots[slot];
      const scope = s.positionScope[slot];
      if (scope !== account) balance += s.risk[scope * RISK + EQUITY];
    }
    if (net !== 0) nets.push([s.exposures[x * EXPOSURE + EX_SYMBOL], net]);
  }
  for (const [symbol, net] of nets) (held[symbol] ??= []).push({ account, balance, net });
}

function holdersOf(s: EngineState): number[] {
  const holders: number[] = [];
  const accounts = s.meta[META_ACCOUNTS];
  for (let account = 0; account < accounts; account++) if (s.risk[account * RISK + POSITION_COUNT] !== 0) holders.push(account);
  return holders;
}

function counted(members: readonly Member[]): Sides {
  const sides: Sides = { long: 0, short: 0, longLots: 0, shortLots: 0 };
  for (const { net } of members) {
    if (net > 0) {
      sides.long++;
      sides.longLots += net;
    } else {
      sides.short++;
      sides.shortLots -= net;
    }
  }
  return sides;
}
