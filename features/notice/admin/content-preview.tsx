// What members will see of an entry: the member app's own parts, at the width of a phone or a wide page; nothing in it leads anywhere.
import type { FileFacts } from '@maru/file/contract.ts';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { DeskContent } from '../admin-contract.ts';
import type { Board, Period } from '../board-contract.ts';
import { Article } from '../web/board-page.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { type Language, LanguageSegment } from './form-fields.tsx';

/** Presses inside are looked at, not followed. */
export const still = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

interface PreviewPanelProps {
  language: Language;
  onLanguage(language: Language): void;
  aside?: ReactNode;
  children: ReactNode;
}

export function PreviewPanel({ language, onLanguage, aside, children }: PreviewPanelProps) {
  const t = useText(contentDeskTexts);
  return (
    <DeskPanel
      title={t('con.preview')}
      aside={
        <>
          <LanguageSegment value={language} onChange={onLanguage} />
          {aside}
        </>
      }
      className="bg-sunken"
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- presses are only stopped here */}
      <div onClickCapture={still}>{children}</div>
    </DeskPanel>
  );
}

function periodOf({ eventFrom, eventUntil }: DeskContent['words']): Period {
  const now = serverNow();
  const isAhead = eventFrom !== undefined && Date.parse(eventFrom) > now;
  const isOver = eventUntil !== undefined && Date.parse(eventUntil) <= now;
  return { startDate: eventFrom ?? null, endDate: eventUntil ?? null, state: isAhead ? 'AHEAD' : isOver ? 'ENDED' : 'RUNNING' };
}

export function ContentPreview({ words, files, board }: { words: DeskContent['words']; files: readonly FileFacts[]; board: Board }) {
  const t = useText(contentDeskTexts);
  const [language, setLanguage] = useState<Language>('ko');
  const [width, setWidth] = useState<'phone' | 'desktop'>('desktop');
  const at = words.startDate ?? new Date(serverNow()).toISOString();
  const isEnglish = language === 'en';
  const item = {
    id: 0,
    category: words.category,
    title: (isEnglish && words.titleEn) || words.title,
    content: (isEnglish && words.contentEn) || words.content,
    summary: '',
    picture: null,
    period: board === 'promotion' ? periodOf(words) : null,
    isPinned: words.isPinned ?? false,
    views: 0,
    createdAt: at,
    updatedAt: at,
    files: [...files],
  };
  const widths = (
    <Segment<'phone' | 'desktop'>
      label={t('con.preview')}
      value={width}
      onChange={setWidth}
      items={[
        { value: 'phone', label: t('con.preview.phone') },
        { value: 'desktop', label: t('con.preview.desk') },
      ]}
    />
  );
  return (
    <PreviewPanel language={language} onLanguage={setLanguage} aside={widths}>
      <div className="mx-auto rounded-8 border border-line bg-surface px-4 py-6" style={{ maxWidth: width === 'phone' ? 390 : 800 }}>
        <Article item={item} />
      </div>
    </PreviewPanel>
  );
}
