// One round beside the list: its times and sums, whose bets it had, and the evidence checked on this device.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { useHeads } from '@maru/kit/web/desk/list-columns.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { Facts } from '@maru/kit/web/desk/page.tsx';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { type DeskBet, type DeskRound, readDeskEvidence, readDeskRound } from '../desk-contract.ts';
import { roundColumns } from '../round-list-contract.ts';
import { roundNumber } from '../web/round-board.ts';
import { useTypeName } from './cap-rulers.tsx';
import { useGameName } from './game-words.ts';
import { pricesOf, ResultBadge } from './result-badge.tsx';
import { deskRoundsTexts } from './rounds-texts.ts';

/** What checks a record is heavy, and wanted by few who look at a round. */
const Evidence = lazyArea(() => import('../web/evidence-sheet.tsx').then((m) => m.EvidenceSheet));
const SIZE = 50;
const ASK_MS = 5_000;

export function RoundSide({ tradeRoundId, currency, onClose }: { tradeRoundId: number; currency: string; onClose(): void }) {
  const t = useText(deskRoundsTexts);
  const nameOf = useGameName();
  const [page, setPage] = useState(0);
  const [tab, setTab] = useState<'bets' | 'evidence'>('bets');
  const query = { tradeRoundId: String(tradeRoundId), page: String(page), size: String(SIZE) };
  const read = useCall(readDeskRound, { query, keepsOld: true, everyMs: ASK_MS });
  const round = read.data?.round;
  const columns = useBetColumns();
  return (
    <DetailSide title={round ? t('rv.side.title', { name: nameOf(round), n: roundNumber(round) }) : ' '} onClose={onClose}>
      <Loaded query={read} title={t('rv.failed')} rows={8}>
        {(data) => (
          <>
            <Sums round={data.round} currency={currency} />
            <Tabs
              label={t('rv.side.tab')}
              value={tab}
              onChange={setTab}
              className="-mx-6 mt-3"
              items={[
                { value: 'bets', label: t('rv.side.bets'), count: data.bets.totalElements },
                { value: 'evidence', label: t('rv.side.evidence') },
              ]}
            >
              <TabPanel value="bets">
                <PagedList
                  query={read}
                  rows={({ bets }) => bets.content}
                  total={({ bets }) => bets.totalElements}
                  page={page}
                  size={SIZE}
                  onPage={setPage}
                  empty={{ title: t('rv.side.none') }}
                >
                  {(rows) => (
                    <DataTable
                      label={t('rv.side.bets')}
                      columns={columns}
                      rows={rows}
                      keyOf={(bet) => `${bet.playerId}-${bet.tradeHistoryId}`}
                    />
                  )}
                </PagedList>
              </TabPanel>
              <TabPanel value="evidence">
                <Evidence tradeRoundId={tradeRoundId} route={readDeskEvidence} />
              </TabPanel>
            </Tabs>
          </>
        )}
      </Loaded>
    </DetailSide>
  );
}

function Sums({ round, currency }: { round: DeskRound; currency: string }) {
  const decimals = shownDecimals(currency);
  const t = useText(deskRoundsTexts);
  const head = useHeads(roundColumns);
  const at = (iso: string) => moment(iso, 'time');
  const sum = (value: string | null, isSigned = false) =>
    value === null ? <span className="text-mute">–</span> : <Figure value={value} decimals={decimals} sign={isSigned} isDimmed={false} />;
  return (
    <>
      <p className="mb-3 text-12 text-mute">
        {t('rv.side.times', { open: at(round.betOpenAt), close: at(round.betCloseAt), start: at(round.startAt), end: at(round.endAt) })}
      </p>
      <Facts
        items={[
          {
            label: head('result'),
            value: (
              <span className="inline-flex">
                <ResultBadge round={round} />
              </span>
            ),
          },
          { label: head('prices'), value: pricesOf(round) },
          { label: head('staked'), value: sum(round.staked) },
          { label: head('paid'), value: sum(round.paid) },
          { label: head('kept'), value: sum(round.kept, true) },
          ...(round.commit ? [{ label: t('rv.side.commit'), value: <span className="text-12 break-all">{round.commit}</span> }] : []),
        ]}
      />
    </>
  );
}

function useBetColumns(): DeskColumn<DeskBet>[] {
  const t = useText(deskRoundsTexts);
  const typeName = useTypeName();
  const statusOf = ({ isTakenBack, isSold, status }: DeskBet) =>
    isTakenBack ? t('rv.bet.takenBack') : isSold ? t('rv.bet.sold') : t(`rv.bet.status.${status}` as 'rv.bet.status.0');
  return [
    {
      key: 'member',
      head: t('rv.bet.member'),
      cell: ({ playerId, nick, username }) => (
        <Link to={`/members/${playerId}`} className="font-semibold hover:text-brand hover:underline" title={username}>
          {nick}
        </Link>
      ),
    },
    { key: 'type', head: t('rv.bet.type'), cell: ({ type, odds }) => `${typeName(type)} ×${odds}` },
    {
      key: 'point',
      head: t('rv.bet.point'),
      isFigure: true,
      cell: (bet) => <Figure value={bet.point} decimals={shownDecimals(bet.currency)} />,
    },
    {
      key: 'payout',
      head: t('rv.bet.payout'),
      isFigure: true,
      cell: (bet) => (
        <span className="flex items-center justify-end gap-2">
          <span className="text-12 text-mute">{statusOf(bet)}</span>
          {bet.payout !== null && <Figure value={bet.payout} decimals={shownDecimals(bet.currency)} />}
        </span>
      ),
    },
  ];
}
