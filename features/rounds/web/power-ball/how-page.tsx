// The tab that says how it is drawn: five steps, how anyone checks it, seals of what comes, and every market with its exact count of outcomes.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { CopyIcon } from 'lucide-react';
import type { TradeOption } from '../../contract.ts';
import { powerBallSeals } from '../../power-ball-contract.ts';
import { roundNumber } from '../round-board.ts';
import { howTexts } from './how-texts.ts';
import { MarketTable } from './market-table.tsx';
import { powerBallTexts } from './power-ball-texts.ts';

const steps = [1, 2, 3, 4, 5] as const;

export function HowPage({ option }: { option: TradeOption }) {
  const t = useText(howTexts);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-col gap-1" data-testid="how">
      <section className="rounded-8 bg-surface p-4 tablet:p-6">
        <h2 className="text-18 font-bold">{t('how.title')}</h2>
        <p className="mt-1 max-w-[760px] text-14 text-sub">{t('how.lead')}</p>
        <ol className="mt-5 grid gap-4 tablet:grid-cols-5">
          {steps.map((n) => (
            <li key={n} className="border-t-2 border-text pt-2">
              <b className="block text-14 font-bold">
                {n}. {t(`how.${n}`)}
              </b>
              <p className="mt-1 text-13 text-sub">{t(`how.${n}.words`, { s: option.cutoffSeconds })}</p>
            </li>
          ))}
        </ol>
      </section>
      <div className="grid gap-1 laptop:grid-cols-2">
        <Seals option={option} />
        <section className="rounded-8 bg-surface p-4 tablet:p-6">
          <h2 className="text-16 font-bold">{t('how.verify')}</h2>
          <ol className="mt-2 list-decimal space-y-2 pl-5 text-13 text-sub">
            {([1, 2, 3] as const).map((n) => (
              <li key={n}>{t(`how.verify.${n}`)}</li>
            ))}
          </ol>
          <p className="mt-3 text-13 text-sub">{t('how.verify.tool')}</p>
        </section>
      </div>
      <MarketTable option={option} />
    </div>
  );
}

function Seals({ option }: { option: TradeOption }) {
  const t = useText(howTexts);
  const { data, error, isFetching, refetch } = useCall(powerBallSeals, {
    query: { tradeOptionId: String(option.tradeOptionId) },
    everyMs: 30_000,
  });
  return (
    <section className="min-w-0 rounded-8 bg-surface p-4 tablet:p-6" data-testid="seals">
      <h2 className="text-16 font-bold">{t('how.seals')}</h2>
      {data === undefined && error !== null ? (
        <FailingState title={t('how.seals.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} isLow />
      ) : data === undefined ? (
        <SkeletonRows rows={6} rowClass="h-9" label={t('how.seals')} hasMark={false} />
      ) : (
        <>
          <ul className="mt-2">
            {data.rounds.map((round) => (
              <SealRow key={round.tradeRoundId} {...round} />
            ))}
          </ul>
          <h3 className="mt-4 text-13 font-bold">{t('how.days')}</h3>
          <p className="text-12 text-mute">{t('how.days.words')}</p>
          <ul className="mt-1 text-12">
            {data.days.map(({ date, seal }) => (
              <li key={date} className="flex gap-3 py-1">
                <span className="shrink-0 tabular-nums">{date}</span>
                <span className="min-w-0 break-all text-mute">{seal}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function SealRow({ startAt, endAt, seal }: { startAt: string; endAt: string; seal: string }) {
  const t = useText(howTexts);
  const p = useText(powerBallTexts);
  useLanguage();
  const n = roundNumber({ startAt, endAt });
  return (
    <li className="flex h-9 items-center gap-3 border-b border-grid text-12 tabular-nums">
      <b className="w-16 shrink-0 font-semibold whitespace-nowrap">{p('pb.number', { n })}</b>
      <span className="w-16 shrink-0 text-mute">{moment(endAt, 'time')}</span>
      <span className="min-w-0 flex-1 truncate">{seal}</span>
      <IconButton label={t('how.copy', { n })} onClick={() => void copyText(seal, { title: t('how.copied') })}>
        <CopyIcon size={15} />
      </IconButton>
    </li>
  );
}
