// A key just made: shown once, to be copied.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Copy } from 'lucide-react';
import { keyTexts } from './key-texts.ts';

export interface MadeKey {
  apiKey: string;
  secretKey: string | null;
}

function Shown({ label, text }: { label: string; text: string }) {
  const t = useText(keyTexts);
  return (
    <div>
      <p className="mb-1 text-12 text-mute">{label}</p>
      <div className="flex items-start gap-2 rounded-8 bg-field p-3">
        <code className="min-w-0 flex-1 font-mono text-13 leading-5 break-all select-all">{text}</code>
        <IconButton label={`${t('keys.copy')}: ${label}`} onClick={() => void copyText(text, { line: label })}>
          <Copy size={16} />
        </IconButton>
      </div>
    </div>
  );
}

export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose(): void }) {
  const t = useText(keyTexts);
  return (
    <Dialog
      isOpen
      isFirm
      onClose={onClose}
      title={t('keys.made')}
      description={t(made.secretKey === null ? 'keys.made.public.words' : 'keys.made.words')}
      foot={
        <Button look="ink" size={48} className="w-full" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Shown label={t('keys.key')} text={made.apiKey} />
        {made.secretKey !== null && <Shown label={t('keys.secret')} text={made.secretKey} />}
      </div>
    </Dialog>
  );
}
