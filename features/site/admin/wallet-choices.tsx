// The wallets that a brand may use, ticked.
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';

const wallets = ['USDT', 'BINARY', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS', 'TRON', 'TRON_USDT', 'ETH_USDT'] as const;

/** In their usual order, whatever the order of ticking. */
export function WalletChoices({ chosen, onChange }: { chosen: readonly string[]; onChange(chosen: string[]): void }) {
  return (
    <ul className="grid grid-cols-2 text-13">
      {wallets.map((coin) => (
        <li key={coin} className="flex h-9 items-center">
          <Checkbox
            isOn={chosen.includes(coin)}
            onChange={(isOn) => onChange(wallets.filter((each) => (each === coin ? isOn : chosen.includes(each))))}
          >
            {coin}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
