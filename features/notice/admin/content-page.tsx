// /contents/{id} and /contents/new-{board}: an entry's form beside what members will see of it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useParams } from '@tanstack/react-router';
import { getDeskContent } from '../admin-contract.ts';
import { type Board, boards } from '../board-contract.ts';
import { ContentForm } from './content-form.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { OpenedEntry } from './opened-entry.tsx';

export function ContentPage() {
  const t = useText(contentDeskTexts);
  const { id } = useParams({ strict: false }) as { id: string };
  const board = id.startsWith('new-') ? id.slice(4) : undefined;
  const query = useCall(getDeskContent, { query: { id }, isOn: board === undefined });
  if (board !== undefined)
    return <ContentForm key={id} content={undefined} board={(boards as readonly string[]).includes(board) ? (board as Board) : 'notice'} />;
  return (
    <OpenedEntry query={query} title={t('con.edit')} list="/contents">
      {/* The form keeps its own words; what was saved begins it anew. */}
      {(content) => <ContentForm key={`${id} ${content.state} ${content.updatedAt}`} content={content} board={content.board} />}
    </OpenedEntry>
  );
}
