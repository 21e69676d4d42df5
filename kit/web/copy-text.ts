// Copies a text and says so. Plain http has no clipboard and a browser may forbid it: then it says that the text can be selected.
import { defineCatalog, i18n } from './i18n/language.ts';
import { toast } from './toasts/toast-list.ts';

defineCatalog({
  'copy.done': ['복사했어요', 'Copied'],
  'copy.failed': ['복사하지 못했어요. 눌러서 골라 주세요.', 'It could not be copied. Please select it.'],
});

/** `title`: where more is to be said than that it is copied. */
export async function copyText(text: string, said: { title?: string; line?: string } = {}): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: i18n._('copy.done'), ...said, kind: 'done' });
  } catch {
    toast({ title: i18n._('copy.failed'), kind: 'warn' });
  }
}
