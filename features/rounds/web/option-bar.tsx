// Which asset and how long: groups as words, assets as chips with their odds, durations as a segment. A closed one says when it opens.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { LockIcon } from 'lucide-react';
import type { TradeOption } from '../contract.ts';
import { roundsTexts } from './rounds-texts.ts';

interface OptionBarProps {
  options: readonly TradeOption[];
  chosen: TradeOption;
  onChoose(option: TradeOption): void;
  isPhone: boolean;
}

export const groupOf = ({ group }: TradeOption): 'CRYPTO' | 'FOREX' | 'METAL' =>
  group === 'CRYPTO' || group === 'FOREX' ? group : 'METAL';
/** BINANCE:BTCUSDT -> BTC */
export const baseOf = ({ stock }: Pick<TradeOption, 'stock'>): string => (stock ?? '').replace(/^\w+:/, '').replace(/USDT$/, '');

export function OptionBar({ options, chosen, onChoose, isPhone }: OptionBarProps) {
  const t = useText(roundsTexts);
  const groups = [...new Set(options.map(groupOf))];
  const group = groupOf(chosen);
  const assets = options.filter((option, i) => groupOf(option) === group && options.findIndex(({ stock }) => stock === option.stock) === i);
  const lengths = options.filter(({ stock }) => stock === chosen.stock);
  const pick = (stock: string | null) => {
    const same = options.find((option) => option.stock === stock && option.durationSeconds === chosen.durationSeconds);
    onChoose(same ?? (options.find((option) => option.stock === stock) as TradeOption));
  };
  return (
    <div className={cx('flex items-center gap-3 rounded-8 bg-surface px-3', isPhone ? 'h-12 justify-between' : 'h-12')}>
      {!isPhone && (
        <fieldset className="flex gap-3 text-13" aria-label={t('rounds.groups')}>
          {groups.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === group}
              className={each === group ? 'font-semibold text-text' : 'text-mute hover:text-text'}
              onClick={() => onChoose(options.find((option) => groupOf(option) === each) as TradeOption)}
            >
              {t(`rounds.group.${each}`)}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]" aria-label={t('rounds.assets')}>
        {(isPhone ? options.filter((o, i) => options.findIndex(({ stock }) => stock === o.stock) === i) : assets).map((option) => (
          <AssetChip key={option.stock} option={option} isChosen={option.stock === chosen.stock} onClick={() => pick(option.stock)} />
        ))}
      </fieldset>
      <Segment<string>
        className="ml-auto shrink-0"
        label={t('rounds.duration')}
        value={String(chosen.tradeOptionId)}
        onChange={(id) => onChoose(options.find((option) => String(option.tradeOptionId) === id) as TradeOption)}
        items={lengths.map(({ tradeOptionId, durationSeconds }) => ({
          value: String(tradeOptionId),
          label: durationSeconds < 60 ? t('rounds.seconds', { n: durationSeconds }) : t('rounds.minutes', { n: durationSeconds / 60 }),
        }))}
      />
    </div>
  );
}

function AssetChip({ option, isChosen, onClick }: { option: TradeOption; isChosen: boolean; onClick(): void }) {
  const t = useText(roundsTexts);
  const isClosed = option.state === 'CLOSED';
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cx(
        'touch flex h-8 shrink-0 items-center gap-1.5 rounded-4 border px-2.5 text-13 whitespace-nowrap',
        isChosen ? 'border-edge bg-hover' : 'border-transparent hover:bg-hover',
      )}
    >
      {isClosed ? <LockIcon size={14} className="text-mute" aria-hidden="true" /> : <CoinMark base={baseOf(option)} size={20} />}
      <b className="font-semibold">{baseOf(option)}</b>
      <span className="text-mute tabular-nums">
        {isClosed && option.opensAt !== null
          ? t('rounds.opens', { at: moment(option.opensAt, 'said') })
          : t('rounds.times', { odds: option.odds[0]?.odds ?? '' })}
      </span>
    </button>
  );
}
