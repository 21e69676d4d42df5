// A member's bets on rounds: what of its money waits in open ones, then each bet with how it went; a round opens on the desk's own page.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { DataTable } from '@maru/kit/web/desk/data-table.tsx';
import { type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import type { Tone } from '@maru/kit/web/ui/marks.tsx';
import { listMemberBets } from '@maru/rounds/admin-contract.ts';
import type { TradeBet } from '@maru/rounds/contract.ts';
import { memberBetColumns } from '@maru/rounds/member-bet-list-contract.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';

const SIZE = 50;
const ASK_MS = 10_000;
const tones: readonly Tone[] = ['brand', 'good', 'plain', 'plain'];

export function BetsTab({ member }: { member: number }) {
  const t = useText(memberTexts);
  const [page, setPage] = useState(0);
  const query = { playerId: String(member), page: String(page), size: String(SIZE) };
  const list = useCall(listMemberBets, { query, keepsOld: true, everyMs: ASK_MS });
  const columns = useListColumns(memberBetColumns, looks);
  return (
    <>
      {list.data && list.data.open > 0 && (
        <p className="px-4 pt-3 text-13 text-sub laptop:px-6">
          {t('m.bets.waiting', {
            count: list.data.open,
            amount: `${figure(list.data.waiting, { decimals: shownDecimals(list.data.currency) })} ${list.data.currency}`,
          })}
        </p>
      )}
      <PagedList
        query={list}
        rows={({ content }) => content}
        total={({ totalElements }) => totalElements}
        page={page}
        size={SIZE}
        onPage={setPage}
        empty={{ title: t('m.bets.empty') }}
      >
        {(rows) => <DataTable label={t('m.tab.bets')} columns={columns} rows={rows} keyOf={(bet) => bet.tradeHistoryId} />}
      </PagedList>
    </>
  );
}

const looks: Looks<TradeBet> = {
  time: { width: '120px', isFigure: false },
  round: {
    namesRow: true,
    cell: (bet, text) => (
      <Link
        to="/rounds/past"
        search={{ open: bet.tradeRoundId } as never}
        className="font-semibold whitespace-nowrap hover:text-brand hover:underline"
      >
        {text}
      </Link>
    ),
  },
  point: (bet) => <Figure value={bet.point} decimals={shownDecimals(bet.currency)} />,
  payout: (bet) =>
    bet.payout === null ? <span className="text-mute">–</span> : <Figure value={bet.payout} decimals={shownDecimals(bet.currency)} />,
  status: { isFigure: true, tone: (bet) => (bet.isTakenBack || bet.isSold ? 'plain' : (tones[bet.status] ?? 'plain')) },
};
