// Cells of the queue of inquiries: how long one has waited against its target, and who asks.
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type DeskInquiryRow, targetMinutes } from '../admin-contract.ts';
import { inquiryStateWords } from '../inquiry-list-contract.ts';
import { contactDeskTexts } from './desk-texts.ts';

export function Waited({ row: { waitingSince, isClosed, isLate, kind } }: { row: DeskInquiryRow }) {
  const t = useText(contactDeskTexts);
  const words = useWords();
  if (waitingSince === null)
    return <Badge tone={isClosed ? 'plain' : 'good'}>{words(inquiryStateWords[isClosed ? 'CLOSED' : 'ANSWERED'])}</Badge>;
  return (
    <span className="flex flex-col leading-tight whitespace-nowrap">
      <span className={isLate ? 'font-semibold text-warn' : 'font-semibold'}>{ageWords(waitingSince)}</span>
      <span className={isLate ? 'text-12 text-warn' : 'text-12 text-mute'}>
        {isLate ? t('inq.late') : t('inq.target', { minutes: targetMinutes[kind] })}
      </span>
    </span>
  );
}

export const askerOf = ({ member: { username, nick } }: DeskInquiryRow) => (
  <span className="flex flex-col leading-tight">
    <span className="font-semibold">{username}</span>
    <span className="text-12 text-mute">{nick}</span>
  </span>
);
