// Writing a note about a member.
import { addMemberNote, listMemberNotes } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { TextArea } from '@maru/kit/web/forms/text-area.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';

export interface NoteFormProps {
  member: number;
  onDone(): void;
}

export function NoteForm({ member, onDone }: NoteFormProps) {
  const t = useText(memberTexts);
  const form = useCallForm({
    route: addMemberNote,
    start: { text: '' },
    labels: { text: t('m.notes.field') },
    otherwise: 'text',
    body: ({ text }) => ({ playerId: member, text: text.trim() }),
    onDone: async () => {
      await refetch(listMemberNotes);
      onDone();
    },
  });
  return (
    <form {...form.form} className="mb-4">
      <TextArea {...form.text('text')} help={t('m.notes.stay')} maxLength={2000} />
      <div className="flex justify-end">
        <Button type="submit" size={32} look="brand" isBusy={form.isBusy} disabled={form.values.text.trim() === ''}>
          {t('m.notes.save')}
        </Button>
      </div>
    </form>
  );
}
