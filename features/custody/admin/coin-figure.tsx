// Amounts and names of coins on the desk: counted in the coin's own unit, of several networks with the one that is meant.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';

export const coinText = (amount: string, currency: string): string => `${figure(amount)} ${unitOf(currency)}`;

export function CoinFigure({ value, currency, className }: { value: string; currency: string; className?: string }) {
  return <Figure value={value} unit={unitOf(currency)} {...(className !== undefined && { className })} />;
}

/** Of a head: its unit does not grow with it. */
export function LargeAmount({ value, currency }: { value: string; currency: string }) {
  return (
    <>
      <Figure value={value} />
      <span className="ml-1.5 text-16 font-normal text-sub">{unitOf(currency)}</span>
    </>
  );
}

interface Coin {
  walletType: string;
  currency: string;
  chain: string;
}

/** `BTC`; of what goes over several networks `USDT · ETH`. */
export const coinName = ({ walletType, currency, chain }: Coin): string =>
  walletType === currency ? unitOf(currency) : `${unitOf(currency)} · ${chain}`;
