// A round's boundary as it was met: the ticks around it, the one that counted, and the moment itself.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { EvidenceBoundary, EvidenceTick } from '../evidence.ts';
import { evidenceTexts } from './evidence-texts.ts';

const WIDTH = 320;
const HEIGHT = 64;
const EDGE = 8;
/** Least time shown on either side of the moment. */
const SPAN_MS = 600;

export function TickBox({ kind, boundary }: { kind: 'strike' | 'last'; boundary: EvidenceBoundary }) {
  const t = useText(evidenceTexts);
  const { at, tick, near } = boundary;
  return (
    <section className="rounded-6 border border-line px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-2">
        <h4 className="text-12 text-sub">{t(`evidence.${kind}`, { at: moment(Number(at), 'time') })}</h4>
        <span className="text-15 font-bold">{tick === null ? '--' : figure(tick.price)}</span>
      </div>
      <TickDots at={Number(at)} tick={tick} near={near} />
      <p className="flex justify-between text-12 text-mute">
        <span>{tick === null ? t('evidence.tick.none') : t('evidence.tick', { id: tick.id })}</span>
        {tick !== null && <span>{exactTime(Number(tick.receivedAt))}</span>}
      </p>
    </section>
  );
}

const exactTime = (ms: number): string => `${moment(ms, 'time')}.${String(ms % 1000).padStart(3, '0')}`;

function TickDots({ at, tick, near }: { at: number; tick: EvidenceTick | null; near: readonly EvidenceTick[] }) {
  const ticks = near.length > 0 || tick === null ? near : [tick];
  const distance = Math.max(SPAN_MS, ...ticks.map(({ receivedAt }) => Math.abs(Number(receivedAt) - at)));
  const prices = ticks.map(({ price }) => Number(price));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const x = (ms: number) => WIDTH / 2 + ((ms - at) / distance) * (WIDTH / 2 - EDGE);
  const y = (price: number) => (most === least ? HEIGHT / 2 : HEIGHT - 12 - ((price - least) / (most - least)) * (HEIGHT - 24));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="my-1.5 w-full" aria-hidden="true">
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1={2} y2={HEIGHT - 2} stroke="var(--text)" strokeWidth={1.5} />
      {ticks.map((each) => {
        const isChosen = each.id === tick?.id && each.receivedAt === tick.receivedAt;
        return (
          <circle
            key={`${each.id} ${each.receivedAt}`}
            cx={x(Number(each.receivedAt))}
            cy={y(Number(each.price))}
            r={isChosen ? 4 : 1.8}
            fill={isChosen ? 'var(--text)' : 'var(--edge)'}
          />
        );
      })}
    </svg>
  );
}
