// Files of an entry that everyone may save: uploaded as public ones, in the order they were added.
import { uploadDeskFile } from '@maru/file/admin-contract.ts';
import { acceptedTypes, type FileFacts } from '@maru/file/contract.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { sendFile } from '@maru/kit/web/file-client.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { contentDeskTexts } from './desk-texts.ts';

export function Attachments({ files, onChange }: { files: readonly FileFacts[]; onChange(files: FileFacts[]): void }) {
  const t = useText(contentDeskTexts);
  const input = useRef<HTMLInputElement>(null);
  const add = async (file: File | undefined) => {
    if (!file) return;
    try {
      onChange([...files, await sendFile(uploadDeskFile, file, { isPublic: 'true' })]);
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    }
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <span className="text-13 font-semibold">{t('con.files')}</span>
      {files.map((file) => (
        <span key={file.id} className="flex h-8 max-w-full items-center gap-1 rounded-6 bg-sunken pr-1 pl-2.5 text-13">
          <span className="truncate">{file.name}</span>
          <IconButton
            label={t('con.files.remove', { name: file.name })}
            size={24}
            onClick={() => onChange(files.filter((one) => one.id !== file.id))}
          >
            <X size={12} />
          </IconButton>
        </span>
      ))}
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        tabIndex={-1}
        aria-label={t('con.files.add')}
        className="sr-only"
        onChange={(event) => {
          void add(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size={32} icon={<Paperclip aria-hidden="true" size={14} />} onClick={() => input.current?.click()}>
        {t('con.files.add')}
      </Button>
    </div>
  );
}
