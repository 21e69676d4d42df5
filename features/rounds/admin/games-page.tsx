// The games of a site on the desk: every option with its terms, whether it takes bets, and from which round a change holds.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { SplitView } from '@maru/kit/web/desk/detail-side.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type DeskOption, listDeskOptions, setRoundAlarm, setRoundPractice } from '../admin-contract.ts';
import { familyOf } from '../round-codes.ts';
import { AddGame } from './add-game.tsx';
import { GameSide } from './game-side.tsx';
import { type GamesText, useGameName } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { RoundsTabs } from './rounds-tabs.tsx';

/** While the server takes a change, and else. */
const SOON_MS = 1_500;
const SELDOM_MS = 15_000;

export function GamesPage() {
  const t = useText(gamesTexts);
  const [{ open }, show] = useUrlState({ open: 0 });
  const [everyMs, setEvery] = useState(SELDOM_MS);
  const [pausing, setPausing] = useState<DeskOption>();
  const [isAdding, setAdding] = useState(false);
  const list = useCall(listDeskOptions, { everyMs });
  const { data } = list;
  const isMoving = data?.options.some(({ termState }) => termState === 'WAITING' || termState === 'COMING') === true;
  if (everyMs !== (isMoving ? SOON_MS : SELDOM_MS)) setEvery(isMoving ? SOON_MS : SELDOM_MS);
  const columns = useColumns(setPausing);
  const chosen = data?.options.find(({ tradeOptionId }) => tradeOptionId === open);
  return (
    <DeskPage
      title={t('rd.title')}
      note={data && t('rd.games.count', { count: data.options.length, open: data.options.filter(({ state }) => state === 'OPEN').length })}
      line={t('rd.rule')}
      actions={
        <IfCan right="rounds.write">
          {data && (
            <>
              <SiteSwitch
                of="alarm"
                isOn={data.hasEndAlarm}
                change={(hasEndAlarm, reason) => call(setRoundAlarm, { body: { hasEndAlarm, reason } })}
              />
              <SiteSwitch
                of="practice"
                isOn={data.hasPractice}
                change={(hasPractice, reason) => call(setRoundPractice, { body: { hasPractice, reason } })}
              />
            </>
          )}
          <Button size={32} icon={<Plus size={14} />} disabled={data === undefined} onClick={() => setAdding(true)}>
            {t('rd.games.add')}
          </Button>
        </IfCan>
      }
    >
      <RoundsTabs view="games" />
      <SplitView
        sidePx={440}
        list={
          <Loaded query={list} title={t('rd.games.failed')} rows={12}>
            {({ options }) =>
              options.length === 0 ? (
                <EmptyState title={t('rd.games.empty')}>{t('rd.games.empty.words')}</EmptyState>
              ) : (
                <DataTable
                  label={t('rd.games.list')}
                  columns={columns}
                  rows={options}
                  keyOf={({ tradeOptionId }) => tradeOptionId}
                  openKey={open}
                  onOpen={({ tradeOptionId }) => show({ open: tradeOptionId })}
                />
              )
            }
          </Loaded>
        }
        side={
          chosen &&
          data && (
            <GameSide key={`${chosen.tradeOptionId} ${chosen.print}`} game={chosen} {...pointsOf(data)} onClose={() => show({ open: 0 })} />
          )
        }
      />
      {pausing && <PauseDialog game={pausing} onClose={() => setPausing(undefined)} />}
      {isAdding && data && <AddGame games={data.options} stocks={data.stocks} {...pointsOf(data)} onClose={() => setAdding(false)} />}
    </DeskPage>
  );
}

const pointsOf = ({ currency, pointPrecision }: { currency: string; pointPrecision: number }) => ({ currency, pointPrecision });

