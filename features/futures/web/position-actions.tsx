// The dialogs that positions open: close with share and price, reverse, margin. One host, so that rows stay plain.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import type { PositionNow } from './account-now.ts';
import { tellReverse } from './account-effects.ts';
import { ActDialog } from './act-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import type { Instrument } from './instrument.ts';
import { legsOf, reverseOutlook } from './close-outlook.ts';
import { Expected } from './expected.tsx';
import { openedTexts } from './opened-texts.ts';
import { refusalText } from './refusal-text.ts';
import { MarginDialog } from './margin-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NowAfter } from './now-after.tsx';
import { amount, distanceOf, liquidation, percentOf, size } from './shown-figures.ts';
import { TpslDialog } from './tpsl-dialog.tsx';
import { dropAsked, sideWord, useAsked } from './position-commands.ts';
import { type Outcome, reverse } from './trade-actions.ts';
import type { AccountFigures } from './trade-context.tsx';

export function PositionDialogs({ figures, instrument }: { figures: AccountFigures; instrument: Instrument }) {
  const asked = useAsked((s) => s.asked);
  if (asked?.what === 'move') return <MoveDialog i={instrument} id={asked.id} price={asked.price} onClose={dropAsked} />;
  const p = asked && figures.positions.find((row) => row.position.futuresPositionId === asked.id);
  if (!asked || !p) return null;
  if (asked.what === 'close')
    return <CloseDialog p={p} figures={figures} isLimit={asked.isLimit ?? false} percent={asked.percent ?? 100} onClose={dropAsked} />;
  if (asked.what === 'tpsl') return <TpslDialog p={p} onClose={dropAsked} />;
  if (asked.what === 'margin') return <MarginDialog p={p} available={figures.purse.available} onClose={dropAsked} />;
  return <ReverseDialog p={p} figures={figures} />;
}

function ReverseDialog({ p, figures }: { p: PositionNow; figures: AccountFigures }) {
  const t = useText(openedTexts);
  const from = sideWord(p);
  const to = t(p.position.tradeType === 'LONG' ? 'side.short' : 'side.long');
  const name = pairOf(p.position.symbol);
  const quantity = `${size(p.instrument, p.held.lots)} ${p.instrument.option.base}`;
  const { after, fee, now, later } = reverseOutlook(p, legsOf(p, figures.positions), figures.purse);
  const { instrument: i, held } = p;
  const run = async (): Promise<Outcome> => {
    tellReverse(p.position.futuresOptionId);
    const result = await reverse(p.position);
    if (result.done === 'none') return { ok: false, failure: result.failure };
    // Done whole, its events tell it with its result.
    if (result.done === 'close')
      toast({ title: t('reverse.half'), line: await refusalText(result.code, t('end.SLIPPAGE')), kind: 'warn', stay: 'notice' });
    return { ok: true, value: undefined };
  };
  return (
    <ActDialog
      title={t('reverse.title', { name, from, to })}
      description={t('reverse.body', { quantity, to })}
      does={t('reverse.do', { to, quantity: size(i, after.held?.lots ?? 0), amount: amount(after.realized - fee, true) })}
      act={run}
      onClose={dropAsked}
    >
      <div className="flex flex-col gap-3">
        <NowAfter
          rows={[
            [t('col.size'), `${from} ${size(i, held.lots)}`, `${to} ${size(i, after.held?.lots ?? 0)}`],
            [
              t('ticket.liquidation'),
              liquidation(i, now.liquidation, held.side),
              liquidation(i, later.liquidation, held.side > 0 ? -1 : 1),
            ],
            [t('ticket.distance'), distanceOf(now.distance), distanceOf(later.distance)],
            [t('ticket.ratio'), percentOf(now.ratio), percentOf(later.ratio)],
          ]}
        />
        <Expected realized={after.realized} fee={fee} />
      </div>
    </ActDialog>
  );
}
