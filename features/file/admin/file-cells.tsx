// Cells of the list of files: a name that opens its file, whose it is, and how much of a day's number a member has used.
import { messageOf } from '@maru/kit/web/failure.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { type DeskFileRow, downloadDeskFile } from '../admin-contract.ts';
import { FILES_A_DAY } from '../contract.ts';
import { ownerWords } from '../file-list-contract.ts';
import { fileDeskTexts } from './desk-texts.ts';

/** Fetched with the bearer; the name is the file's own, so that nothing of it runs here. */
async function save({ id, name }: DeskFileRow): Promise<void> {
  try {
    saveFile(name, await fetchFile(downloadDeskFile, { id }));
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
}

export function FileName({ row }: { row: DeskFileRow }) {
  const t = useText(fileDeskTexts);
  return (
    <button
      type="button"
      aria-label={t('file.open', { name: row.name })}
      onClick={() => void save(row)}
      className="line-clamp-1 max-w-80 text-left font-semibold break-all hover:text-brand hover:underline"
    >
      {row.name}
    </button>
  );
}

export function FileOwner({ row: { owner } }: { row: DeskFileRow }) {
  const words = useWords();
  return (
    <span>
      {owner.name} <span className="text-mute">{words(ownerWords[owner.kind])}</span>
    </span>
  );
}

export const usedToday = ({ owner, today }: DeskFileRow) =>
  owner.kind === 'MEMBER' && (
    <span className={today >= FILES_A_DAY ? 'font-semibold text-warn' : undefined}>
      {today} / {FILES_A_DAY}
    </span>
  );
