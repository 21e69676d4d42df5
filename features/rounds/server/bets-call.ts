// Every bet of a round that has a record, without its owner, in pages: however many there are, anyone can add them up.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { roundBets } from '../evidence-contract.ts';
import { findEvidenceBets } from './evidence-store.ts';
import { roundOfSite } from './round-calls.ts';

const MOST = 5_000;

export const roundBetsHandler = handle(roundBets, async (context, call) => {
  const { tradeRoundId, after = 0, size = MOST } = call.query;
  const { option, ordinal } = roundOfSite(call.site, tradeRoundId);
  const bets = await findEvidenceBets(context, call.site, option, ordinal, { after, size });
  if (bets === undefined) throw new Refusal('EVIDENCE_NOT_YET', { field: 'tradeRoundId' });
  const last = bets.length < size ? null : (bets.at(-1)?.bet ?? null);
  return { data: { tradeRoundId, bets, next: last } };
});
