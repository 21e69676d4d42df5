// A file in a thread: a small picture that opens large, or a name to save. Fetched with the bearer, shown from memory.
import { downloadFile, type FileFacts } from '@maru/file/contract.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { contactTexts } from './contact-texts.ts';

/** An address of the file within this page; null when it could not be had. */
function useFileAddress(id: string, download: typeof downloadFile): string | null | undefined {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    fetchFile(download, { id }).then(
      (blob) => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => {
        if (!isGone) setAddress(null);
      },
    );
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, download]);
  return address;
}

function Picture({ file, address }: { file: FileFacts; address: string }) {
  const t = useText(contactTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t('contact.file.open', { name: file.name })}
        className="size-24 overflow-hidden rounded-8 border border-line hover:brightness-95"
      >
        <img src={address} alt="" className="size-full object-cover" />
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={file.name} className="w-[min(960px,calc(100vw-32px))]">
        <img src={address} alt={file.name} className="mx-auto max-h-[75dvh] rounded-8 object-contain" />
      </Dialog>
    </>
  );
}

/** `download`: the member's call, or the desk's of the same shape. */
export function FileView({ file, download = downloadFile }: { file: FileFacts; download?: typeof downloadFile }) {
  const t = useText(contactTexts);
  const address = useFileAddress(file.id, download);
  if (address === undefined) return <SkeletonBlock className="size-24 rounded-8" />;
  if (address === null) return <p className="self-center text-12 text-mute">{t('contact.file.failed')}</p>;
  if (file.type.startsWith('image/')) return <Picture file={file} address={address} />;
  return (
    <a
      href={address}
      download={file.name}
      aria-label={t('contact.file.save', { name: file.name })}
      className={buttonClass('line', 40, 'max-w-full')}
    >
      <FileText aria-hidden="true" size={16} className="shrink-0" />
      <span className="truncate">{file.name}</span>
    </a>
  );
}
