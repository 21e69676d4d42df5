// /slot: the site's slot games, each with its symbols, its published return and its limits, and the way in.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { listSlots, type SlotGameShown } from '../contract.ts';
import { ProviderGames } from './provider-games.tsx';
import { slotTexts } from './slot-texts.ts';
import { stakeMath } from './stake-math.ts';
import { SymbolArt, SymbolSheet } from './symbol-art.tsx';

export function SlotListPage() {
  const t = useText(slotTexts);
  const { data, error, isFetching, refetch: retry } = useCall(listSlots);
  const body = () => {
    if (data !== undefined && data.length === 0) return <EmptyState title={t('slot.list.none')}>{t('slot.list.none.words')}</EmptyState>;
    if (data !== undefined)
      return (
        <ul className="grid gap-4 laptop:grid-cols-2">
          {data.map((game) => (
            <GameCard key={game.slotId} game={game} isAlone={data.length === 1} />
          ))}
        </ul>
      );
    if (error instanceof Failure && error.code === 'PRODUCT_OFF')
      return (
        <EmptyState
          title={t('slot.off')}
          actions={
            <OwnLink href="/slot/1" className={buttonClass('line', 40)}>
              {t('slot.history')}
            </OwnLink>
          }
        >
          {t('slot.off.words')}
        </EmptyState>
      );
    if (error)
      return (
        <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
          {t('slot.failed.words')}
        </FailingState>
      );
    return <SkeletonBlock className="h-60 w-full" />;
  };
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 laptop:px-8" data-testid="slots">
      <SymbolSheet />
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('slot.title')}</h1>
      <p className="mt-1 mb-5 text-14 text-sub">{t('slot.lead')}</p>
      {body()}
      <ProviderGames />
    </div>
  );
}

/** `isAlone`: it takes the row, its symbols beside its facts. */
function GameCard({ game, isAlone }: { game: SlotGameShown; isAlone: boolean }) {
  const t = useText(slotTexts);
  const words = useWords();
  const math = stakeMath(game);
  const facts = [
    [t('slot.fact.return'), `${game.returnPercent}%`],
    [t('slot.fact.hit'), `${figure(game.hitPercent, { decimals: 2 })}%`],
    [t('slot.fact.most'), t('slot.times', { times: game.mostPays })],
    [t('slot.fact.stake'), `${math.shown(game.minPoint)} ~ ${math.shown(game.maxPoint)} ${game.currency}`],
  ];
  return (
    <li
      className={cx(
        'overflow-hidden rounded-12 border border-line bg-surface',
        isAlone && 'laptop:col-span-2 laptop:grid laptop:grid-cols-2',
      )}
      data-testid="game"
    >
      <div
        aria-hidden="true"
        className={cx('flex items-center justify-center gap-1.5 bg-wood-1 p-4', isAlone && 'laptop:gap-2 laptop:p-6')}
      >
        {game.symbols.map(({ code }) => (
          <span
            key={code}
            className="grid aspect-square max-w-16 min-w-0 flex-1 place-items-center rounded-6 border-2 border-[#d8cbb0] bg-[#fbf7ec]"
          >
            <SymbolArt code={code} className="size-[74%]" />
          </span>
        ))}
      </div>
      <div className={cx('p-4', isAlone && 'laptop:p-6')}>
        <h2 className="text-18 font-bold">{words(game.name)}</h2>
        <dl className="mt-2 grid gap-x-6 text-13 tablet:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-2 border-b border-grid py-2">
              <dt className="text-mute">{name}</dt>
              <dd className="font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <OwnLink href={`/slot/${game.slotId}`} className={buttonClass('ink', 48, 'mt-4 w-full')}>
          {t('slot.play')}
        </OwnLink>
      </div>
    </li>
  );
}
