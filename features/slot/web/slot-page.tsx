// /slot: the reels and what they pay, a stake and a spin; beside them one's spins and the fairness drawer.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Failure } from '@maru/kit/web/failure.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { listSlots, listSpins, type SlotGameShown, type SlotSpin } from '../contract.ts';
import { CHECKED_SPINS, FairnessDrawer } from './fairness-drawer.tsx';
import { SlotBoard } from './slot-board.tsx';
import { SpinList } from './spin-list.tsx';
import { slotTexts } from './slot-texts.ts';
import { useSpin } from './use-spin.ts';

const STILL = [0, 0, 0];

export function SlotPage() {
  const t = useText(slotTexts);
  const { data, error, isFetching, refetch: retry } = useCall(listSlots);
  if (data !== undefined) return <SlotRoom game={data[0]} />;
  if (error instanceof Failure && error.code === 'PRODUCT_OFF') return <EmptyState title={t('slot.off')}>{t('slot.off.words')}</EmptyState>;
  if (error)
    return (
      <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
        {t('slot.failed.words')}
      </FailingState>
    );
  return <PlankRows rows={6} rowClass="h-16" label={t('slot.loading')} />;
}

function SlotRoom({ game }: { game: SlotGameShown }) {
  const t = useText(slotTexts);
  const words = useWords();
  const { last, error, isTurning, spin } = useSpin(game.slotId);
  const [isFairOpen, setFairOpen] = useState(false);
  return (
    <div className="grid min-h-[calc(100dvh-57px)] floor:grid-cols-[minmax(0,1fr)_360px]">
      <section className="min-w-0 border-line px-4 py-6 max-floor:border-b floor:border-r floor:px-8">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1 className="text-24 font-bold tracking-[-0.02em]">{words(game.name)}</h1>
            <p className="mt-1 text-14 text-sub">{t('slot.lead')}</p>
          </div>
          <Button look="line" size={36} icon={<ShieldCheck size={16} />} onClick={() => setFairOpen(true)}>
            {t('slot.fair')}
          </Button>
        </div>
        <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-13 font-semibold">
          <span>{t('slot.return', { percent: game.returnPercent })}</span>
          <span className="text-sub">{t('slot.hit', { percent: game.hitPercent })}</span>
          <span className="text-sub">{t('slot.most', { times: game.mostPays })}</span>
        </p>
        <div className="mt-4 max-w-[560px]">
          <SlotBoard game={game} stops={last?.stops ?? STILL} isTurning={isTurning} />
          <Outcome last={last} unit={game.currency} isTurning={isTurning} />
          <SpinForm game={game} error={error} isTurning={isTurning} onSpin={spin} />
        </div>
        <PayTable game={game} />
      </section>
      <section aria-labelledby="slot-history" className="min-w-0 px-4 py-6">
        <h2 id="slot-history" className="mb-2 text-16 font-bold">
          {t('slot.history')}
        </h2>
        <MySpins game={game} last={last} />
      </section>
      {isFairOpen && <FairnessDrawer decimals={game.pointPrecision} onClose={() => setFairOpen(false)} />}
    </div>
  );
}

function Outcome({ last, unit, isTurning }: { last: SlotSpin | undefined; unit: string; isTurning: boolean }) {
  const t = useText(slotTexts);
  const words = () => {
    if (isTurning) return '';
    if (last === undefined) return t('slot.ready');
    return Number(last.payout) > 0 ? t('slot.won', { payout: figure(last.payout, { decimals: 2 }), unit }) : t('slot.lost');
  };
  return <output className="block h-10 content-center text-center text-15 font-semibold">{words()}</output>;
}

function SpinForm({
  game,
  error,
  isTurning,
  onSpin,
}: {
  game: SlotGameShown;
  error: string | undefined;
  isTurning: boolean;
  onSpin(point: string): Promise<void>;
}) {
  const t = useText(slotTexts);
  const { data: wallets } = useCall(myWallets);
  const [point, setPoint] = useState('1');
  const unit = game.currency;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (point !== '' && !isTurning) void onSpin(point);
      }}
    >
      <NumberField
        label={t('slot.stake')}
        note={t('slot.least', { min: figure(game.minPoint), max: figure(game.maxPoint) })}
        value={point}
        onChange={setPoint}
        rules={{ decimals: Math.min(2, game.pointPrecision), max: game.maxPoint }}
        step={game.minPoint}
        unit={unit}
        error={error}
      />
      <p className="mb-3 flex justify-between text-13 text-sub">
        <span>{t('slot.available')}</span>
        <Amount value={wallets?.BINARY?.point ?? '0'} decimals={2} unit={unit} className="font-semibold text-text" />
      </p>
      <Button type="submit" look="ink" size={48} className="w-full" isBusy={isTurning} disabled={point === ''}>
        {point === '' ? t('slot.spin.none') : `${t('slot.spin')} · ${t('slot.spin.with', { point: figure(point), unit })}`}
      </Button>
    </form>
  );
}

function PayTable({ game }: { game: SlotGameShown }) {
  const t = useText(slotTexts);
  const words = useWords();
  return (
    <section aria-labelledby="slot-pays" className="mt-8 max-w-[560px]">
      <h2 id="slot-pays" className="text-16 font-bold">
        {t('slot.pays')}
      </h2>
      <p className="mt-1 text-13 text-sub">{t('slot.pays.words')}</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-6">
        {game.symbols.map((symbol) => (
          <li key={symbol.code} className="flex h-9 items-center justify-between border-b border-line text-14">
            <span>{words(symbol.name)}</span>
            <span className="font-semibold">{t('slot.times', { times: symbol.pays })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MySpins({ game, last }: { game: SlotGameShown; last: SlotSpin | undefined }) {
  const t = useText(slotTexts);
  const { data, error, isFetching, refetch: retry } = useCall(listSpins, { query: { size: CHECKED_SPINS }, keepsOld: true });
  if (data === undefined) {
    if (error)
      return (
        <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} isLow>
          {t('slot.failed.words')}
        </FailingState>
      );
    return <PlankRows rows={4} rowClass="h-12" label={t('slot.loading')} />;
  }
  // The list may be a moment behind the spin that was just answered.
  const isBehind = last !== undefined && !data.content.some(({ spinId }) => spinId === last.spinId);
  const spins = isBehind ? [last, ...data.content] : data.content;
  if (spins.length === 0)
    return (
      <EmptyState title={t('slot.history.none')} isLow>
        {t('slot.history.none.words')}
      </EmptyState>
    );
  return <SpinList spins={spins} unit={game.currency} decimals={game.pointPrecision} />;
}
