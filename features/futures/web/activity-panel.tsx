// Below the chart: positions, open orders and histories, with what can be done to all of them at once.
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { useKeptFocus } from '@maru/kit/web/ui/kept-focus.ts';
import { Segment, TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { notionalAtMark } from '@maru/engine/futures/margin.ts';
import type { ClosedPosition } from '@maru/futures/contract.ts';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { AccountBox } from './account-box.tsx';
import { showResult } from './account-effects.ts';
import { useAccount } from './account-store.ts';
import { resultOfClosed, resultOfOpen } from './trade-result.ts';
import { CloseAllButton } from './all-buttons.tsx';
import { futuresTexts } from './futures-texts.ts';
import { type HistoryFilters, noFilters } from './history-filters.ts';
import { HistoryPanel, PositionCards, preloadLists, TwapPanel } from './position-dialogs.ts';
import { CancelRow, Empty, Loaded, OpenOrders } from './open-orders.tsx';
import { LiquidationBar } from './liquidation-bar.tsx';
import { PositionsTable, type TableSize } from './positions-table.tsx';
import { useRealizedToday } from './realized-today.ts';
import { useTicket } from './ticket-store.ts';
import { amount, directionOfAmount } from './shown-figures.ts';
import { useTwaps } from './twap-store.ts';
import type { AccountFigures, TradeState } from './trade-context.tsx';

type HistoryTab = 'orderHistory' | 'tradeHistory' | 'fundingHistory' | 'positionHistory' | 'liquidationHistory';
type Tab = 'positions' | 'orders' | 'twap' | HistoryTab | 'assets' | 'history';
const historyTabs: readonly HistoryTab[] = ['orderHistory', 'tradeHistory', 'fundingHistory', 'positionHistory', 'liquidationHistory'];
const kinds = {
  orderHistory: 'order',
  tradeHistory: 'trade',
  fundingHistory: 'funding',
  positionHistory: 'position',
  liquidationHistory: 'liquidation',
} as const;

const shareOpen = (p: PositionNow) => showResult(resultOfOpen(p));
const shareClosed = (closed: ClosedPosition) => showResult(resultOfClosed(closed));

export interface ActivityPanelProps {
  state: TradeState;
  figures: AccountFigures;
  size: TableSize | 'phone';
  onSymbol(futuresOptionId: number): void;
}

/** On a phone the list is beneath the ticket: after a fill it shows what came of it. */
function useTab(isPhone: boolean) {
  const [tab, setTab] = useState<Tab>('positions');
  const fills = useTicket((s) => s.fills);
  const [shownFills, setShownFills] = useState(fills);
  if (shownFills !== fills) {
    setShownFills(fills);
    if (isPhone) setTab('positions');
  }
  return [tab, setTab] as const;
}

export function ActivityPanel(props: ActivityPanelProps) {
  const { state, figures, size } = props;
  const t = useText(futuresTexts);
  const [tab, setTab] = useTab(size === 'phone');
  const [onlyThis, setOnlyThis] = useState(false);
  const [filters, setFilters] = useState<HistoryFilters>(noFilters);
  const [phoneHistory, setPhoneHistory] = useState<HistoryTab>('orderHistory');
  const orders = useAccount((s) => s.account.orders);
  const isKnown = useAccount((s) => s.status === 'ready');
  const twaps = useTwaps((s) => (s.status === 'ready' ? s.running.size : undefined));
  const isPhone = size === 'phone';
  const space = useKeptFocus<HTMLElement>();
  const id = state.instrument.option.futuresOptionId;
  const positions = onlyThis ? figures.positions.filter((p) => p.position.futuresOptionId === id) : figures.positions;
  const items = [
    { value: 'positions' as const, label: t('tab.positions'), ...(isKnown ? { count: figures.positions.length } : {}) },
    { value: 'orders' as const, label: t(isPhone ? 'tab.ordersShort' : 'tab.orders'), ...(isKnown ? { count: orders.size } : {}) },
    { value: 'twap' as const, label: t('tab.twap'), ...(twaps === undefined ? {} : { count: twaps }) },
    ...(isPhone ? (['assets', 'history'] as const) : historyTabs).map((value) => ({ value, label: t(`tab.${value}`) })),
  ];
  const aside = isPhone ? undefined : (
    <>
      <Checkbox look="ink" isOn={onlyThis} onChange={setOnlyThis}>
        {t('tab.thisSymbol')}
      </Checkbox>
      {tab === 'positions' && figures.positions.length > 0 && <CloseAllButton figures={figures} onlyId={onlyThis ? id : undefined} />}
      {tab === 'orders' && <CancelRow onlyId={onlyThis ? id : undefined} />}
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only fetches what may be asked for next
    <section
      ref={space}
      className={isPhone ? 'bg-surface' : 'flex h-full min-h-0 flex-col overflow-hidden rounded-8 bg-surface'}
      aria-label={t('tab.positions')}
      onPointerEnter={preloadLists}
      onFocus={preloadLists}
    >
      <Tabs<Tab>
        className={isPhone ? '' : 'flex min-h-0 flex-1 flex-col'}
        label={t('tab.positions')}
        items={items}
        value={tab}
        onChange={setTab}
        aside={aside}
        isPhone={isPhone}
      >
        <TabPanel value={tab} className={isPhone ? '' : 'flex min-h-0 flex-1 flex-col'}>
          <LiquidationBar positions={figures.positions} purse={figures.purse} />
          <div className={isPhone ? '' : 'scroll-thin min-h-0 flex-1 overflow-auto'}>
            {tab === 'positions' ? (
              <Loaded isEmpty={positions.length === 0} empty={<Empty kind="positions" />}>
                {isPhone ? (
                  <>
                    <PositionCards positions={positions} onShare={shareOpen} />
                    <div className="p-4">
                      <CloseAllButton figures={figures} onlyId={undefined} isPhone />
                    </div>
                  </>
                ) : (
                  <PositionsTable positions={positions} size={size} onSymbol={props.onSymbol} onShare={shareOpen} />
                )}
              </Loaded>
            ) : tab === 'orders' ? (
              <OpenOrders {...props} onlyId={onlyThis ? id : undefined} />
            ) : tab === 'twap' ? (
              <TwapPanel instruments={state.instruments} onlyId={onlyThis ? id : undefined} isPhone={isPhone} />
            ) : tab === 'assets' ? (
              <AccountBox figures={figures} isFull isOnPage />
            ) : (
              <>
                {tab === 'history' && (
                  <div className="px-4 py-2">
                    <Segment<HistoryTab>
                      isFull
                      className="overflow-x-auto *:h-10 [scrollbar-width:none]"
                      label={t('tab.history')}
                      value={phoneHistory}
                      onChange={setPhoneHistory}
                      items={historyTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
                    />
                  </div>
                )}
                <HistoryPanel
                  key={tab}
                  kind={kinds[tab === 'history' ? phoneHistory : tab]}
                  filters={{ ...filters, futuresOptionId: onlyThis ? id : undefined }}
                  onFilters={(change) => setFilters((was) => ({ ...was, ...change }))}
                  instruments={state.instruments}
                  isPhone={isPhone}
                  onShare={shareClosed}
                />
              </>
            )}
          </div>
          {tab === 'positions' && !isPhone && figures.positions.length > 0 && <SumLine positions={figures.positions} />}
        </TabPanel>
      </Tabs>
    </section>
  );
}

function SumLine({ positions }: { positions: readonly PositionNow[] }) {
  const t = useText(futuresTexts);
  const value = positions.reduce((sum, p) => sum + notionalAtMark(p.instrument.units, p.mark, p.held.lots), 0);
  const margin = positions.reduce((sum, p) => sum + p.margin, 0);
  const pnl = positions.reduce((sum, p) => sum + p.pnl, 0);
  const today = useRealizedToday();
  return (
    <p className="flex h-8 shrink-0 items-center gap-5 border-t border-line px-3 text-12 text-mute">
      <span>
        {t('sum.value')} <b className="font-semibold text-text">{amount(value)}</b>
      </span>
      <span>
        {t('sum.margin')} <b className="font-semibold text-text">{amount(margin)}</b>
      </span>
      <span>
        {t('sum.pnl')} <b className={`font-semibold ${directionClass(directionOfAmount(pnl))}`}>{amount(pnl, true)}</b>
      </span>
      {today !== undefined && (
        <span>
          {t('sum.today')}{' '}
          <b className={`font-semibold ${directionClass(directionOf(today))}`}>{figure(today, { decimals: 2, sign: true })}</b>
        </span>
      )}
    </p>
  );
}
