// Where a member writes: the text with its count, files to add, and a button that says what is missing.
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Field } from '@maru/kit/web/ui/field.tsx';
import { FileText, Image as ImageIcon, Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { MAX_FILES, MAX_TEXT } from '../contract.ts';
import { contactTexts } from './contact-texts.ts';
import { accept, type Attachments, useAttachments } from './use-attachments.ts';

export function Chosen({ attachments }: { attachments: Attachments }) {
  const t = useText(contactTexts);
  if (attachments.files.length === 0) return null;
  return (
    <ul aria-label={t('contact.file.list')} className="mt-2 flex flex-wrap gap-2">
      {attachments.files.map((file) => (
        <li key={file.id} className="flex h-9 max-w-full items-center gap-1.5 rounded-6 bg-sunken pr-1 pl-2.5 text-13">
          {file.type.startsWith('image/') ? (
            <ImageIcon aria-hidden="true" size={14} className="shrink-0 text-mute" />
          ) : (
            <FileText aria-hidden="true" size={14} className="shrink-0 text-mute" />
          )}
          <span className="truncate">{file.name}</span>
          <IconButton label={t('contact.file.remove', { name: file.name })} size={28} onClick={() => attachments.remove(file.id)}>
            <X size={14} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

export function AddFiles({ attachments }: { attachments: Attachments }) {
  const t = useText(contactTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        tabIndex={-1}
        aria-label={t('contact.file.add')}
        className="sr-only"
        onChange={(event) => {
          attachments.add(event.target.files);
          // The same file may be chosen again after it was taken out.
          event.target.value = '';
        }}
      />
      <Button icon={<Paperclip aria-hidden="true" size={16} />} isBusy={attachments.isUploading} onClick={() => input.current?.click()}>
        {t('contact.file.add')}
      </Button>
      <span className="text-12 text-mute">{t('contact.file.rule', { most: MAX_FILES })}</span>
    </>
  );
}

interface ComposeProps {
  label: string;
  placeholder: string;
  /** Throws what `messageOf` can tell. */
  onSend(question: string, fileIds: string[]): Promise<void>;
}

export function Compose({ label, placeholder, onSend }: ComposeProps) {
  const t = useText(contactTexts);
  const attachments = useAttachments();
  const form = useCallForm<OpenForm, { text: string }, void>({
    start: { text: '' },
    labels: { text: label },
    otherwise: 'text',
    send: ({ text }) =>
      onSend(
        text.trim(),
        attachments.files.map((file) => file.id),
      ),
    onDone: () => {
      form.reset();
      attachments.clear();
    },
  });
  const { value: text, error, onChange, onBlur } = form.at('text');
  const isEmpty = text.trim() === '';
  const count = t('contact.count', { count: text.length, most: MAX_TEXT });
  return (
    <form
      {...form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !attachments.isUploading) void form.submit();
      }}
    >
      <Field label={label} note={count} error={error ?? attachments.error} under={<Chosen attachments={attachments} />}>
        {({ id, describedBy, isWrong, boxClass }) => (
          <div className={`${boxClass} h-auto! p-0!`}>
            <textarea
              id={id}
              rows={5}
              value={text}
              maxLength={MAX_TEXT}
              placeholder={placeholder}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
              className="min-h-32 w-full resize-y bg-transparent px-3 py-2.5 text-16 outline-none tablet:text-14"
            />
          </div>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AddFiles attachments={attachments} />
        <Button
          type="submit"
          look="brand"
          className="max-tablet:w-full tablet:ml-auto"
          isBusy={form.isBusy}
          disabled={isEmpty || attachments.isUploading}
        >
          {t(isEmpty ? 'contact.send.empty' : attachments.isUploading ? 'contact.send.waiting' : 'contact.send')}
        </Button>
      </div>
    </form>
  );
}
