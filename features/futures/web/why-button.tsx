// "Why?" at the end of a row.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { CircleHelp } from 'lucide-react';
import { askWhy, type WhyQuery } from './why.ts';
import { whyTexts } from './why-texts.ts';

export function WhyButton({ query }: { query: WhyQuery }) {
  const w = useText(whyTexts);
  return (
    <IconButton size={24} label={w('why.askLong')} onClick={() => askWhy(query)} className="align-middle">
      <CircleHelp size={14} />
    </IconButton>
  );
}
