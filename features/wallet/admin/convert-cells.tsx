// Cells of the list of conversions: which coin, where it stands, and how much of its cap the house has used.
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import type { DeskConvertCoin } from '../convert-admin-contract.ts';

const tones = { OPEN: 'good', SHORT: 'danger', LONG: 'danger', NO_PRICE: 'warn', PAUSED: 'warn' } as const;

export const convertLooks: Looks<DeskConvertCoin> = {
  coin: {
    namesRow: true,
    cell: ({ currency }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <CoinMark base={unitOf(currency)} size={20} />
        <b className="font-semibold">{unitOf(currency)}</b>
      </span>
    ),
  },
  standing: ({ standing }, text) => (
    <Badge tone={tones[standing]} className="whitespace-nowrap">
      {text}
    </Badge>
  ),
  held: ({ held, currency }) => <Figure value={held} unit={unitOf(currency)} />,
  exposure: (row) => <Exposure {...row} />,
  cap: ({ cap }) => (cap === null ? <>–</> : <Figure value={cap} />),
  least: ({ least }) => <Figure value={least} />,
  most: ({ most }) => <Figure value={most} />,
  dayMost: ({ dayMost }) => <Figure value={dayMost} />,
};

/** With a bar of how much of the cap it is. */
function Exposure({ exposure, cap, standing }: DeskConvertCoin) {
  if (exposure === null) return <>–</>;
  const share = cap === null ? 0 : Math.min(100, (Math.abs(Number(exposure)) / Math.max(Number(cap), 1e-9)) * 100);
  const isOver = standing === 'SHORT' || standing === 'LONG';
  return (
    <span className="inline-block min-w-24">
      <Figure value={exposure} decimals={2} />
      {cap !== null && (
        <span aria-hidden="true" className="mt-1 block h-1 bg-wood-1">
          <span className={`block h-full ${isOver ? 'bg-danger-fill' : 'bg-brand'}`} style={{ width: `${share}%` }} />
        </span>
      )}
    </span>
  );
}