/** A switch for all games of the site, asked for with a reason. */
function SiteSwitch({
  of,
  isOn,
  change,
}: {
  of: 'alarm' | 'practice';
  isOn: boolean;
  change(isOn: boolean, reason: string): Promise<unknown>;
}) {
  const t = useText(gamesTexts);
  const [isAsking, setAsking] = useState(false);
  const act = t(isOn ? `rd.${of}.off` : `rd.${of}.on`);
  return (
    <span className="flex items-center gap-2 text-13">
      {t(`rd.${of}`)}
      <Switch label={t(`rd.${of}`)} isOn={isOn} onChange={() => setAsking(true)} />
      {isAsking && (
        <ReasonDialog
          title={act}
          description={t(`rd.${of}.words`)}
          confirm={act}
          onConfirm={async (reason) => {
            await change(!isOn, reason);
            void refetch(listDeskOptions);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}

const tones: Readonly<Record<DeskOption['state'], Tone>> = { OPEN: 'good', PAUSED: 'plain', CLOSED: 'plain', HALTED: 'warn' };

function useColumns(pause: (game: DeskOption) => void): DeskColumn<DeskOption>[] {
  const t = useText(gamesTexts);
  const nameOf = useGameName();
  const mayPause = useCan('rounds.pause');
  return useMemo(
    () => [
      { key: 'code', head: t('rd.col.code'), width: '64px', cell: ({ code }) => <span className="text-mute">{code}</span> },
      {
        key: 'game',
        namesRow: true,
        head: t('rd.col.game'),
        cell: (game) => <b className="font-semibold whitespace-nowrap">{nameOf(game)}</b>,
      },
      { key: 'odds', head: t('rd.col.odds'), isFigure: true, cell: (game) => oddsWords(t, game) },
      {
        key: 'stake',
        head: t('rd.col.stake'),
        isFigure: true,
        cell: ({ terms }) => `${figure(terms.minPoint)} ~ ${figure(terms.maxPoint)}`,
      },
      { key: 'member', head: t('rd.col.member'), isFigure: true, cell: ({ terms }) => figure(terms.maxRoundPoint) },
      { key: 'side', head: t('rd.col.side'), isFigure: true, cell: ({ terms }) => figure(terms.maxSidePoint) },
      { key: 'cutoff', head: t('rd.col.cutoff'), isFigure: true, cell: ({ terms }) => t('rd.seconds', { n: terms.cutoffSeconds }) },
      { key: 'extras', head: t('rd.col.extras'), cell: ({ terms }) => <Extras terms={terms} /> },
      { key: 'state', head: t('rd.col.state'), cell: (game) => <StateCell game={game} /> },
      {
        key: 'do',
        head: '',
        isAtHand: true,
        isFigure: true,
        cell: (game) =>
          mayPause && (
            <button type="button" className="touch text-12 font-semibold hover:text-brand" onClick={() => pause(game)}>
              {t(game.terms.isPlay ? 'rd.pause' : 'rd.resume')}
            </button>
          ),
      },
    ],
    [t, nameOf, mayPause, pause],
  );
}

function oddsWords(t: GamesText, { code, terms: { odds } }: DeskOption): string {
  if (familyOf(code) !== 'P') return odds['UP'] === odds['DOWN'] ? odds['UP'] : `${odds['UP']} / ${odds['DOWN']}`;
  return t('rd.markets', { count: Object.values(odds).filter((each) => each !== '0').length });
}

function Extras({ terms }: { terms: DeskOption['terms'] }) {
  const t = useText(gamesTexts);
  if (!terms.isInRound && !terms.isEarlySale) return <span className="text-mute">–</span>;
  return (
    <span className="flex gap-1">
      {terms.isInRound && <Badge>{t('rd.inRound')}</Badge>}
      {terms.isEarlySale && <Badge>{t('rd.earlySale')}</Badge>}
    </span>
  );
}

function StateCell({ game: { state, opensAt, isListed, termState, holdsFrom } }: { game: DeskOption }) {
  const t = useText(gamesTexts);
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone={isListed ? tones[state] : 'plain'}>{t(isListed ? `rd.state.${state}` : 'rd.state.unlisted')}</Badge>
      {isListed && opensAt !== null && <span className="text-12 text-mute">{t('rd.opens', { at: tableMoment(opensAt, false) })}</span>}
      {termState === 'WAITING' && <Badge tone="brand">{t('rd.term.WAITING')}</Badge>}
      {termState === 'COMING' && holdsFrom && (
        <Badge tone="brand">{t('rd.term.COMING', { at: moment(holdsFrom.betOpenAt, 'time') })}</Badge>
      )}
    </span>
  );
}
