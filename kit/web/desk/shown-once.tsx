// What is shown this once and never again, to be copied before the dialog is closed.
import { Copy } from 'lucide-react';
import { copyText } from '../copy-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays.tsx';

interface ShownOnceProps {
  value: string;
  words: Record<'title' | 'description' | 'copy' | 'done', string>;
  onClose(): void;
}

export function ShownOnceDialog({ value, words, onClose }: ShownOnceProps) {
  return (
    <Dialog
      isOpen
      isFirm
      onClose={onClose}
      title={words.title}
      description={words.description}
      foot={
        <>
          <Button icon={<Copy aria-hidden="true" size={14} />} onClick={() => void copyText(value)}>
            {words.copy}
          </Button>
          <Button look="brand" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <p className="rounded-8 bg-soft p-3 font-mono text-12 break-all select-all">{value}</p>
    </Dialog>
  );
}
