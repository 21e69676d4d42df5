// Which coin, and on which of its networks: coins as chips, networks as cells. An address chooses at first: `?coin=ETH`, by coin or network.
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { type ComponentType, useState } from 'react';
import type { networkStates } from '../contract.ts';
import { networkTexts, tagOf } from './network-texts.ts';

interface Network {
  walletType: string;
  currency: string;
  chain: string;
  state: (typeof networkStates)[number];
  hasMemo: boolean;
}

export function useChosenNetwork<N extends Network>(networks: readonly N[]) {
  const wanted = new URLSearchParams(useSearchText()).get('coin');
  const [chosen, setChosen] = useState<string>();
  const named = networks.find(({ walletType, currency }) => wanted === walletType || wanted === currency);
  return [networks.find(({ walletType }) => walletType === chosen) ?? named ?? networks.at(0), setChosen] as const;
}

/** While a network starts it is asked for more often. */
export const startingEveryMs = (networks: readonly Network[] | undefined): number =>
  networks?.some(({ state }) => state === 'STARTING') ? 1_000 : 15_000;

interface CoinChoiceProps<N extends Network> {
  networks: readonly N[];
  network: N;
  onChoose(walletType: string): void;
  /** Said to readers: what is chosen. */
  coinsLabel: string;
  networksLabel: string;
  /** Payments to the address need a tag or memo besides it: said beside the network's name. */
  saysMemo?: boolean;
  /** Under the network's name. */
  Line: ComponentType<{ network: N }>;
}

export function CoinChoice<N extends Network>({
  networks,
  network,
  onChoose,
  coinsLabel,
  networksLabel,
  saysMemo = false,
  Line,
}: CoinChoiceProps<N>) {
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
            <CoinMark base={unitOf(currency)} size={20} />
            {unitOf(currency)}
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
              aria-pressed={one.walletType === network.walletType}
              onClick={() => onChoose(one.walletType)}
              className={cx(
                'touch min-h-14 rounded-6 border px-3 py-2 text-left',
                one.walletType === network.walletType ? 'border-brand ring-1 ring-brand' : 'border-line hover:bg-hover',
              )}
            >
              <Cell network={one} saysMemo={saysMemo} Line={Line} />
            </button>
          ))}
      </fieldset>
    </div>
  );
}

function Cell<N extends Network>({ network, saysMemo, Line }: { network: N; saysMemo: boolean; Line: ComponentType<{ network: N }> }) {
  const t = useText(networkTexts);
  const { chain, state, hasMemo } = network;
  return (
    <span className={state === 'PAUSED' ? 'text-mute' : undefined}>
      <span className="flex items-center justify-between gap-2 text-14 font-bold">
        {t('network.name', { chain })}
        {saysMemo && hasMemo && (
          <span className="rounded-4 bg-warn-tint px-1.5 py-0.5 text-11 font-semibold text-warn">{t(`network.needs.${tagOf(chain)}`)}</span>
        )}
      </span>
      <span className="mt-0.5 block text-12 text-sub">
        <Line network={network} />
      </span>
    </span>
  );
}
