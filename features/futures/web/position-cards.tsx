// Positions on a phone: the profit first, six figures, the way to liquidation, three buttons.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { buttonClass, IconButton } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Pencil, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PositionNow } from './account-now.ts';
import { openedTexts } from './opened-texts.ts';
import { askForMargin, askForTpsl, askToClose, askToReverse } from './position-commands.ts';
import { TpslText } from './tpsl-cell.tsx';
import { Funding, Pnl } from './positions-table.tsx';
import { SideBadge } from './side-badge.tsx';
import { amount, averageEntry, distanceOf, price, size } from './shown-figures.ts';

export function PositionCards({ positions, onShare }: { positions: readonly PositionNow[]; onShare(p: PositionNow): void }) {
  return (
    <ul className="divide-y-8 divide-bg" data-testid="positions">
      {positions.map((p) => (
        <Card key={p.position.futuresPositionId} p={p} onShare={onShare} />
      ))}
    </ul>
  );
}

function Card({ p, onShare }: { p: PositionNow; onShare(p: PositionNow): void }) {
  const t = useText(openedTexts);
  const { position, instrument: i, held } = p;
  const near = p.isNear;
  const id = position.futuresPositionId;
  const figures: readonly (readonly [string, ReactNode])[] = [
    [`${t('col.size')} ${i.option.base}`, size(i, held.lots)],
    [t('col.entry'), averageEntry(i, held.entryCost, held.lots)],
    [t('col.mark'), price(i, Math.round(p.mark / 100))],
    [t('col.margin'), <Margin key="margin" p={p} />],
    [t('col.tpsl'), <TpslText key="tpsl" p={p} isShort />],
    [t('col.fundingPaid'), <Funding key="funding" paid={position.fundingPaid} />],
  ];
  return (
    <li className="scroll-mb-[100px] px-4 py-3.5" data-position={position.futuresOptionId}>
      <p className="flex items-center gap-2">
        <CoinMark base={i.option.base} size={20} />
        <b className="min-w-0 truncate text-15 font-bold">{pairOf(position.symbol)}</b>
        <SideBadge tradeType={position.tradeType} />
        <span className="text-12 whitespace-nowrap text-mute">
          {t(`margin.${position.marginType}`)} {position.leverage}x
        </span>
        <IconButton className="ml-auto" label={t('act.share')} onClick={() => onShare(p)}>
          <Share2 size={18} />
        </IconButton>
      </p>
      <p className="flex items-baseline justify-between">
        <Pnl p={p} isLarge />
        <span className="text-12 text-mute">USDT</span>
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_1.35fr_1fr] gap-y-2">
        {figures.map(([label, value], at) => (
          <div key={label} className={at % 3 === 2 ? 'text-right' : ''}>
            <dt className="text-11 leading-[15px] text-mute">{label}</dt>
            <dd className="text-13 leading-[18px] font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 mb-1 flex justify-between text-12 text-mute">
        <span>
          {t('ticket.liquidation')}{' '}
          <b className={`font-semibold ${near ? 'text-danger' : 'text-text'}`}>{p.liquidation === 0 ? '--' : price(i, p.liquidation)}</b>
        </span>
        <span>
          {t('ticket.distance')} <b className={`font-semibold ${near ? 'text-danger' : 'text-text'}`}>{distanceOf(p.distance)}</b>
        </span>
      </p>
      <TickRuler
        value={Math.min(1, Math.abs(p.distance ?? 3_300) / 3_300)}
        marks={60}
        height={11}
        tone={near ? 'danger' : 'text'}
        label={t('ticket.distance')}
      />
      <div className="mt-3 grid grid-cols-3 gap-2">
        <button type="button" className={buttonClass('soft', 40)} onClick={() => askForTpsl(id)}>
          {t('act.tpsl')}
        </button>
        <button type="button" className={buttonClass('soft', 40)} onClick={() => askToReverse(id)}>
          {t('act.reverse')}
        </button>
        <button type="button" className={buttonClass('soft', 40)} onClick={() => askToClose(id, false)}>
          {t('act.close')}
        </button>
      </div>
    </li>
  );
}

/** An isolated position's own margin can be changed. */
function Margin({ p }: { p: PositionNow }) {
  const t = useText(openedTexts);
  if (p.position.marginType !== 'ISOLATED') return amount(p.margin);
  return (
    <button type="button" className="touch inline-flex items-center gap-1" onClick={() => askForMargin(p.position.futuresPositionId)}>
      {amount(p.margin)}
      <Pencil size={12} aria-hidden="true" className="text-mute" />
      <span className="sr-only">{t('act.margin')}</span>
    </button>
  );
}
