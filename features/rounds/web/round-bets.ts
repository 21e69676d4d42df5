// The whole list of a round's bets, fetched page by page: a record of many bets comes without it.
import { call } from '@maru/kit/web/api-client.ts';
import type { EvidenceBet, RoundEvidence } from '../evidence.ts';
import { BetsWalk } from '../evidence-bets.ts';
import type { EvidenceCheck } from '../evidence-check.ts';
import { roundBets } from '../evidence-contract.ts';

export const betsOf = ({ markets }: RoundEvidence): number => markets.reduce((all, { bets }) => all + Number(bets), 0);

async function* betPages(tradeRoundId: string): AsyncGenerator<EvidenceBet[]> {
  for (let after: string | null = '0'; after !== null; ) {
    const page: { bets: EvidenceBet[]; next: string | null } = await call(roundBets, { query: { tradeRoundId, after } });
    yield page.bets;
    after = page.next;
  }
}

/** Checks every bet on this device; `tell`: how many are done. */
export async function checkAllBets(record: RoundEvidence, tell: (done: number) => void): Promise<EvidenceCheck> {
  const walk = new BetsWalk(record);
  for await (const bets of betPages(record.tradeRoundId)) {
    for (const bet of bets) walk.add(bet);
    tell(walk.count);
  }
  return walk.end();
}

/** All bets as the text of a list, in parts: the whole is never one string here. */
export async function betsJson(tradeRoundId: string): Promise<string[]> {
  const parts: string[] = [];
  for await (const bets of betPages(tradeRoundId)) if (bets.length > 0) parts.push(JSON.stringify(bets).slice(1, -1));
  return ['[', ...parts.flatMap((part, i) => (i === 0 ? [part] : [',', part])), ']'];
}
