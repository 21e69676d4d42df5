// The answer to an inquiry: text with its count, a ready answer put in at a press, files; off while somebody else has taken it.
import { uploadDeskFile } from '@maru/file/admin-contract.ts';
import type { uploadFile } from '@maru/file/contract.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field } from '@maru/kit/web/ui/field.tsx';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { MessageSquareText } from 'lucide-react';
import { answerInquiry, type DeskInquiry, listCannedAnswers } from '../admin-contract.ts';
import { MAX_TEXT } from '../contract.ts';
import { AddFiles, Chosen } from '../web/compose.tsx';
import { contactTexts } from '../web/contact-texts.ts';
import { useAttachments } from '../web/use-attachments.ts';
import { again } from './act.ts';
import { contactDeskTexts } from './desk-texts.ts';

/** The same shape under the desk's own right. */
const asDesk = uploadDeskFile as unknown as typeof uploadFile;

function ReadyAnswers({ onPut }: { onPut(text: string): void }) {
  const t = useText(contactDeskTexts);
  const { data = [] } = useCall(listCannedAnswers, { staleMs: 60_000 });
  if (data.length === 0) return null;
  const items = data.flatMap((ready) => [
    { key: `${ready.id}-ko`, label: ready.title, onChoose: () => onPut(ready.contentKo) },
    { key: `${ready.id}-en`, label: `${ready.title} (EN)`, onChoose: () => onPut(ready.contentEn) },
  ]);
  return (
    <Menu
      align="start"
      items={items}
      trigger={
        <Button size={32} icon={<MessageSquareText aria-hidden="true" size={14} />}>
          {t('inq.canned.put')}
        </Button>
      }
    />
  );
}

export function AnswerForm({ inquiry }: { inquiry: DeskInquiry }) {
  const t = useText(contactDeskTexts);
  const c = useText(contactTexts);
  const attachments = useAttachments(asDesk);
  const form = useCallForm<typeof answerInquiry, { text: string }>({
    route: answerInquiry,
    start: { text: '' },
    labels: { text: t('inq.answer') },
    fields: { answer: 'text' },
    otherwise: 'text',
    body: ({ text }) => ({ id: inquiry.id, answer: text.trim(), fileIds: attachments.files.map((file) => file.id) }),
    onDone: () => {
      form.reset();
      attachments.clear();
      toast({ title: t('inq.answer.sent'), kind: 'done' });
    },
    onSettled: again,
  });
  const { value: text, error, onChange, onBlur } = form.at('text');
  const isTaken = inquiry.claim !== null && !inquiry.claim.isMine;
  const why = isTaken
    ? t('inq.answer.taken')
    : text.trim() === ''
      ? t('inq.answer.empty')
      : attachments.isUploading
        ? t('inq.answer.uploading')
        : undefined;
  return (
    <form
      {...form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === undefined) void form.submit();
      }}
      className="border-t border-line pt-4"
    >
      <Field
        label={t('inq.answer')}
        note={c('contact.count', { count: text.length, most: MAX_TEXT })}
        error={error ?? attachments.error}
        under={<Chosen attachments={attachments} />}
      >
        {({ id, describedBy, boxClass }) => (
          <div className={`${boxClass} h-auto! p-0!`}>
            <textarea
              id={id}
              rows={5}
              value={text}
              maxLength={MAX_TEXT}
              placeholder={t('inq.answer.place')}
              aria-describedby={describedBy}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
              className="min-h-28 w-full resize-y bg-transparent px-3 py-2 text-16 outline-none tablet:text-13"
            />
          </div>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <ReadyAnswers onPut={(ready) => onChange((text.trim() === '' ? ready : `${text}\n\n${ready}`).slice(0, MAX_TEXT))} />
        <AddFiles attachments={attachments} />
        <Button type="submit" look="brand" isBusy={form.isBusy} disabled={why !== undefined} className="ml-auto">
          {why ?? t('inq.answer.send')}
        </Button>
      </div>
    </form>
  );
}
