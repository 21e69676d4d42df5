// Files that a member adds to a question: each uploaded when it is chosen, so that sending is quick.
import { acceptedTypes, type FileFacts, MAX_FILE_BYTES, uploadFile } from '@maru/file/contract.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { sendFile } from '@maru/kit/web/file-client.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { useState } from 'react';
import { MAX_FILES } from '../contract.ts';
import { contactTexts } from './contact-texts.ts';

export const accept = acceptedTypes;

export interface Attachments {
  files: readonly FileFacts[];
  isUploading: boolean;
  error: string | undefined;
  add(chosen: FileList | null): void;
  remove(id: string): void;
  clear(): void;
}

/** `upload`: the member's call, or the desk's of the same shape. */
export function useAttachments(upload = uploadFile): Attachments {
  const t = textOf(contactTexts);
  const [files, setFiles] = useState<readonly FileFacts[]>([]);
  const [uploads, setUploads] = useState(0);
  const [error, setError] = useState<string>();
  const addOne = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      setError(t('contact.file.large', { name: file.name }));
      return;
    }
    setUploads((n) => n + 1);
    try {
      const facts = await sendFile(upload, file);
      setFiles((was) => [...was, facts]);
    } catch (thrown) {
      setError(messageOf(thrown));
    }
    setUploads((n) => n - 1);
  };
  return {
    files,
    isUploading: uploads > 0,
    error,
    add(chosen) {
      const space = MAX_FILES - files.length - uploads;
      const all = [...(chosen ?? [])];
      setError(all.length > space ? t('contact.file.most', { most: MAX_FILES }) : undefined);
      for (const file of all.slice(0, Math.max(0, space))) void addOne(file);
    },
    remove: (id) => setFiles((was) => was.filter((file) => file.id !== id)),
    clear: () => {
      setFiles([]);
      setError(undefined);
    },
  };
}
