// Cells of the list of ledger entries: whose, what and how much, by whom, and how far.
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import type { Entry } from '../admin-contract.ts';
import { entryStatusWords } from '../entry-list-contract.ts';
import { entryTexts, walletWord } from './entry-texts.ts';

const tones: Readonly<Record<Entry['status'], Tone>> = { ASKED: 'warn', APPROVED: 'brand', POSTED: 'plain', PARTLY: 'danger' };

function Who({ entry: { rows, rowCount } }: { entry: Entry }) {
  const t = useText(entryTexts);
  const first = rows.at(0);
  if (first === undefined) return <span className="text-mute">{t('e.house')}</span>;
  return (
    <Link to={`/members/${first.playerId}`} className="whitespace-nowrap hover:underline">
      <b className="font-semibold">{rowCount > 1 ? t('e.many', { who: first.nick, count: rowCount - 1 }) : first.nick}</b>
      {rowCount === 1 && <span className="ml-1.5 text-mute">{first.username}</span>}
    </Link>
  );
}

function Status({ entry: { status, requestId, rows } }: { entry: Entry }) {
  const words = useWords();
  const badge = <Badge tone={tones[status]}>{words(entryStatusWords[status])}</Badge>;
  if (status === 'ASKED' && requestId !== null)
    return (
      <Link to={`/approvals?open=${requestId}`} className="hover:underline">
        {badge}
      </Link>
    );
  const faults = rows.map(({ fault }) => fault).filter(Boolean);
  return <span title={faults.join(', ')}>{badge}</span>;
}

export const looksOf = (t: Text<typeof entryTexts>): Looks<Entry> => ({
  time: { width: '110px', isFigure: false },
  who: { namesRow: true, cell: (row) => <Who entry={row} /> },
  kind: ({ type, walletType }) => (
    <span className="whitespace-nowrap">
      {t(`e.type.${type}`)}
      {walletType && <span className="ml-1.5 text-mute">{walletWord(t, walletType)}</span>}
    </span>
  ),
  amount: ({ type, total, currency }) => (
    <Figure value={type === 'PM' ? `-${total}` : total} sign unit={currency} className="font-semibold" />
  ),
  reason: ({ reason }) => <span className="line-clamp-2 break-words tablet:min-w-32">{reason}</span>,
  by: ({ askedBy, approvedBy }) => (
    <span className="whitespace-nowrap">
      {askedBy}
      <span className="text-mute"> → {approvedBy ?? '–'}</span>
    </span>
  ),
  status: { isFigure: true, cell: (row) => <Status entry={row} /> },
});
