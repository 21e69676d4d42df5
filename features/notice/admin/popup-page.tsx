// /popups/{id} and /popups/new: a popup's form beside the popup itself; published for every start, or sent now to every open page.
import { call } from '@maru/kit/web/api-client.ts';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { closePopup, deletePopup, type DeskPopup, getDeskPopup, listDeskPopups, savePopup } from '../admin-contract.ts';
import { POPUP_WIDTH, popupTypes } from '../contract.ts';
import { PopupCard } from '../web/popup-card.tsx';
import { PreviewPanel } from './content-preview.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { FormActions } from './form-actions.tsx';
import type { Language } from './form-fields.tsx';
import { OpenedEntry } from './opened-entry.tsx';
import { PopupFields, type PopupWords } from './popup-fields.tsx';
import { StateBadge } from './state-badge.tsx';

const nothing = () => undefined;
const emptyWords: PopupWords = { type: popupTypes.html, title: '', content: '', titleEn: '', contentEn: '', width: POPUP_WIDTH };

/** English that says the same as the Korean was never written. */
const ownEnglish = (words: PopupWords): PopupWords => ({
  ...words,
  titleEn: words.titleEn === words.title ? '' : words.titleEn,
  contentEn: words.contentEn === words.content ? '' : words.contentEn,
});

function Preview({ words, isRealtime }: { words: PopupWords; isRealtime: boolean }) {
  const [language, setLanguage] = useState<Language>('ko');
  const isEnglish = language === 'en';
  const shown = {
    ...words,
    key: 'preview',
    id: 0,
    title: (isEnglish && words.titleEn) || words.title,
    content: (isEnglish && words.contentEn) || words.content,
    link: words.link || undefined,
    isRealtime,
    at: serverNow(),
  };
  return (
    <PreviewPanel language={language} onLanguage={setLanguage}>
      <div className="flex min-h-96 items-start justify-center overflow-x-auto py-6">
        {(words.type === popupTypes.html || words.content) && (
          <PopupCard key={shown.content.slice(0, 60)} popup={shown} onClose={nothing} onNotToday={nothing} />
        )}
      </div>
    </PreviewPanel>
  );
}

function missingOf(words: PopupWords): 'con.missing.title' | 'con.missing.picture' | 'con.missing.content' | undefined {
  if (words.title.trim() === '') return 'con.missing.title';
  if (words.content !== '') return undefined;
  return words.type === popupTypes.image ? 'con.missing.picture' : 'con.missing.content';
}

function PopupForm({ popup }: { popup: DeskPopup | undefined }) {
  const t = useText(contentDeskTexts);
  const navigate = useNavigate();
  const form = useCallForm<OpenForm, PopupWords & { isRealtime: boolean }, void>({
    start: { ...(popup ? ownEnglish(popup.words) : emptyWords), isRealtime: popup?.isRealtime ?? false },
    labels: {},
  });
  const { isRealtime, ...words } = form.values;
  const missing = missingOf(words);
  const done = async (id: number | undefined, said: string) => {
    form.letGo();
    toast({ title: said, kind: 'done' });
    await Promise.all([refetch(listDeskPopups), refetch(getDeskPopup)]);
    void navigate({ to: (id === undefined ? '/popups' : `/popups/${id}`) as never });
  };
  const save = async (isShow: boolean) => {
    const { titleEn, contentEn, link, ...rest } = words;
    const english = { ...(titleEn.trim() && { titleEn }), ...(contentEn && { contentEn }), ...(link && { link }) };
    const { id } = await call(savePopup, { body: { ...(popup && { id: popup.id }), ...rest, ...english, isShow, isRealtime } });
    await done(id, t(!isShow ? 'con.saved' : isRealtime ? 'pop.sent' : 'con.published'));
  };
  const isOpen = popup !== undefined && popup.state !== 'DRAFT' && popup.state !== 'CLOSED' && !popup.isRealtime;
  return (
    <DeskPage
      title={t(popup ? 'pop.edit' : 'pop.new')}
      badges={popup && <StateBadge state={popup.state} />}
      actions={
        <Link to={'/popups' as never} className={buttonClass('line', 32)}>
          {t('con.back')}
        </Link>
      }
    >
      <DeskPanels columns="minmax(0,1fr) minmax(0,1fr)" className="flex-1">
        <DeskPanel>
          <PopupFields
            words={words}
            isRealtime={isRealtime}
            onChange={(part) => form.set(part)}
            onRealtime={form.at('isRealtime').onChange}
          />
          <FormActions
            title={words.title}
            right="popup.write"
            missing={missing && t(missing)}
            publish={
              isRealtime
                ? { label: t('pop.send'), ask: t('pop.send.ask'), words: t('pop.live.words') }
                : { label: t('con.publish'), ask: t('con.publish.ask', { title: words.title }), words: t('con.publish.words') }
            }
            onSave={() => save(false).catch((thrown: unknown) => toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' }))}
            onPublish={() => save(true)}
            onClose={
              isOpen
                ? async () => {
                    await call(closePopup, { body: { id: popup.id } });
                    await done(popup.id, t('con.closed'));
                  }
                : undefined
            }
            onDelete={
              popup &&
              (async () => {
                await call(deletePopup, { body: { id: popup.id } });
                await done(undefined, t('con.deleted'));
              })
            }
          />
        </DeskPanel>
        <Preview words={words} isRealtime={isRealtime} />
      </DeskPanels>
    </DeskPage>
  );
}

export function PopupPage() {
  const t = useText(contentDeskTexts);
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useCall(getDeskPopup, { query: { id }, isOn: id !== 'new' });
  if (id === 'new') return <PopupForm popup={undefined} />;
  return (
    <OpenedEntry query={query} title={t('pop.edit')} list="/popups">
      {(popup) => <PopupForm key={`${id} ${popup.state} ${popup.updatedAt}`} popup={popup} />}
    </OpenedEntry>
  );
}
