// A symbol's active alerts as lines over its chart: dragged to another price, ended by their cross.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useMemo } from 'react';
import { isMove, type PriceAlert } from '../../alert-contract.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { moveAlert, removeAlert, useAlerts } from './alert-store.ts';
import { alertTexts } from './alert-texts.ts';

const ways = { RISES_TO: '↑', FALLS_TO: '↓', REACHES: '' } as const;

export function useAlertLines(symbol: MarketSymbol): readonly PriceLine[] {
  const t = useText(alertTexts);
  const { data } = useAlerts();
  const alerts = data?.content;
  return useMemo(
    () =>
      (alerts ?? [])
        .filter((alert) => alert.symbol === symbol.symbol && alert.status === 'ACTIVE')
        .flatMap((alert) => alertLine(alert, symbol, t) ?? []),
    [alerts, symbol, t],
  );
}

/** A move has no price to stand at. */
function alertLine(alert: PriceAlert, symbol: MarketSymbol, t: ReturnType<typeof useText<typeof alertTexts>>): PriceLine | undefined {
  if (alert.price === null || isMove(alert.condition)) return undefined;
  const name = figure(alert.price, { decimals: symbol.priceDecimals });
  const words = [t('alert.line'), ways[alert.condition], alert.note.slice(0, 12)].filter((word) => word !== '').join(' ');
  return {
    id: `alert${alert.id}`,
    price: Number(alert.price),
    tone: 'sub',
    dash: 'dotted',
    rank: 2,
    chip: { parts: [{ text: words, tone: 'sub' }], close: { label: t('alert.delete'), act: () => void removeAlert(alert) } },
    move: {
      label: t('alert.move', { name }),
      tick: 10 ** -symbol.priceDecimals,
      drop: (price) => void moveAlert(alert, price.toFixed(symbol.priceDecimals)),
    },
  };
}
