// One check of a record: its words, and whether it holds, fails or could not be done.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { type EvidenceText, evidenceTexts } from './evidence-texts.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { RoundEvidence } from '../evidence.ts';
import type { EvidenceCheck, EvidenceCheckName } from '../evidence-check.ts';

/** The words of a check; a beacon is no tick. */
export function checkWords(t: (name: EvidenceText) => string, record: RoundEvidence | undefined, name: EvidenceCheckName): string {
  const isBeacon = record?.evidence.kind === 'draw' && record.evidence.planned.kind === 'beacon';
  if (name === 'gap' && record?.voidReason === 'FEED_GAP') return t('evidence.check.gapVoid');
  return t(name === 'entropy' && isBeacon ? 'evidence.check.beacon' : `evidence.check.${name}`);
}

export function CheckLine({
  words,
  check,
  figure: value,
}: {
  words: string;
  check: { isRight: EvidenceCheck['isRight']; isMissing?: boolean | undefined };
  figure?: string | undefined;
}) {
  const t = useText(evidenceTexts);
  const isWrong = !check.isRight && !check.isMissing;
  const Mark = check.isMissing ? CircleDashed : check.isRight ? CircleCheck : CircleX;
  const look = check.isMissing ? 'text-mute' : check.isRight ? 'text-green' : 'text-danger';
  return (
    <li className="flex items-center gap-2">
      <Mark size={16} className={cx('shrink-0', look)} aria-hidden="true" />
      <span className={cx('min-w-0 flex-1', isWrong && 'font-semibold text-danger')}>
        {isWrong ? t('evidence.check.wrong', { words }) : words}
      </span>
      {value && <span className="text-mute">{value}</span>}
    </li>
  );
}
