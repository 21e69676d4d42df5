// Past rounds as a road: a column for each streak, arrows for up and down, and how the last ones went in figures.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { type BetDay, type Outcome, recentRounds, type TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { columnsOf, sumsOf } from './road-columns.ts';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

interface RoadProps {
  option: TradeOption;
  rows: number;
  columns: number;
  chosen: number | undefined;
  onChoose(tradeRoundId: number): void;
  hasSums?: boolean;
  today?: BetDay | undefined;
}

const marks = { UP: '↑', DOWN: '↓', TIE: '=', VOID: '×', EACH_BET: '•' } as const;

export function RoundRoad({ option, rows, columns, chosen, onChoose, hasSums = false, today }: RoadProps) {
  const t = useText(roundsTexts);
  const { data } = useCall(recentRounds, { query: { tradeOptionId: String(option.tradeOptionId) } });
  const outcomes = (data ?? []).filter(({ status }) => status !== 0).toReversed();
  const shown = columnsOf(outcomes, rows).slice(-columns);
  const sums = sumsOf(outcomes.slice(-60));
  const blank = Array.from({ length: Math.max(0, columns - shown.length) }, () => [] as Outcome[]);
  return (
    <div>
      <div className="grid gap-0.5 overflow-hidden" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {[...shown, ...blank].map((column, x) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column has no identity but its place
          <div key={x} className="flex flex-col gap-0.5">
            {Array.from({ length: rows }, (_, y) => (
              // oxlint-disable-next-line react/no-array-index-key -- nor has a cell
              <Cell key={y} outcome={column[y]} isChosen={column[y]?.tradeRoundId === chosen} onChoose={onChoose} />
            ))}
          </div>
        ))}
      </div>
      {hasSums && data !== undefined && (
        <p className="mt-3 flex flex-wrap gap-x-4 text-12 text-mute tabular-nums">
          <span>{t('bet.past.recent', { n: sums.all })}</span>
          {!option.isInRound && (
            <>
              <span>
                {t('side.UP')} <b className="text-rise">{sums.up}</b>
              </span>
              <span>
                {t('side.DOWN')} <b className="text-fall">{sums.down}</b>
              </span>
              <span>
                {t('bet.past.tie')} <b className="text-text">{sums.tie}</b>
              </span>
            </>
          )}
          {sums.void > 0 && (
            <span>
              {t('side.VOID')} <b className="text-text">{sums.void}</b>
            </span>
          )}
          {sums.run > 0 && <span>{t('bet.past.streak', { word: t(`side.${sums.runOf}`), n: sums.run })}</span>}
          {today && (
            <span className="ml-auto flex gap-4">
              <b className="font-semibold text-text">{t('bet.past.mineToday', { won: today.won, lost: today.lost })}</b>
              <span>
                {t('bet.past.profit')} <b className="font-semibold text-text">{pointMath(option).signed(today.profit)}</b>
              </span>
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function Cell({ outcome, isChosen, onChoose }: { outcome: Outcome | undefined; isChosen: boolean; onChoose(id: number): void }) {
  const t = useText(roundsTexts);
  if (outcome === undefined)
    return (
      <span className="flex h-5.5 max-tablet:h-5 items-center justify-center" aria-hidden="true">
        <i className="h-[3px] w-[3px] rounded-full bg-line" />
      </span>
    );
  const result = outcome.result === 'DRAWN' || outcome.result === null ? 'VOID' : outcome.result;
  const tone = result === 'UP' ? 'text-rise' : result === 'DOWN' ? 'text-fall' : 'text-sub';
  return (
    <button
      type="button"
      disabled={!outcome.hasEvidence}
      aria-label={t('bet.past.cell', { n: roundNumber(outcome), word: t(`side.${result}`) })}
      onClick={() => onChoose(outcome.tradeRoundId)}
      className={cx(
        'flex h-5.5 max-tablet:h-5 items-center justify-center rounded-4 text-12 font-bold',
        tone,
        isChosen && 'outline-2 -outline-offset-2 outline-text',
      )}
      style={{ background: 'color-mix(in srgb, currentColor 16%, transparent)' }}
    >
      {marks[result]}
    </button>
  );
}
