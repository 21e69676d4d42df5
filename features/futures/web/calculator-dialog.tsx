// PnL, target price, liquidation and largest position for an example order, figured while one types.
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment, TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { type ReactNode, useState } from 'react';
import { liquidationOf, mostOf, profitOf, targetOf } from './calculators.ts';
import { calculatorTexts } from './calculator-texts.ts';
import { openedTexts } from './opened-texts.ts';
import { type Instrument, lotsOf, micro, microText, priceText, ticksOf, withinReach } from './instrument.ts';
import { amount, directionOfAmount, percentOf, price, size } from './shown-figures.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import { TradeField } from './trade-field.tsx';

const tabs = ['profit', 'target', 'liquidation', 'most'] as const;
type Tab = (typeof tabs)[number];

interface Draft {
  side: 'LONG' | 'SHORT';
  leverage: number;
  entry: string;
  exit: string;
  quantity: string;
  roe: string;
  balance: string;
}
type Answer = readonly (readonly [label: string, value: ReactNode, isMain?: boolean])[];

export interface CalculatorProps {
  i: Instrument;
  leverage: number;
  /** Ticks; where the fields begin. */
  last: number;
  /** Mark units. */
  mark: number;
  /** micro-USDT. */
  available: number;
  onClose(): void;
}

