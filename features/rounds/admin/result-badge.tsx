// How a round ended, in a mark: its result, and why stakes went back where they did.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import type { DeskRound } from '../desk-contract.ts';
import { voidReasonWords } from '../round-list-contract.ts';
import { Balls, inOrder } from '../web/power-ball/balls.tsx';
import { deskRoundsTexts } from './rounds-texts.ts';

export function ResultBadge({ round: { result, voidReason, phase } }: { round: DeskRound }) {
  const t = useText(deskRoundsTexts);
  const say = useWords();
  if (result === null) return <Badge tone="brand">{t(`rv.phase.${phase}`)}</Badge>;
  const tone: Tone = result === 'UP' ? 'rise' : result === 'DOWN' ? 'fall' : result === 'VOID' ? 'warn' : 'plain';
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone={tone}>{t(`rv.result.${result}`)}</Badge>
      {result === 'VOID' && voidReason && <span className="text-12 text-mute">{say(voidReasonWords[voidReason])}</span>}
    </span>
  );
}

/** Strike and close, or the balls as members see them; a dash while there is nothing. */
export function pricesOf({ stock, strike, closePrice, balls }: DeskRound): React.ReactNode {
  if (stock === null)
    return balls === null ? (
      '–'
    ) : (
      <div className="inline-flex align-middle">
        <Balls balls={inOrder(balls)} size={26} />
      </div>
    );
  const price = (value: string | null) => (value === null ? '–' : figure(value));
  return strike === null && closePrice === null ? '–' : `${price(strike)} → ${price(closePrice)}`;
}
