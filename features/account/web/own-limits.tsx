// The limits that a member sets for itself, each with how much of it is used, and the way to stop altogether.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { OctagonX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { gameLimitKinds, getOwnLimits, type LimitKind, type OwnLimit } from '../limits-contract.ts';
import { choicesTexts } from './choices-texts.ts';
import { useLimitWords } from './limit-words.ts';

const LimitDialog = lazyArea(() => import('./limit-dialogs.tsx').then((m) => m.LimitDialog));
const ExcludeDialog = lazyArea(() => import('./limit-dialogs.tsx').then((m) => m.ExcludeDialog));

const isLoss = (kind: LimitKind) => kind === 'LOSS' || kind === 'GAME_LOSS';

/** Between 0 and 1. */
function partUsed({ kind, limit, used }: OwnLimit): number {
  if (limit === null || used === null) return 0;
  const spent = isLoss(kind) ? -Number(used) : Number(used);
  return Math.min(1, Math.max(0, spent / Number(limit)));
}

const isOfGames = ({ kind }: OwnLimit) => gameLimitKinds.some((each) => each === kind);
const doOthersWait = (own: OwnLimit, all: readonly OwnLimit[] = []) =>
  isOfGames(own) && all.some((each) => each.kind !== own.kind && isOfGames(each) && each.next !== null);

function LimitRow({ limit, onChange }: { limit: OwnLimit; onChange(): void }) {
  const t = useText(choicesTexts);
  const words = useLimitWords();
  const part = partUsed(limit);
  return (
    <li className="py-3">
      <div className="flex items-center gap-2">
        <span className="flex-1 text-14">{t(`limits.${limit.kind}`)}</span>
        <span className="text-14 font-semibold tabular-nums">
          {limit.limit === null ? (
            <span className="font-normal text-mute">{t('limits.none')}</span>
          ) : (
            `${isLoss(limit.kind) ? '−' : ''}${words.amount(limit.currency, limit.limit)}`
          )}
        </span>
        <Button look="quiet" size={32} className="-mr-3" onClick={onChange}>
          {t(limit.limit === null ? 'limits.set' : 'limits.change')}
        </Button>
      </div>
      {limit.limit !== null && (
        <div aria-hidden="true" className="mt-1 h-1 rounded-2 bg-line">
          <div className={`h-full rounded-2 ${part >= 1 ? 'bg-warn' : 'bg-text'}`} style={{ width: `${part * 100}%` }} />
        </div>
      )}
      <p className="mt-1.5 text-12 text-mute">
        {words.used(limit)}
        {limit.next !== null && (
          <span className="ml-2 text-sub">
            {limit.next.limit === null
              ? t('limits.next.none', { time: moment(limit.next.at, 'said') })
              : t('limits.next', { time: moment(limit.next.at, 'said'), value: words.amount(limit.currency, limit.next.limit) })}
          </span>
        )}
      </p>
    </li>
  );
}

function Exclude() {
  const t = useText(choicesTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-3 flex items-center gap-4 border-t border-line pt-5">
      <div className="min-w-0 flex-1">
        <h3 className="text-14 font-semibold">{t('exclude.title')}</h3>
        <p className="mt-0.5 text-13 text-mute">{t('exclude.words')}</p>
      </div>
      <Button icon={<OctagonX size={16} />} onClick={() => setOpen(true)}>
        {t('exclude.open')}
      </Button>
      {isOpen && <ExcludeDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

export function OwnLimits() {
  const t = useText(choicesTexts);
  const { data, error, isFetching, refetch } = useCall(getOwnLimits, { everyMs: 60_000 });
  const [changing, setChanging] = useState<LimitKind>();
  const open = data?.content.find(({ kind }) => kind === changing);
  const section = useRef<HTMLElement>(null);
  const isLoaded = data !== undefined;
  // Pages of games link here; the browser looked before there was anything to look at.
  useEffect(() => {
    if (isLoaded && location.hash === '#limits') section.current?.scrollIntoView();
  }, [isLoaded]);
  return (
    <section ref={section} aria-labelledby="limits" className="scroll-mt-14 border-t border-line px-4 py-6 laptop:px-6">
      <h2 id="limits" className="text-16 font-bold">
        {t('limits.title')}
      </h2>
      <p className="mt-0.5 text-13 text-mute">{t('limits.words')}</p>
      {data === undefined && error === null && <SkeletonRows rows={3} label={t('limits.loading')} />}
      {data === undefined && error !== null && (
        <FailingState isLow title={t('limits.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.lossStopUntil != null && (
        <output className="mt-3 block rounded-8 bg-warn-tint px-4 py-3 text-13">
          {t('limits.stop', { time: moment(data.lossStopUntil, 'said') })}
        </output>
      )}
      <ul className="mt-2">
        {data?.content.map((limit) => (
          <LimitRow key={limit.kind} limit={limit} onChange={() => setChanging(limit.kind)} />
        ))}
      </ul>
      <Exclude />
      {open !== undefined && (
        <LimitDialog limit={open} othersWait={doOthersWait(open, data?.content)} onClose={() => setChanging(undefined)} />
      )}
    </section>
  );
}
