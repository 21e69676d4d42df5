// How often each number came today. Told with the sentence that it says nothing about the next draw.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { DrawDay } from '../../power-ball-contract.ts';
import { powerBallTexts } from './power-ball-texts.ts';

export function DrawCounts({ today, isPhone }: { today: DrawDay | undefined; isPhone: boolean }) {
  const t = useText(powerBallTexts);
  if (today === undefined) return <div className="h-36" />;
  return (
    <div data-testid="counts">
      <p className="mb-2 text-12 text-mute">{t('counts.words', { n: today.draws })}</p>
      <div className={isPhone ? 'flex flex-col gap-4' : 'grid grid-cols-[minmax(0,28fr)_minmax(0,10fr)] gap-8'}>
        <Bars title={t('counts.balls')} counts={today.balls} from={1} isWrapping={isPhone} />
        <Bars title={t('counts.powers')} counts={today.powers} from={0} isWrapping={false} />
      </div>
    </div>
  );
}

const TALL = 56;

function Bars({ title, counts, from, isWrapping }: { title: string; counts: readonly number[]; from: number; isWrapping: boolean }) {
  const t = useText(powerBallTexts);
  const most = Math.max(1, ...counts);
  return (
    <section aria-label={title}>
      <p className="mb-1 text-12 font-semibold">{title}</p>
      <ol className={isWrapping ? 'grid grid-cols-14 gap-0.5' : 'flex gap-0.5'}>
        {counts.map((count, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a number is its place
          <li key={i} className="flex min-w-0 flex-1 flex-col items-center justify-end text-11 tabular-nums">
            <span className="sr-only">{t('counts.ball', { n: i + from, count })}</span>
            <span aria-hidden="true" className="text-mute">
              {count}
            </span>
            <i aria-hidden="true" className="w-full max-w-4 rounded-2 bg-edge" style={{ height: 2 + Math.round((count / most) * TALL) }} />
            <b aria-hidden="true" className="font-semibold">
              {i + from}
            </b>
          </li>
        ))}
      </ol>
    </section>
  );
}
