// The state of an entry or popup as a badge, and its title with what is drafted beside it.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { Pin } from 'lucide-react';
import type { ContentState } from '../admin-contract.ts';
import { contentStateWords } from '../content-list-contract.ts';
import { contentDeskTexts } from './desk-texts.ts';

const tones: Readonly<Record<ContentState, Tone>> = { DRAFT: 'plain', SCHEDULED: 'brand', OPEN: 'good', ENDED: 'plain', CLOSED: 'plain' };
export const stateTone = ({ state }: { state: ContentState }): Tone => tones[state];

export function StateBadge({ state }: { state: ContentState }) {
  const words = useWords();
  return <Badge tone={tones[state]}>{words(contentStateWords[state])}</Badge>;
}

export function DraftedTitle({
  row: { title, hasDraft },
  isPinned = false,
}: {
  row: { title: string; hasDraft: boolean };
  isPinned?: boolean;
}) {
  const t = useText(contentDeskTexts);
  return (
    <span className="flex items-center gap-2 tablet:min-w-48">
      {isPinned && <Pin size={12} aria-label={t('con.pinned')} className="shrink-0 text-brand" />}
      <span className="line-clamp-1 font-semibold">{title}</span>
      {hasDraft && <Badge tone="warn">{t('con.draft')}</Badge>}
    </span>
  );
}
