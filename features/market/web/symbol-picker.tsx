// Choosing a symbol: the button's list comes when a pointer or the focus nears it.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import type { ReactElement } from 'react';
import type { MarketSymbol } from './market-symbol.ts';

/** As high as the list, so that nothing jumps when it comes. */
const waiting = <div aria-busy="true" className="h-[440px]" />;
const PickerList = lazyArea(() => import('./picker-list.tsx').then((m) => m.PickerList), { waiting });

/** For the button that opens it. */
export const preloadPicker = () => PickerList.preload();

export function SymbolPicker({
  symbols,
  current,
  onSymbol,
  trigger,
  isPhone,
}: {
  symbols: readonly MarketSymbol[];
  current: string;
  onSymbol(symbol: string): void;
  trigger: ReactElement;
  isPhone: boolean;
}) {
  return (
    <Popover
      trigger={trigger}
      align="start"
      className={isPhone ? 'max-h-[var(--space)] w-[calc(100vw-16px)] overflow-y-auto' : 'w-[496px]'}
    >
      {(close) => (
        <PickerList
          symbols={symbols}
          current={current}
          onSymbol={(symbol) => {
            close();
            onSymbol(symbol);
          }}
        />
      )}
    </Popover>
  );
}
