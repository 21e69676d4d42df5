// A button that copies an address, a tag or a hash.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Copy } from 'lucide-react';

interface Props {
  text: string;
  label: string;
  look?: 'brand' | 'line';
  className?: string;
}

export function CopyButton({ text, label, look = 'line', className }: Props) {
  return (
    <Button size={36} look={look} className={className} icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copyText(text)}>
      {label}
    </Button>
  );
}
