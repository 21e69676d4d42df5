// Four squares of a brand: engine, prices, lists, wallets; the first that is not well in words beside them.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { BrandHealth, GroupBrand } from '@maru/operator/group-contract.ts';
import { brandsTexts } from './brands-texts.ts';

const parts = ['engine', 'prices', 'lists', 'wallets'] as const satisfies readonly (keyof BrandHealth)[];
const colours = { FINE: 'bg-green', SLOW: 'bg-warn', DOWN: 'bg-danger' } as const;

export function HealthSquares({ brand: { health, behind, isFailing } }: { brand: GroupBrand }) {
  const t = useText(brandsTexts);
  const wordsOf = (part: (typeof parts)[number]) => `${t(`br.part.${part}`)} ${t(`br.health.${health[part] ?? 'NONE'}`)}`;
  const worst = parts.find((part) => health[part] === 'DOWN') ?? parts.find((part) => health[part] === 'SLOW');
  return (
    <span className="inline-flex items-center gap-2 text-12 text-sub">
      <span className="sr-only">{parts.map(wordsOf).join(', ')}</span>
      <span aria-hidden="true" title={parts.map(wordsOf).join(' · ')} className="inline-flex gap-1">
        {parts.map((part) => {
          const state = health[part];
          return <span key={part} className={cx('size-2 rounded-2', state === null ? 'border border-edge' : colours[state])} />;
        })}
      </span>
      <span
        className={cx(
          'min-w-12 text-right',
          (isFailing || worst) && 'font-semibold',
          worst && (health[worst] === 'DOWN' ? 'text-danger' : 'text-warn'),
        )}
      >
        {isFailing ? t('br.failing') : worst === 'lists' ? t('br.behind', { count: behind }) : worst ? t(`br.part.${worst}`) : t('br.fine')}
      </span>
    </span>
  );
}

/** What the colours mean. */
export function HealthLegend() {
  const t = useText(brandsTexts);
  return (
    <span className="inline-flex flex-wrap gap-3">
      {(['FINE', 'SLOW', 'DOWN'] as const).map((state) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-2 rounded-2', colours[state])} />
          {t(`br.health.${state}`)}
        </span>
      ))}
    </span>
  );
}
