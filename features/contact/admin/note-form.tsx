// Writing a note under an inquiry.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { MAX_NOTE, noteInquiry } from '../admin-contract.ts';
import { again } from './act.ts';
import { contactDeskTexts } from './desk-texts.ts';

export function NoteForm({ id }: { id: number }) {
  const t = useText(contactDeskTexts);
  const form = useCallForm<typeof noteInquiry, { note: string }>({
    route: noteInquiry,
    start: { note: '' },
    labels: { note: t('inq.notes') },
    body: ({ note }) => ({ id, note: note.trim() }),
    onDone: () => {
      form.reset();
    },
    onSettled: again,
  });
  const { note } = form.values;
  return (
    <form {...form.form} className="mt-3 flex flex-wrap gap-2">
      <input
        value={note}
        maxLength={MAX_NOTE}
        aria-label={t('inq.notes')}
        placeholder={t('inq.notes.place')}
        onChange={form.text('note').onChange}
        className="h-8 min-w-0 flex-1 rounded-4 border border-edge/70 bg-surface px-2.5 text-13 outline-none focus:border-brand"
      />
      <Button type="submit" size={32} disabled={note.trim() === ''}>
        {t('inq.notes.add')}
      </Button>
      <FormTrouble words={form.trouble ?? form.at('note').error} className="w-full" />
    </form>
  );
}
