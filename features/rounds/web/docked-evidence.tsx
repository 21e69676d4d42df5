// Evidence as the binary page shows it: of the chosen round, with the rounds before and after it a step away.
import { useCall } from '@maru/kit/web/query.ts';
import { type Outcome, recentRounds, type TradeOption } from '../contract.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';

interface DockedEvidenceProps {
  option: TradeOption;
  shown: number;
  onShow(tradeRoundId: number | undefined): void;
  /** A sheet closes by itself. */
  isSheet?: boolean;
}

export function DockedEvidence({ option, shown, onShow, isSheet = false }: DockedEvidenceProps) {
  const { data = [] } = useCall(recentRounds, { query: { tradeOptionId: String(option.tradeOptionId) } });
  const steps = { ...besideOf(data, shown), onGo: onShow };
  return <EvidenceSheet tradeRoundId={shown} steps={steps} {...(isSheet ? {} : { onClose: () => onShow(undefined) })} />;
}

/** The nearest rounds with a record on both sides; outcomes newest first. */
export function besideOf(outcomes: readonly Pick<Outcome, 'tradeRoundId' | 'hasEvidence'>[], shown: number) {
  const ids = outcomes.filter(({ hasEvidence }) => hasEvidence).map(({ tradeRoundId }) => tradeRoundId);
  return { before: ids.find((id) => id < shown), after: ids.findLast((id) => id > shown) };
}
