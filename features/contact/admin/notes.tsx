// Notes among operators under an inquiry: no member ever sees them.
import { call } from '@maru/kit/web/api-client.ts';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { type FormEvent, useState } from 'react';
import { type DeskInquiry, MAX_NOTE, noteInquiry } from '../admin-contract.ts';
import { act } from './act.ts';
import { contactDeskTexts } from './desk-texts.ts';

function NoteForm({ id }: { id: number }) {
  const t = useText(contactDeskTexts);
  const [note, setNote] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() !== '' && (await act(call(noteInquiry, { body: { id, note: note.trim() } })))) setNote('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-3 flex gap-2">
      <input
        value={note}
        maxLength={MAX_NOTE}
        aria-label={t('inq.notes')}
        placeholder={t('inq.notes.place')}
        onChange={(event) => setNote(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-4 border border-edge/70 bg-surface px-2.5 text-13 outline-none focus:border-brand"
      />
      <Button type="submit" size={32} disabled={note.trim() === ''}>
        {t('inq.notes.add')}
      </Button>
    </form>
  );
}

export function Notes({ inquiry }: { inquiry: DeskInquiry }) {
  const t = useText(contactDeskTexts);
  return (
    <section aria-labelledby="inquiry-notes" className="mt-6 border-t border-line pt-4">
      <h3 id="inquiry-notes" className="text-14 font-bold">
        {t('inq.notes')} <span className="text-12 font-normal text-mute">{t('inq.notes.words')}</span>
      </h3>
      <ul className="mt-2 flex flex-col gap-2">
        {inquiry.notes.map((note) => (
          <li key={note.id} className="rounded-6 bg-warn-tint px-3 py-2 text-13">
            <p className="text-12 text-sub">
              <span className="font-semibold">{note.operator.name}</span>{' '}
              <time dateTime={note.createdAt}>{moment(note.createdAt, 'said')}</time>
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.content}</p>
          </li>
        ))}
      </ul>
      <IfCan right="contact.write">
        <NoteForm id={inquiry.id} />
      </IfCan>
    </section>
  );
}
