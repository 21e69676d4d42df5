// The member's TWAP orders below the chart: running ones with their progress, ended ones with what they came to, and the orders of each.
import { directionOf, figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { countdown, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { type Twap, twapHistory } from '@maru/futures/twap-contract.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { Instrument } from './instrument.ts';
import { OrderSide } from './order-side.tsx';
import { SlicesDialog } from './twap-slices.tsx';
import { stateOf } from './twap-state.ts';
import { stopEveryTwap, stopTwap, useTwaps } from './twap-store.ts';
import { twapPanelTexts } from './twap-panel-texts.ts';
import { runningTime } from './twap-words.ts';

const PAGE_SIZE = 20;

interface TwapPanelProps {
  instruments: ReadonlyMap<number, Instrument>;
  onlyId: number | undefined;
  isPhone: boolean;
}

export function TwapPanel({ instruments, onlyId, isPhone }: TwapPanelProps) {
  const t = useText(twapPanelTexts);
  const [which, setWhich] = useState<'running' | 'ended'>('running');
  const [opened, setOpened] = useState<Twap>();
  const running = useTwaps((s) => s.running);
  const shown = [...running.values()]
    .filter((twap) => onlyId === undefined || twap.futuresOptionId === onlyId)
    .toSorted((a, b) => b.id - a.id);
  const [isBusy, setBusy] = useState(false);
  const stopAll = async () => {
    setBusy(true);
    await stopEveryTwap(onlyId);
    setBusy(false);
  };
  return (
    <div>
      <div className={isPhone ? 'flex flex-col gap-2 px-4 py-2' : 'flex min-h-9 items-center gap-2 px-3'}>
        <Segment<typeof which>
          isFull={isPhone}
          {...(isPhone ? { className: '*:h-10' } : {})}
          label={t('twap.which')}
          value={which}
          onChange={setWhich}
          items={[
            { value: 'running', label: t('twap.running') },
            { value: 'ended', label: t('twap.ended') },
          ]}
        />
        {which === 'running' && shown.length > 0 && (
          <Button
            look={isPhone ? 'line' : 'quiet'}
            size={isPhone ? 40 : 24}
            className={isPhone ? 'w-full' : 'ml-auto text-13 text-text'}
            isBusy={isBusy}
            onClick={() => void stopAll()}
          >
            {t('twap.cancelAll')}
          </Button>
        )}
      </div>
      {which === 'running' ? (
        <Running {...{ twaps: shown, instruments, isPhone }} onOpen={setOpened} />
      ) : (
        <Ended {...{ instruments, onlyId, isPhone }} onOpen={setOpened} />
      )}
      {opened && <SlicesDialog twap={running.get(opened.id) ?? opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

interface ListProps {
  twaps: readonly Twap[];
  instruments: TwapPanelProps['instruments'];
  isPhone: boolean;
  onOpen(twap: Twap): void;
}

function Running(props: ListProps) {
  const t = useText(twapPanelTexts);
  const status = useTwaps((s) => s.status);
  useSeconds();
  if (status === 'loading') return <Skeletons />;
  if (status === 'failed') return <FailingState title={t('twap.failed')}>{t('twap.failedNext')}</FailingState>;
  if (props.twaps.length === 0)
    return (
      <EmptyState isLow title={t('twap.none')}>
        {t('twap.noneNext')}
      </EmptyState>
    );
  return props.isPhone ? <Cards {...props} /> : <Table {...props} />;
}

function Ended({ onlyId, ...props }: Omit<ListProps, 'twaps'> & { onlyId: number | undefined }) {
  const t = useText(twapPanelTexts);
  const { page, setPage, asOf } = usePaging(String(onlyId));
  const part = { page: String(page), size: String(PAGE_SIZE), ...(onlyId === undefined ? {} : { futuresOptionId: String(onlyId) }) };
  const list = useCall(twapHistory, { query: asOf<typeof part & { endDate?: string }>(part), keepsOld: true });
  const twaps = list.data?.content ?? [];
  if (list.isPending) return <Skeletons />;
  if (list.isError && twaps.length === 0)
    return <FailingState title={t('twap.failed')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
  if (twaps.length === 0)
    return (
      <EmptyState isLow title={t('twap.noneEnded')}>
        {t('twap.noneEndedNext')}
      </EmptyState>
    );
  return (
    <>
      {props.isPhone ? <Cards {...props} twaps={twaps} /> : <Table {...props} twaps={twaps} />}
      <Pager page={page} size={PAGE_SIZE} total={list.data?.totalElements ?? 0} onPage={setPage} />
    </>
  );
}

function Skeletons() {
  const t = useText(twapPanelTexts);
  return (
    <div className="px-3">
      <SkeletonRows rows={3} rowClass="h-9" label={t('twap.running')} />
    </div>
  );
}

/** Countdowns move. */
function useSeconds(): void {
  const [, setSecond] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSecond((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
}

const shareOf = (twap: Twap): number => Math.min(100, Math.floor((Number(twap.filledQuantity) / Number(twap.quantity)) * 100));

/** Filled of the whole, with a bar under it. */
function Progress({ twap }: { twap: Twap }) {
  const t = useText(twapPanelTexts);
  const percent = shareOf(twap);
  return (
    <span className="inline-block min-w-24">
      {figure(twap.filledQuantity)} / {figure(twap.quantity)}
      <progress
        value={percent}
        max={100}
        aria-label={t('twap.progressSay', { percent })}
        className="mt-0.5 block h-1 w-full appearance-none overflow-hidden rounded-4 bg-hover [&::-moz-progress-bar]:bg-text [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-text"
      />
    </span>
  );
}

const averageOf = (twap: Twap, instrument: Instrument | undefined): string =>
  Number(twap.averagePrice) === 0 ? '--' : figure(twap.averagePrice, { decimals: instrument?.units.tickDecimals ?? 2 });

/** Its time: what is left of it, or how long it was to run. */
const timeOf = (twap: Twap): string =>
  twap.status === 'RUNNING' ? countdown(Date.parse(twap.endsAt), serverNow()) : runningTime(twap.duration);

function Table({ twaps, instruments, onOpen }: ListProps) {
  const t = useText(twapPanelTexts);
  const isRunning = twaps[0]?.status === 'RUNNING';
  const heads: readonly [label: string, isRight: boolean][] = [
    [t('twap.slice.time'), false],
    [t('twap.side'), false],
    [t('twap.progress'), true],
    [t('twap.average'), true],
    [t('twap.limit'), true],
    [t('twap.orders'), true],
    [t(isRunning ? 'twap.left' : 'twap.took'), true],
    ...(isRunning ? [[t('twap.next'), true] as [string, boolean]] : [[t('twap.slice.pnl'), true] as [string, boolean]]),
    [t('twap.state'), false],
  ];
  return (
    <table className="w-full border-collapse text-12" data-testid="twaps">
      <thead>
        <tr className="text-11 text-mute">
          <th scope="col" className="sticky top-0 z-1 h-7 bg-surface px-3 text-left font-normal">
            {t('twap.symbol')}
          </th>
          {heads.map(([label, isRight]) => (
            <th
              key={label}
              scope="col"
              className={`sticky top-0 z-1 h-7 bg-surface px-2 font-normal whitespace-nowrap ${isRight ? 'text-right' : 'text-left'}`}
            >
              {label}
            </th>
          ))}
          <th scope="col" className="sticky top-0 right-0 z-2 h-7 bg-surface px-3">
            <span className="sr-only">{t('twap.slices')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {twaps.map((twap) => (
          <tr key={twap.id} className="h-11 border-b border-grid bg-surface last:border-0 hover:bg-hover">
            <th scope="row" className="px-3 text-left font-normal whitespace-nowrap">
              <span className="flex items-center gap-2">
                <CoinMark base={instruments.get(twap.futuresOptionId)?.option.base ?? pairOf(twap.symbol)} size={18} />
                <b className="text-13 font-semibold">{pairOf(twap.symbol)}</b>
              </span>
            </th>
            <td className="px-2 whitespace-nowrap text-mute">
              <TableTime at={twap.startedAt} />
            </td>
            <td className="px-2 whitespace-nowrap">
              <OrderSide order={twap} />
            </td>
            <td className="px-2 text-right whitespace-nowrap">
              <Progress twap={twap} />
            </td>
            <td className="px-2 text-right whitespace-nowrap">{averageOf(twap, instruments.get(twap.futuresOptionId))}</td>
            <td className="px-2 text-right whitespace-nowrap">{twap.limitPrice === null ? '--' : figure(twap.limitPrice)}</td>
            <td className="px-2 text-right whitespace-nowrap">{t('twap.count', { no: twap.sliceNo, slices: twap.slices })}</td>
            <td className="px-2 text-right whitespace-nowrap">{timeOf(twap)}</td>
            <td className="px-2 text-right whitespace-nowrap">{isRunning ? nextOf(twap) : <Pnl twap={twap} />}</td>
            <td className="max-w-64 px-2">{stateOf(twap)}</td>
            <td className="sticky right-0 bg-inherit px-3 text-right whitespace-nowrap">
              <Actions twap={twap} onOpen={onOpen} size={24} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A small quantity over a day has hours between its orders. */
const nextOf = ({ nextAt }: Twap): string => (nextAt === null ? '--' : countdown(Date.parse(nextAt), serverNow()).replace(/^00:/, ''));

function Pnl({ twap }: { twap: Twap }) {
  return <span className={directionClass(directionOf(twap.realizedPnl))}>{figure(twap.realizedPnl, { decimals: 2, sign: true })}</span>;
}

function Actions({ twap, onOpen, size }: { twap: Twap; onOpen(twap: Twap): void; size: 24 | 40 }) {
  const t = useText(twapPanelTexts);
  const isLeaving = useTwaps((s) => s.leaving.has(twap.id));
  return (
    <span className={size === 24 ? 'inline-flex gap-1' : 'mt-2 grid grid-cols-2 gap-2'}>
      <button type="button" className={buttonClass(size === 24 ? 'line' : 'soft', size)} onClick={() => onOpen(twap)}>
        {t('twap.slices')}
      </button>
      {twap.status === 'RUNNING' && (
        <Button look={size === 24 ? 'line' : 'soft'} size={size} isBusy={isLeaving} onClick={() => void stopTwap(twap.id)}>
          {t('twap.cancel')}
        </Button>
      )}
    </span>
  );
}

function Cards({ twaps, instruments, onOpen }: ListProps) {
  const t = useText(twapPanelTexts);
  return (
    <ul className="divide-y divide-line" data-testid="twaps">
      {twaps.map((twap) => {
        const instrument = instruments.get(twap.futuresOptionId);
        const isRunning = twap.status === 'RUNNING';
        const rows: readonly [string, ReactNode][] = [
          [t('twap.progress'), <Progress key="progress" twap={twap} />],
          [t('twap.average'), averageOf(twap, instrument)],
          ...(twap.limitPrice === null ? [] : [[t('twap.limit'), figure(twap.limitPrice)] as [string, ReactNode]]),
          [t(isRunning ? 'twap.left' : 'twap.took'), timeOf(twap)],
          isRunning ? [t('twap.next'), nextOf(twap)] : [t('twap.slice.pnl'), <Pnl key="pnl" twap={twap} />],
          [t('twap.state'), stateOf(twap)],
        ];
        return (
          <li key={twap.id} className="px-4 py-3">
            <p className="flex items-center gap-2 text-13">
              <CoinMark base={instrument?.option.base ?? pairOf(twap.symbol)} size={18} />
              <b className="text-14 font-bold">{pairOf(twap.symbol)}</b>
              <OrderSide order={twap} />
              <TableTime at={twap.startedAt} className="ml-auto text-12 text-mute" />
            </p>
            <dl className="mt-1.5 grid gap-1 text-13">
              {rows.map(([label, value]) => (
                <div key={label} className="flex justify-between gap-3">
                  <dt className="shrink-0 text-mute">{label}</dt>
                  <dd className="text-right font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
            <Actions twap={twap} onOpen={onOpen} size={40} />
          </li>
        );
      })}
    </ul>
  );
}
