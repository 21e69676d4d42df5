// Why the ticket is locked, in its own place.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { moment, serverNow, sinceMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Timer, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { viewTexts } from './view-texts.ts';
import type { PageLock, TradeState } from './trade-context.tsx';

export function LockNotice({ state }: { state: TradeState }) {
  const t = useText(viewTexts);
  const { lock, instrument, staleSeconds, feed } = state;
  const name = pairOf(instrument.option.symbol);
  const { opensAt } = instrument.option;
  if (!lock) return null;
  const haltWords = (): [string, string] => {
    if (state.haltedBy === undefined) return [t('lock.haltTitle', { name }), t('lock.haltBody')];
    if (state.haltedBy === 'NO_FEED') return [t('lock.noFeedTitle', { name }), t('lock.noFeedBody')];
    if (state.haltedBy === 'APART') return [t('lock.apartTitle', { name }), t('lock.apartBody')];
    const title = t('lock.feedTitle', { name, time: sinceMoment(serverNow() - staleSeconds * 1_000) });
    const isAlone = feed === undefined || feed.waiting < 2;
    return [title, isAlone ? t('lock.feedBody') : t('lock.feedBodyAll', { open: feed.open, waiting: feed.waiting })];
  };
  const words: Record<PageLock, readonly [string, string]> = {
    stale: [t('lock.staleTitle', { name, seconds: staleSeconds }), t('lock.staleBodyReduce')],
    unsafe: [t('lock.unsafeTitle', { name }), t('lock.unsafeBody')],
    halt: haltWords(),
    closed: [t('lock.closedTitle'), opensAt ? t('lock.closedBody', { time: moment(opensAt, 'said') }) : t('lock.closedBodyUnknown')],
    cancelOnly: [t('lock.cancelOnlyTitle'), t('lock.haltBody')],
    reduceOnly: [t('lock.reduceOnlyTitle'), t('lock.haltBody')],
    offline: [t('lock.offlineTitle'), t('lock.offlineBody')],
  };
  const [title, body] = words[lock];
  const Icon = lock === 'offline' ? WifiOff : Timer;
  return <LockWords icon={<Icon size={15} />} title={title} body={body} />;
}

export function LockWords({ icon, title, body }: { icon: ReactNode; title: string; body: string }) {
  return (
    <output className="flex gap-2 rounded-6 bg-warn-tint px-3 py-2.5 text-12 leading-[17px]">
      <span aria-hidden="true" className="mt-px text-warn">
        {icon}
      </span>
      <p>
        <b className="block font-semibold">{title}</b>
        <span className="text-sub">{body}</span>
      </p>
    </output>
  );
}
