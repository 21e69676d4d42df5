// A member's bets on rounds: what of its money waits in open ones, then each bet with how it went; a round opens on the desk's own page.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { listMemberBets } from '@maru/rounds/admin-contract.ts';
import type { TradeBet } from '@maru/rounds/contract.ts';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';

const SIZE = 50;
const ASK_MS = 10_000;
const tones: readonly Tone[] = ['brand', 'good', 'plain', 'plain'];

export function BetsTab({ member }: { member: number }) {
  const t = useText(memberTexts);
  const [page, setPage] = useState(0);
  const query = { playerId: String(member), page: String(page), size: String(SIZE) };
  const list = useCall(listMemberBets, { query, keepsOld: true, everyMs: ASK_MS });
  const typeName = useTypeName();
  const columns = useMemo(() => columnsOf(t, typeName), [t, typeName]);
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

type Words = Text<typeof memberTexts>;

/** A side, or a market of the power ball with its row. */
function useTypeName(): (type: string) => string {
  const t = useText(memberTexts);
  const words = useWords();
  return useCallback(
    (type) => {
      if (type === 'UP' || type === 'DOWN') return t(`m.bet.${type}`);
      const market = POWER_BALL_MARKETS.find(({ code }) => code === type);
      return market === undefined ? type : `${words(POWER_BALL_ROW_NAMES[market.row])} ${words(market)}`;
    },
    [t, words],
  );
}

const endOf = (t: Words, { isTakenBack, isSold, status }: TradeBet) =>
  isTakenBack ? t('m.bet.takenBack') : isSold ? t('m.bet.sold') : t(`m.bet.status.${status}` as 'm.bet.status.0');

const columnsOf = (t: Words, typeName: (type: string) => string): DeskColumn<TradeBet>[] => [
  { key: 'time', head: t('m.ledger.time'), width: '120px', cell: (bet) => <TableTime at={bet.betAt} /> },
  {
    key: 'round',
    namesRow: true,
    head: t('m.bet.round'),
    cell: (bet) => (
      <Link
        to="/rounds/past"
        search={{ open: bet.tradeRoundId } as never}
        className="font-semibold whitespace-nowrap hover:text-brand hover:underline"
      >
        {bet.code} {bet.stock?.split(':')[1] ?? t('m.bet.powerball')}
      </Link>
    ),
  },
  { key: 'type', head: t('m.bet.type'), cell: (bet) => `${typeName(bet.type)} ×${bet.odds}` },
  {
    key: 'point',
    head: t('m.bet.point'),
    isFigure: true,
    cell: (bet) => <Figure value={bet.point} decimals={shownDecimals(bet.currency)} />,
  },
  {
    key: 'payout',
    head: t('m.bet.payout'),
    isFigure: true,
    cell: (bet) =>
      bet.payout === null ? <span className="text-mute">–</span> : <Figure value={bet.payout} decimals={shownDecimals(bet.currency)} />,
  },
  {
    key: 'status',
    head: t('m.order.status'),
    isFigure: true,
    cell: (bet) => <Badge tone={bet.isTakenBack || bet.isSold ? 'plain' : (tones[bet.status] ?? 'plain')}>{endOf(t, bet)}</Badge>,
  },
];
