// Why something stands still, in the words of whoever reads it; as it was found it stands in the title.
import { useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refusalWords } from '../refusal-list-contract.ts';

export function RefusalLine({ text, lead = '' }: { text: string; lead?: string }) {
  const say = useWords();
  return (
    <span className="max-w-60 truncate text-12 text-warn" title={text}>
      {lead}
      {refusalWords(text, say)}
    </span>
  );
}
