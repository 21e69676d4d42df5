// Puts a picture onto the site's own file store, open to everyone, and answers its address.
import { uploadDeskFile } from '@maru/file/admin-contract.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { sendFile } from '@maru/kit/web/file-client.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';

/** undefined when it was refused; why has been said. */
export async function uploadPicture(file: File): Promise<string | undefined> {
  try {
    const { id } = await sendFile(uploadDeskFile, file, { isPublic: 'true' });
    return `/api/file?id=${id}`;
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    return undefined;
  }
}
