// Evidence as the binary page shows it: of the chosen round, with the rounds before and after it a step away.
import { useCall } from '@maru/kit/web/query.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { currentBets, type Outcome, recentRounds, type TradeBet, type TradeOption } from '../contract.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';

interface DockedEvidenceProps {
  option: TradeOption;
  shown: number;
  onShow(tradeRoundId: number | undefined): void;
  /** The member's newest settled bets, of any round: shown until those of this round are there. */
  bets: readonly TradeBet[];
  /** A sheet closes by itself. */
  isSheet?: boolean;
}

export function DockedEvidence({ option, shown, onShow, bets, isSheet = false }: DockedEvidenceProps) {
  const { data = [] } = useCall(recentRounds, { query: { tradeOptionId: String(option.tradeOptionId) } });
  const steps = { ...besideOf(data, shown), onGo: onShow };
  const isMember = useSession(({ status }) => status === 'success');
  const own = useCall(currentBets, { query: { tradeRoundId: String(shown) }, isOn: isMember });
  const mine = settledOf(shown, own.data ?? [], bets);
  return <EvidenceSheet tradeRoundId={shown} steps={steps} mine={mine} {...(isSheet ? {} : { onClose: () => onShow(undefined) })} />;
}

/** Settled bets of the round, from both lists: what was asked for before its rows were there has its bets as open still. */
export function settledOf(shown: number, ...lists: readonly (readonly TradeBet[])[]): TradeBet[] {
  const settled = lists.flat().filter(({ tradeRoundId, status }) => tradeRoundId === shown && status !== 0);
  return [...new Map(settled.map((bet) => [bet.tradeHistoryId, bet])).values()];
}

/** The nearest rounds with a record on both sides; outcomes newest first. */
export function besideOf(outcomes: readonly Pick<Outcome, 'tradeRoundId' | 'hasEvidence'>[], shown: number) {
  const ids = outcomes.filter(({ hasEvidence }) => hasEvidence).map(({ tradeRoundId }) => tradeRoundId);
  return { before: ids.find((id) => id < shown), after: ids.findLast((id) => id > shown) };
}
