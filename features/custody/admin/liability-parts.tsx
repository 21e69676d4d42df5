// Beside the list of proofs: why a coin's is missing, and that one is being made.
import { ageMs, spanWords } from '@maru/kit/web/desk/age.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import type { listDeskLiabilities } from '../liabilities-admin-contract.ts';
import { liabilityFaultWords } from '../liability-list-contract.ts';
import { deskLiabilityTexts } from './liability-texts.ts';

interface ReplyProps {
  reply: ReplyOf<typeof listDeskLiabilities>;
}

export function LiabilityFaults({ reply: { faults } }: ReplyProps) {
  const t = useText(deskLiabilityTexts);
  const say = useWords();
  if (faults.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 border-b border-line px-4 py-4 text-13 laptop:px-6">
      {faults.map(({ coin, fault, since, figures }) => (
        <li key={coin} className="flex flex-wrap items-baseline gap-x-3">
          <Badge tone="danger">{t('pl.fault', { coin, age: spanWords(ageMs(since)) })}</Badge>
          <span className="min-w-0">{say(liabilityFaultWords[fault])}</span>
          {Object.entries(figures).map(([name, value]) => (
            <span key={name} className="text-12 text-mute">
              {t('pl.fault.figures', { name, value: String(value) })}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function LiabilityBadges({ reply: { isAsked } }: ReplyProps) {
  const t = useText(deskLiabilityTexts);
  return isAsked ? <Badge tone="plain">{t('pl.asked')}</Badge> : null;
}
