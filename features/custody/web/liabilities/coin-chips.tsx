// Coins that there are proofs of, as chips.
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';

interface CoinChipsProps {
  coins: readonly string[];
  coin: string;
  onChoose(coin: string): void;
  label: string;
}

export function CoinChips({ coins, coin, onChoose, label }: CoinChipsProps) {
  return (
    <fieldset className="mt-4 flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {coins.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === coin}
          onClick={() => onChoose(each)}
          className={cx(
            'touch inline-flex h-9 items-center gap-2 rounded-full border px-3 text-13 font-semibold',
            each === coin ? 'border-ink bg-ink text-on-ink' : 'border-line hover:bg-hover',
          )}
        >
          <CoinMark base={each} size={20} />
          {each}
        </button>
      ))}
    </fieldset>
  );
}
