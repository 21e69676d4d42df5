// The ladder's ten best levels a side as a real table, unseen, once a second: what a screen reader gets of the canvas.
import { useEffect, useEffectEvent, useState } from 'react';
import type { BookRow } from './book-levels.ts';
import { scaledText } from './scaled-text.ts';

export interface BookTableTexts {
  caption: string;
  side: string;
  price: string;
  size: string;
  sum: string;
  bid: string;
  ask: string;
}
const SHOWN = 10;
const EVERY_MS = 1_000;

export function BookTable({
  read,
  priceDecimals,
  sizeDecimals,
  texts,
}: {
  read(): { asks: readonly BookRow[]; bids: readonly BookRow[] } | undefined;
  priceDecimals: number;
  sizeDecimals: number;
  texts: BookTableTexts;
}) {
  const [rows, setRows] = useState<{ key: string; side: string; row: BookRow }[]>([]);
  const refresh = useEffectEvent(() => {
    const now = read();
    if (!now || document.hidden) return;
    setRows([
      ...now.asks
        .slice(0, SHOWN)
        .map((row, i) => ({ key: `a${i}`, side: texts.ask, row }))
        .reverse(),
      ...now.bids.slice(0, SHOWN).map((row, i) => ({ key: `b${i}`, side: texts.bid, row })),
    ]);
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <table className="sr-only" data-testid="book-table">
      <caption>{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.side}</th>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.size}</th>
          <th scope="col">{texts.sum}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, side, row }) => (
          <tr key={key}>
            <td>{side}</td>
            <td>{scaledText(row.price, priceDecimals)}</td>
            <td>{scaledText(row.size, sizeDecimals)}</td>
            <td>{scaledText(row.sum, sizeDecimals)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
