// A button that copies a text, and says so.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Copy } from 'lucide-react';
import { trackerTexts } from './tracker-texts.ts';

export function CopyText({ text }: { text: string }) {
  const t = useText(trackerTexts);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t('track.copied'), kind: 'done' });
    } catch {
      toast({ title: t('track.copyFailed'), kind: 'warn' });
    }
  };
  return (
    <Button size={36} look="line" className="self-start" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
      {t('track.copy')}
    </Button>
  );
}
