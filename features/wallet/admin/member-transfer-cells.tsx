// Cells of the list of transfers between members, and whether the site's are open.
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { DeskTransfer, listMemberTransfers } from '../member-transfer-admin-contract.ts';
import { deskTransferTexts } from './member-transfer-texts.ts';

const tones = { TAKEN: 'warn', DONE: 'good', REFUSED: 'plain' } as const;

function Member({ id, name }: { id: number; name: string }) {
  return (
    <OwnLink href={`/admin/members/${id}`} className="touch font-medium underline-offset-4 hover:underline">
      {name}
    </OwnLink>
  );
}

export const memberTransferLooks: Looks<DeskTransfer> = {
  from: { namesRow: true, cell: ({ playerId, username }) => <Member id={playerId} name={username} /> },
  to: ({ payeeId, payee }) => <Member id={payeeId} name={payee} />,
  point: ({ point, currency }) => <Figure value={canonicalDecimal(point)} unit={unitOf(currency)} />,
  value: ({ value }) => <Figure value={canonicalDecimal(value)} />,
  state: ({ state }, text) => <Badge tone={tones[state]}>{text}</Badge>,
};

export function TermsBadge({ reply: { terms } }: { reply: ReplyOf<typeof listMemberTransfers> }) {
  const t = useText(deskTransferTexts);
  return <Badge tone={terms.isPaused ? 'warn' : 'good'}>{t(terms.isPaused ? 'wm.paused' : 'wm.open')}</Badge>;
}
