// Which coin, and on which of its networks: coins as chips, networks as cells.
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import type { ComponentType } from 'react';

interface Network {
  walletType: string;
  currency: string;
}

interface CoinChoiceProps<N extends Network> {
  networks: readonly N[];
  network: N;
  onChoose(walletType: string): void;
  /** Said to readers: what is chosen. */
  coinsLabel: string;
  networksLabel: string;
  Cell: ComponentType<{ network: N }>;
}

/** Coins as chips, and the networks of the one that was chosen as cells. */
export function CoinChoice<N extends Network>({ networks, network, onChoose, coinsLabel, networksLabel, Cell }: CoinChoiceProps<N>) {
  const coins = [...new Set(networks.map(({ currency }) => currency))];
  const first = (currency: string) => networks.find((one) => one.currency === currency)?.walletType ?? network.walletType;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{coinsLabel}</legend>
        {coins.map((currency) => (
          <button
            key={currency}
            type="button"
            aria-pressed={currency === network.currency}
            onClick={() => onChoose(first(currency))}
            className={cx(
              'touch inline-flex h-9 items-center gap-2 rounded-full border px-3 text-13 font-semibold',
              currency === network.currency ? 'border-ink bg-ink text-on-ink' : 'border-line hover:bg-hover',
            )}
          >
            <CoinMark base={currency} size={20} />
            {currency}
          </button>
        ))}
      </fieldset>
      <fieldset className="grid gap-2 phone:grid-cols-2">
        <legend className="sr-only">{networksLabel}</legend>
        {networks
          .filter(({ currency }) => currency === network.currency)
          .map((one) => (
            <button
              key={one.walletType}
              type="button"
              aria-pressed={one === network}
              onClick={() => onChoose(one.walletType)}
              className={cx(
                'touch min-h-14 rounded-6 border px-3 py-2 text-left',
                one === network ? 'border-brand ring-1 ring-brand' : 'border-line hover:bg-hover',
              )}
            >
              <Cell network={one} />
            </button>
          ))}
      </fieldset>
    </div>
  );
}
