// Notes among operators under an inquiry: no member ever sees them.
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import type { DeskInquiry } from '../admin-contract.ts';
import { contactDeskTexts } from './desk-texts.ts';

const NoteForm = lazyArea<{ id: number }>(() => import('./note-form.tsx').then((m) => m.NoteForm), {
  waiting: <SkeletonBlock className="mt-3 h-8 w-full" />,
});

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
