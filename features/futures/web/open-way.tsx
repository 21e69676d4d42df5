// Which button a lock stops, and the way that is still open: trouble narrows, it never blocks the exit.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { ArrowRight } from 'lucide-react';
import { futuresTexts } from './futures-texts.ts';
import { onlyReduces, type Side } from './order-fields.ts';
import type { AccountNow, Preview } from './order-preview.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import type { TradeLock } from './trade-context.tsx';

const letsReduce = (lock: TradeLock) => lock === 'stale' || lock === 'unsafe' || lock === 'reduceOnly';

/** Reducing orders pass a feed that is stale or not believed, and reduce-only switches; nothing passes a halt, a closed market or a dead socket. */
export function sideLock(lock: TradeLock, preview: Preview): TradeLock {
  if (lock === undefined) return undefined;
  if (letsReduce(lock)) return preview.lots > 0 && preview.opening === 0 ? undefined : lock;
  return lock;
}

export function lockFor(lock: TradeLock, long: Preview, short: Preview): (side: Side) => TradeLock {
  return (side) => sideLock(lock, side === 'BUY' ? long : short);
}

/** The way that is still open, below the locked buttons. */
export function OpenWay({ lock, account }: { lock: TradeLock; account: AccountNow }) {
  const t = useText(futuresTexts);
  const isReducing = useTicket((s) => onlyReduces(s.fields, account.mode));
  if (!letsReduce(lock) || isReducing || account.legs.length === 0) return null;
  return (
    <Button size={36} className="w-full" onClick={() => setTicket(account.mode === 'HEDGE' ? { intent: 'close' } : { reduceOnly: true })}>
      {t('lock.reduce')} <ArrowRight size={14} aria-hidden="true" />
    </Button>
  );
}
