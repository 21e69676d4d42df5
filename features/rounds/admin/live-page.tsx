// Rounds of the moment: every game with what members staked on its running and betting rounds, against the caps, and the house's worst case.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, KeyFigures } from '@maru/kit/web/desk/page.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { serverNow, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { type DeskOption, listDeskOptions } from '../admin-contract.ts';
import { type LiveGame, type LiveRound, readLiveRounds } from '../desk-contract.ts';
import type { RoundPhase } from '../shapes.ts';
import { roundNumber } from '../web/round-board.ts';
import { CapRulers } from './cap-rulers.tsx';
import { useGameName } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { deskRoundsTexts } from './rounds-texts.ts';
import { RoundsTabs } from './rounds-tabs.tsx';

/** Asked again so often, by the page itself. */
const ASK_MS = 2_000;

interface Row {
  game: LiveGame;
  live: LiveRound;
  /** The first of its game's rows names the game. */
  isFirst: boolean;
  currency: string;
}

export function LivePage() {
  const t = useText(deskRoundsTexts);
  const g = useText(gamesTexts);
  const [pausing, setPausing] = useState<DeskOption>();
  const live = useCall(readLiveRounds, { everyMs: ASK_MS });
  const mayPause = useCan('rounds.pause');
  const games = useCall(listDeskOptions, { isOn: mayPause });
  const pause = (tradeOptionId: number) => setPausing(games.data?.options.find((each) => each.tradeOptionId === tradeOptionId));
  const columns = useColumns(mayPause ? pause : undefined);
  const { data } = live;
  const rows = useMemo(() => data?.games.toSorted(byBets).flatMap((game) => rowsOf(game, data.currency)) ?? [], [data]);
  return (
    <DeskPage title={g('rd.title')} line={g('rd.rule')}>
      <RoundsTabs view="live" />
      <Loaded query={live} title={t('rv.failed')} words={t('rv.failed.words')} rows={12}>
        {({ open, escrow, house, currency, games: shown }) => (
          <>
            <KeyFigures
              items={[
                { label: t('rv.open'), value: String(open.rounds) },
                { label: t('rv.bets'), value: <Figure value={String(open.bets)} /> },
                {
                  label: t('rv.staked'),
                  value: <Figure value={open.staked} decimals={shownDecimals(currency)} isDimmed={false} />,
                  unit: currency,
                },
                { label: t('rv.worst'), value: <Loss value={open.worst} currency={currency} />, unit: currency },
                {
                  label: t('rv.escrow'),
                  value: <Figure value={escrow} decimals={shownDecimals(currency)} isDimmed={false} />,
                  unit: currency,
                },
                { label: t('rv.house'), value: <Loss value={house} currency={currency} />, unit: currency },
              ]}
            />
            {shown.length === 0 ? (
              <EmptyState title={t('rv.none')}>{t('rv.none.words')}</EmptyState>
            ) : (
              <DataTable
                label={g('rd.tab.live')}
                isTall
                columns={columns}
                rows={rows}
                keyOf={({ live: { round } }) => round.tradeRoundId}
              />
            )}
            <p className="px-4 py-3 text-12 text-mute laptop:px-6">{t('rv.pause.words')}</p>
          </>
        )}
      </Loaded>
      {pausing && <PauseDialog game={pausing} onClose={() => setPausing(undefined)} />}
    </DeskPage>
  );
}

/** Games with money at stake come first, each in its place otherwise. */
const isPlayed = ({ rounds }: LiveGame) => rounds.some(({ bets }) => bets > 0);
const byBets = (a: LiveGame, b: LiveGame) => Number(isPlayed(b)) - Number(isPlayed(a));

const isLeftOut = ({ phase }: Row['live']['round']) => phase === 'CLOSED' || phase === 'HOLIDAY';
/** Rounds that hours or holidays leave out are one row. */
const rowsOf = (game: LiveGame, currency: string): Row[] =>
  game.rounds
    .filter(({ round }, at) => !isLeftOut(round) || at === game.rounds.length - 1)
    .map((live, at) => ({ game, live, isFirst: at === 0, currency }));