export function CalculatorDialog({ i, leverage, last, mark, available, onClose }: CalculatorProps) {
  const t = useText(openedTexts);
  const c = useText(calculatorTexts);
  const fields = useTicket((s) => s.fields);
  const [tab, setTab] = useState<Tab>('profit');
  const [draft, setDraft] = useState<Draft>(() => ({
    side: useTicket.getState().looksAt === 'BUY' ? 'LONG' : 'SHORT',
    leverage,
    entry: (fields.type === 'LIMIT' && fields.price) || (last > 0 ? priceText(i, last) : ''),
    exit: '',
    quantity: fields.quantity,
    roe: '',
    balance: microText(available).replace(/(\.\d\d)\d+$/, '$1'),
  }));
  const set = (change: Partial<Draft>) => setDraft((was) => ({ ...was, ...change }));
  const money = (key: 'entry' | 'exit', label: string) => (
    <TradeField
      label={label}
      unit="USDT"
      value={draft[key]}
      onChange={(value) => set({ [key]: value })}
      rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
      step={i.option.tickSize}
    />
  );
  const quantity = (
    <TradeField
      label={t('ticket.quantity')}
      unit={i.option.base}
      value={draft.quantity}
      onChange={(value) => set({ quantity: value })}
      rules={{ decimals: i.units.lotDecimals, wholeDigits: 10 }}
      step={i.option.stepSize}
    />
  );
  const balance = (label: string) => (
    <TradeField
      label={label}
      unit="USDT"
      value={draft.balance}
      onChange={(value) => set({ balance: value })}
      rules={{ decimals: 2, wholeDigits: 10 }}
      step="100"
    />
  );
  return (
    <Dialog isOpen onClose={onClose} title={c('calc.title', { name: i.option.base })} className="w-[min(440px,calc(100vw-16px))]">
      <Tabs<Tab>
        label={c('calc.title', { name: '' })}
        items={tabs.map((value) => ({ value, label: c(`calc.${value}`) }))}
        value={tab}
        onChange={setTab}
      >
        <TabPanel value={tab} className="flex flex-col gap-3 pt-4">
          <Segment<Draft['side']>
            isFull
            label={t('col.side')}
            value={draft.side}
            onChange={(side) => set({ side })}
            items={[
              { value: 'LONG', label: `↑ ${t('side.long')}` },
              { value: 'SHORT', label: `↓ ${t('side.short')}` },
            ]}
          />
          {tab !== 'liquidation' && <Leverage i={i} value={draft.leverage} onChange={(next) => set({ leverage: next })} />}
          {money('entry', t('col.entry'))}
          {tab === 'profit' && money('exit', t('col.exit'))}
          {tab === 'target' && (
            <TradeField
              label={c('calc.roe')}
              unit="%"
              value={draft.roe}
              onChange={(roe) => set({ roe })}
              rules={{ decimals: 2, wholeDigits: 5, allowsMinus: true }}
              step="10"
            />
          )}
          {(tab === 'profit' || tab === 'liquidation') && quantity}
          {tab === 'liquidation' && balance(c('calc.balance'))}
          {tab === 'most' && balance(t('ticket.available'))}
          <Answers rows={answersOf(i, mark, tab, draft, t, c)} />
          <p className="text-12 text-mute">{c(`calc.${tab}Note`)}</p>
          {tab === 'target' && (
            <button
              type="button"
              className="self-start text-13 font-semibold underline underline-offset-2"
              onClick={() => {
                const ticks = targetNow(i, draft);
                if (ticks === undefined) return;
                setTicket({ type: 'LIMIT', price: priceText(i, ticks) });
                onClose();
              }}
            >
              {c('calc.toTicket')}
            </button>
          )}
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

function Leverage({ i, value, onChange }: { i: Instrument; value: number; onChange(leverage: number): void }) {
  const t = useText(openedTexts);
  const most = i.option.maxLeverage;
  return (
    <div>
      <p className="mb-1 flex justify-between text-12 text-mute">
        {t('leverage.title')} <b className="text-13 font-semibold text-text">{value}x</b>
      </p>
      <RulerSlider
        value={most === 1 ? 100 : Math.round(((value - 1) / (most - 1)) * 100)}
        onChange={(share) => onChange(Math.round(1 + ((most - 1) * share) / 100))}
        label={t('leverage.title')}
        valueText={`${value}x`}
        scale={[]}
      />
    </div>
  );
}

function Answers({ rows }: { rows: Answer }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-1 rounded-8 bg-field px-4 py-3 text-13" data-testid="calculator-answer">
      {rows.map(([label, value, isMain]) => (
        <div key={label} className="contents">
          <dt className="text-mute">{label}</dt>
          <dd className={isMain ? 'text-right text-20 font-bold' : 'text-right font-semibold'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const sideOf = (draft: Draft): 1 | -1 => (draft.side === 'LONG' ? 1 : -1);

function targetNow(i: Instrument, draft: Draft): number | undefined {
  const roe = parseDecimal(draft.roe.replace('-', ''), 2);
  if (draft.roe === '' || roe === null || roe === undefined) return undefined;
  return withinReach(() =>
    targetOf(i, sideOf(draft), draft.leverage, ticksOf(i, draft.entry) ?? 0, draft.roe.startsWith('-') ? -roe : roe),
  );
}

function answersOf(
  i: Instrument,
  mark: number,
  tab: Tab,
  draft: Draft,
  t: Text<typeof openedTexts>,
  c: Text<typeof calculatorTexts>,
): Answer {
  const side = sideOf(draft);
  const entry = ticksOf(i, draft.entry) ?? 0;
  const lots = lotsOf(i, draft.quantity) ?? 0;
  const unit = (text: string) => (
    <>
      {text} <span className="text-12 font-normal text-mute">USDT</span>
    </>
  );
  if (tab === 'profit') {
    const a = withinReach(() => profitOf(i, side, draft.leverage, entry, ticksOf(i, draft.exit) ?? 0, lots));
    const tone = directionClass(directionOfAmount(a?.pnl ?? 0));
    return [
      [c('calc.pnl'), a ? <span className={tone}>{unit(amount(a.pnl, true))}</span> : '--', true],
      ['ROE', a ? <span className={tone}>{percentOf(a.roe, true)}</span> : '--'],
      [c('calc.margin'), a ? amount(a.margin) : '--'],
      [c('calc.fees'), a ? amount(a.fees) : '--'],
      [c('calc.net'), a ? amount(a.net, true) : '--'],
    ];
  }
  if (tab === 'target') {
    const ticks = targetNow(i, draft);
    return [[c('calc.targetPrice'), ticks === undefined ? '--' : unit(price(i, ticks)), true]];
  }
  if (tab === 'liquidation') {
    const ticks = withinReach(() => liquidationOf(i, side, entry, lots, micro(draft.balance)));
    if (ticks && side * (entry - ticks) <= 0) return [[t('ticket.liquidation'), c('calc.atOnce'), true]];
    const away = ticks && entry ? ((ticks - entry) / entry) * 100 : undefined;
    return [
      [t('ticket.liquidation'), ticks === undefined ? '--' : ticks === 0 ? t('ticket.resultNoLiquidation') : unit(price(i, ticks)), true],
      [t('ticket.distance'), away === undefined ? '--' : `${figure(away.toFixed(2), { sign: true })}%`],
    ];
  }
  const most = withinReach(() => mostOf(i, side, draft.leverage, entry, micro(draft.balance), mark));
  return [
    [c('calc.mostSize'), most ? `${size(i, most.lots)} ${i.option.base}` : '--', true],
    [t('col.value'), most ? unit(amount(most.notional)) : '--'],
    [c('calc.limitedBy'), most ? c(most.isByBracket ? 'calc.byBracket' : 'calc.byBalance') : '--'],
  ];
}
