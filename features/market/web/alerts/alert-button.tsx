// The bell beside a symbol that leads to its price alerts, and the place where their dialog comes up; nothing for a guest.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { BellPlus } from 'lucide-react';
import type { MarketSymbol } from '../market-symbol.ts';
import { askForAlert, dropAskedAlert, useAskedAlert } from './alert-store.ts';
import { alertTexts } from './alert-texts.ts';

const AlertDialog = lazyArea(() => import('./alert-dialog.tsx').then((m) => m.AlertDialog), { onFail: dropAskedAlert });

export function AlertButton({ symbol, className, size = 16 }: { symbol: MarketSymbol; className: string; size?: number }) {
  const t = useText(alertTexts);
  if (!useSession(isLoggedIn)) return null;
  const label = t('alert.open', { name: symbol.pair });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onPointerEnter={AlertDialog.preload}
      onFocus={AlertDialog.preload}
      onClick={() => askForAlert({ symbol })}
      className={className}
    >
      <BellPlus size={size} aria-hidden="true" />
    </button>
  );
}

/** Once on a page, beside its chart. */
export function AlertPlace() {
  const asked = useAskedAlert((s) => s.asked);
  const isMember = useSession(isLoggedIn);
  if (!isMember || !asked) return null;
  return <AlertDialog key={asked.symbol.symbol} asked={asked} onClose={dropAskedAlert} />;
}