/** A loss is red whatever colours rise and fall have. */
function Loss({ value, currency }: { value: string; currency: string }) {
  const tone = directionOf(value) < 0 ? 'text-danger' : '';
  return <Figure value={value} decimals={shownDecimals(currency)} sign isDimmed={false} className={tone} />;
}

const phaseTones: Readonly<Record<RoundPhase, Tone>> = {
  CLOSED: 'plain',
  HOLIDAY: 'plain',
  WAITING: 'plain',
  BETTING: 'good',
  LOCKED: 'plain',
  RUNNING: 'brand',
  SETTLING: 'warn',
  SETTLED: 'plain',
  VOID: 'plain',
};

function useColumns(pause: ((tradeOptionId: number) => void) | undefined): DeskColumn<Row>[] {
  const t = useText(deskRoundsTexts);
  const g = useText(gamesTexts);
  const nameOf = useGameName();
  return [
    {
      key: 'game',
      head: t('rv.game'),
      width: '150px',
      cell: ({ game, isFirst }) => (isFirst ? <b className="font-semibold whitespace-nowrap">{nameOf(game)}</b> : null),
    },
    { key: 'round', head: t('rv.round'), width: '220px', cell: (row) => <RoundCell {...row} /> },
    { key: 'bets', head: t('rv.bets'), cell: ({ game, live, currency }) => <CapRulers game={game} live={live} currency={currency} /> },
    {
      key: 'staked',
      head: t('rv.staked'),
      isFigure: true,
      width: '120px',
      cell: ({ live, currency }) =>
        live.bets === 0 ? <span className="text-mute">–</span> : <Figure value={live.staked} decimals={shownDecimals(currency)} />,
    },
    {
      key: 'worst',
      head: t('rv.worst'),
      isFigure: true,
      width: '120px',
      cell: ({ live, currency }) =>
        live.bets === 0 ? <span className="text-mute">–</span> : <Loss value={live.worst} currency={currency} />,
    },
    {
      key: 'do',
      head: '',
      isAtHand: true,
      isFigure: true,
      width: '90px',
      cell: ({ game, isFirst }) =>
        isFirst &&
        pause && (
          <button type="button" className="touch text-12 font-semibold hover:text-brand" onClick={() => pause(game.tradeOptionId)}>
            {g(game.isPlay ? 'rd.pause' : 'rd.resume')}
          </button>
        ),
    },
  ];
}

function RoundCell({ game, live: { round, bets } }: Row) {
  const t = useText(deskRoundsTexts);
  const g = useText(gamesTexts);
  const number = t('rv.number', { n: roundNumber(round) });
  if (round.phase === 'CLOSED' || round.phase === 'HOLIDAY')
    return (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Badge tone={phaseTones.CLOSED}>{t(`rv.phase.${round.phase}`)}</Badge>
        {game.opensAt !== null && <span className="text-12 text-mute">{g('rd.opens', { at: tableMoment(game.opensAt, false) })}</span>}
      </span>
    );
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {bets > 0 ? (
        <Link to="/rounds/past" search={{ open: round.tradeRoundId } as never} className="font-medium hover:text-brand hover:underline">
          {number}
        </Link>
      ) : (
        <span className="text-sub">{number}</span>
      )}
      <Badge tone={phaseTones[round.phase]}>{t(`rv.phase.${round.phase}`)}</Badge>
      {game.isPlay ? <Left round={round} /> : <span className="text-12 text-warn">{t('rv.paused')}</span>}
    </span>
  );
}

/** `4:26` */
function minutesOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Time to the cut-off or the end, once a second. */
function Left({ round }: { round: LiveRound['round'] }) {
  const t = useText(deskRoundsTexts);
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const isBetting = round.phase === 'BETTING';
  const until = Date.parse(isBetting ? round.betCloseAt : round.endAt);
  if (round.phase === 'SETTLING' || round.phase === 'WAITING' || until < nowMs) return null;
  return (
    <span className="text-12 whitespace-nowrap text-mute">
      {t(isBetting ? 'rv.left.close' : 'rv.left.end', { left: minutesOf(until - nowMs) })}
    </span>
  );
}
