// The form of one entry: words in two languages, category, order and times, attachments; a draft first, then published, with the preview beside it.
import { call } from '@maru/kit/web/api-client.ts';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge, Chip } from '@maru/kit/web/ui/marks.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { closeNotice, type DeskContent, deleteNotice, getDeskContent, listDeskContents, MAX_TITLE, saveNotice } from '../admin-contract.ts';
import { type Board, boardCategories, type Category } from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { boardWords } from '../content-list-contract.ts';
import { Attachments } from './attachments.tsx';
import { ContentPreview } from './content-preview.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { FormActions } from './form-actions.tsx';
import { type Language, LanguageSegment, MomentField, OrderField } from './form-fields.tsx';
import { LazyEditor } from './lazy-editor.tsx';
import { StateBadge } from './state-badge.tsx';

type Words = DeskContent['words'];

const emptyWords = (board: Board): Words => ({ category: boardCategories[board][0], title: '', content: '', titleEn: '', contentEn: '' });

/** English that says the same as the Korean was never written. */
const ownEnglish = (words: Words): Words => ({
  ...words,
  titleEn: words.titleEn === words.title ? '' : words.titleEn,
  contentEn: words.contentEn === words.content ? '' : words.contentEn,
});

function bodyOf(words: Words, board: Board, id: number | undefined) {
  const { titleEn, contentEn, ...rest } = words;
  return { ...(id === undefined ? {} : { id }), board, ...rest, ...(titleEn.trim() && { titleEn }), ...(contentEn && { contentEn }) };
}

/** Words lie among the other fields, so that two changes at once are both kept. */
type Draft = Words & { files: DeskContent['files']; isTold: boolean };
const draftOf = (content: DeskContent | undefined, board: Board): Draft => ({
  ...(content ? ownEnglish(content.words) : emptyWords(board)),
  files: content?.files ?? [],
  isTold: false,
});

interface WordFieldsProps {
  words: Words;
  onChange(change: Partial<Words>): void;
}

function WordFields({ words, onChange }: WordFieldsProps) {
  const t = useText(contentDeskTexts);
  const [language, setLanguage] = useState<Language>('ko');
  const isKorean = language === 'ko';
  return (
    <>
      <div className="mb-3 flex items-center gap-3">
        <LanguageSegment value={language} onChange={setLanguage} />
        {!isKorean && <span className="text-12 text-mute">{t('con.en.same')}</span>}
      </div>
      <TextField
        label={t('con.col.title')}
        value={isKorean ? words.title : words.titleEn}
        maxLength={MAX_TITLE}
        onChange={(event) => onChange(isKorean ? { title: event.target.value } : { titleEn: event.target.value })}
      />
      <LazyEditor
        key={language}
        label={t('con.content')}
        html={isKorean ? words.content : words.contentEn}
        onChange={(html) => onChange(isKorean ? { content: html } : { contentEn: html })}
      />
    </>
  );
}

function PlaceFields({ board, words, onChange }: WordFieldsProps & { board: Board }) {
  const t = useText(contentDeskTexts);
  return (
    <>
      <fieldset aria-label={t('con.col.category')} className="my-4 flex flex-wrap gap-2">
        {boardCategories[board].map((each) => (
          <Chip key={each} isChosen={words.category === each} onClick={() => onChange({ category: each as Category })}>
            {categoryNames[each][currentLanguage()]}
          </Chip>
        ))}
      </fieldset>
      <div className="grid gap-x-4 tablet:grid-cols-2">
        <MomentField label={t('con.from')} value={words.startDate} onChange={(startDate) => onChange({ startDate })} />
        <MomentField label={t('con.until')} value={words.endDate} onChange={(endDate) => onChange({ endDate })} />
        {board === 'promotion' && (
          <>
            <MomentField label={t('con.event.from')} value={words.eventFrom} onChange={(eventFrom) => onChange({ eventFrom })} />
            <MomentField label={t('con.event.until')} value={words.eventUntil} onChange={(eventUntil) => onChange({ eventUntil })} />
          </>
        )}
        <OrderField value={words.sortOrder ?? 0} onChange={(sortOrder) => onChange({ sortOrder })} />
      </div>
      <Checkbox isOn={words.isPinned ?? false} onChange={(isPinned) => onChange({ isPinned })}>
        {t('con.pin')}
      </Checkbox>
    </>
  );
}

function Frame({ content, board, children }: { content: DeskContent | undefined; board: Board; children: ReactNode }) {
  const t = useText(contentDeskTexts);
  const words = useWords();
  return (
    <DeskPage
      title={t(content ? 'con.edit' : 'con.write')}
      note={words(boardWords[board])}
      badges={
        content && (
          <>
            <StateBadge state={content.state} />
            {content.hasDraft && <Badge tone="warn">{t('con.draft')}</Badge>}
          </>
        )
      }
      actions={
        <Link to={`/contents?board=${board}` as never} className={buttonClass('line', 32)}>
          {t('con.back')}
        </Link>
      }
    >
      {children}
    </DeskPage>
  );
}

export function ContentForm({ content, board }: { content: DeskContent | undefined; board: Board }) {
  const t = useText(contentDeskTexts);
  const navigate = useNavigate();
  const form = useCallForm<OpenForm, Draft, void>({ start: draftOf(content, board), labels: {} });
  const { files, isTold, ...words } = form.values;
  const change = (part: Partial<Words>) => form.set(part as Partial<Draft>);
  const missing = words.title.trim() === '' ? t('con.missing.title') : words.content === '' ? t('con.missing.content') : undefined;
  const done = async (id: number | undefined, said: string) => {
    form.letGo();
    toast({ title: said, kind: 'done' });
    await Promise.all([refetch(listDeskContents), refetch(getDeskContent)]);
    void navigate({ to: (id === undefined ? `/contents?board=${board}` : `/contents/${id}`) as never });
  };
  const save = async (isOpen: boolean) => {
    const body = { ...bodyOf(words, board, content?.id), fileIds: files.map((file) => file.id), isOpen, isTold: isOpen && isTold };
    const { id } = await call(saveNotice, { body });
    await done(id, t(isOpen ? 'con.published' : 'con.saved'));
  };
  return (
    <Frame content={content} board={board}>
      <DeskPanels columns="minmax(0,1fr) minmax(0,1fr)" className="flex-1">
        <DeskPanel>
          <WordFields words={words} onChange={change} />
          <PlaceFields board={board} words={words} onChange={change} />
          <Attachments files={files} onChange={form.at('files').onChange} />
          {board === 'notice' && (
            <Checkbox isOn={isTold} onChange={form.at('isTold').onChange} className="mt-4">
              {t('con.tell')}
            </Checkbox>
          )}
          <FormActions
            title={words.title}
            missing={missing}
            publish={{ label: t('con.publish'), ask: t('con.publish.ask', { title: words.title }), words: t('con.publish.words') }}
            onSave={() => save(false).catch((thrown: unknown) => toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' }))}
            onPublish={() => save(true)}
            onClose={
              content && content.state !== 'DRAFT' && content.state !== 'CLOSED'
                ? async () => {
                    await call(closeNotice, { body: { id: content.id } });
                    await done(content.id, t('con.closed'));
                  }
                : undefined
            }
            onDelete={
              content &&
              (async () => {
                await call(deleteNotice, { body: { id: content.id } });
                await done(undefined, t('con.deleted'));
              })
            }
          />
        </DeskPanel>
        <ContentPreview words={words} files={files} board={board} />
      </DeskPanels>
    </Frame>
  );
}
