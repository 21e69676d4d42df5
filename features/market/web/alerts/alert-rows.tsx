// Price alerts as rows: what is watched, how often it is told, and what came of it.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Trash2 } from 'lucide-react';
import { isMove, type MoveWindow, type PriceAlert } from '../../alert-contract.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { removeAlert } from './alert-store.ts';
import { alertTexts } from './alert-texts.ts';
import { alertDialogTexts } from './dialog-texts.ts';
import { plainPercent } from './move-fields.tsx';

export function AlertRows({
  alerts,
  symbol,
  edit,
}: {
  alerts: readonly PriceAlert[];
  symbol: MarketSymbol;
  edit?(alert: PriceAlert): void;
}) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {alerts.map((alert) => (
        <Row key={alert.id} alert={alert} isHere={alert.symbol === symbol.symbol} edit={edit} />
      ))}
    </ul>
  );
}

function wordsOfAlert(
  { condition, priceType, price, percent, windowMinutes }: PriceAlert,
  t: ReturnType<typeof useText<typeof alertDialogTexts>>,
) {
  const type = t(`alert.price.${priceType}`);
  if (!isMove(condition)) return t(`alert.row.${condition}`, { type, price: figure(price ?? '0') });
  return t(`alert.row.${condition}`, {
    type,
    percent: plainPercent(percent ?? '0'),
    window: t(`alert.window.${windowMinutes as MoveWindow}`),
  });
}

function Row({ alert, isHere, edit }: { alert: PriceAlert; isHere: boolean; edit: ((alert: PriceAlert) => void) | undefined }) {
  const t = useText(alertDialogTexts);
  const words = useText(alertTexts);
  const pair = alert.symbol.split(':')[1];
  const told =
    alert.firedAt === null
      ? undefined
      : t('alert.fired', {
          at: tableMoment(alert.firedAt, false),
          price: [alert.firedFrom, alert.firedPrice].flatMap((price) => (price === null ? [] : figure(price))).join(' → '),
        });
  const more = [
    alert.pauseMinutes === null ? undefined : t('alert.each'),
    alert.byMail ? t('alert.byMail') : undefined,
    alert.status === 'EXPIRED' ? t('alert.expired') : undefined,
    alert.status === 'ACTIVE' && alert.expiresAt !== null ? t('alert.until.kept', { at: tableMoment(alert.expiresAt, false) }) : undefined,
    told,
    alert.firedCount > 1 ? t('alert.firedTimes', { count: alert.firedCount }) : undefined,
    alert.note === '' ? undefined : alert.note,
  ].filter((part) => part !== undefined);
  return (
    <li className="flex min-h-11 items-center gap-2 py-1.5" data-alert={alert.id}>
      <div className="min-w-0 flex-1">
        <p className="truncate text-13">
          <b className="font-semibold">{pair}</b> {wordsOfAlert(alert, t)}
        </p>
        {more.length > 0 && <p className="truncate text-12 text-sub">{more.join(' · ')}</p>}
      </div>
      {edit && isHere && (
        <button type="button" className={buttonClass('line', 24, 'touch')} onClick={() => edit(alert)}>
          {t('alert.edit')}
        </button>
      )}
      <button
        type="button"
        aria-label={words('alert.delete')}
        title={words('alert.delete')}
        className="touch flex size-8 shrink-0 items-center justify-center rounded-6 text-mute hover:bg-hover hover:text-text"
        onClick={() => void removeAlert(alert)}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </li>
  );
}
