// Three bars and the round trip in ms; amber with words while reconnecting or late.
import { useFeedNews } from '@maru/kit/web/feed-news.ts';
import { sinceMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSocketState } from '@maru/kit/web/socket.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useFeedStanding } from '@maru/market/web/market-feed.ts';
import { texts } from '../texts.ts';
import { useOnline } from '@maru/kit/web/use-online.ts';

/** Above this the round trip is called late. */
const lateMs = 1_000;

export function ConnectionLight({ className }: { className?: string }) {
  const t = useText(texts);
  const isOnline = useOnline();
  const status = useSocketState((state) => (isOnline ? state.status : 'retrying'));
  const latencyMs = useSocketState((state) => state.latencyMs);
  const staleSeconds = useFeedNews((s) => s.staleSeconds);
  const feed = useFeedStanding();
  const waits = feed !== undefined && feed.since !== null && status === 'open' ? { ...feed, since: feed.since } : undefined;
  const isGood = status === 'open' && latencyMs !== undefined && latencyMs < lateMs && staleSeconds === undefined && waits === undefined;
  const words =
    status === 'open'
      ? waits !== undefined
        ? t(waits.isAway ? 'link.away' : 'link.waits', { open: waits.open, waiting: waits.waiting })
        : staleSeconds !== undefined
          ? t('link.stale', { seconds: staleSeconds })
          : latencyMs === undefined
            ? t('link.connecting')
            : t(isGood ? 'link.good' : 'link.late', { ms: latencyMs })
      : status === 'connecting' || status === 'idle'
        ? t('link.connecting')
        : t('link.retrying');
  const bars = isGood ? (latencyMs! < 150 ? 3 : 2) : 1;
  const whole =
    waits === undefined
      ? words
      : t(waits.isAway ? 'link.awayWords' : 'link.waitsWords', {
          open: waits.open,
          waiting: waits.waiting,
          time: sinceMoment(waits.since),
        });
  return (
    <span
      title={whole}
      className={cx('inline-flex items-center gap-1.5 text-12 whitespace-nowrap', isGood ? 'text-sub' : 'text-warn', className)}
    >
      <svg role="img" aria-label={whole} width="14" height="12" viewBox="0 0 14 12" className={isGood ? 'fill-green' : 'fill-warn'}>
        {[4, 8, 12].map((height, i) => (
          <rect key={height} x={i * 5} y={12 - height} width="3.5" height={height} rx="1" opacity={i < bars ? 1 : 0.25} />
        ))}
      </svg>
      {/* As wide as three digits: nothing beside it moves with every answer. */}
      <span aria-hidden="true" className="min-w-[39px]">
        {isGood ? `${latencyMs}ms` : words}
      </span>
    </span>
  );
}
