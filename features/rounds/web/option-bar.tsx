// Which asset and how long: groups as words, assets as chips with their odds, durations as a segment. A closed one says when it opens.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { moment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { toggleStar, usePrefs } from '@maru/kit/web/prefs.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { LockIcon, StarIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
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
const groupOrder = ['CRYPTO', 'FOREX', 'METAL'] as const;
/** BINANCE:BTCUSDT -> BTC */
export const baseOf = ({ stock }: Pick<TradeOption, 'stock'>): string => (stock ?? '').replace(/^\w+:/, '').replace(/USDT$/, '');

export function OptionBar({ options, chosen, onChoose, isPhone }: OptionBarProps) {
  const t = useText(roundsTexts);
  const stars = usePrefs((prefs) => prefs.stars);
  const groups = groupOrder.filter((group) => options.some((option) => groupOf(option) === group));
  const group = groupOf(chosen);
  const assets = starredFirst(
    options.filter((option, i) => (isPhone || groupOf(option) === group) && options.findIndex(({ stock }) => stock === option.stock) === i),
    stars,
  );
  const lengths = options.filter(({ stock }) => stock === chosen.stock);
  const pick = (stock: string | null) => {
    const same = options.find((option) => option.stock === stock && option.durationSeconds === chosen.durationSeconds);
    onChoose(same ?? (options.find((option) => option.stock === stock) as TradeOption));
  };
  return (
    <div className={cx('flex h-12 items-center bg-surface', isPhone ? 'gap-1 px-4' : 'gap-3 rounded-8 px-3 max-laptop:col-span-2')}>
      {!isPhone && (
        <fieldset className="flex gap-3 text-13 whitespace-nowrap" aria-label={t('rounds.groups')}>
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
      {isPhone ? (
        <Select<string>
          label={t('rounds.assets')}
          value={chosen.stock ?? ''}
          onChange={pick}
          className="touch flex h-11 min-w-0 items-center gap-1.5 text-16"
          options={assets.map((option) => ({ value: option.stock ?? '', label: <AssetName option={option} isBold /> }))}
        />
      ) : (
        <fieldset className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]" aria-label={t('rounds.assets')}>
          {assets.map((option) => (
            <AssetChip key={option.stock} option={option} isChosen={option.stock === chosen.stock} onClick={() => pick(option.stock)} />
          ))}
        </fieldset>
      )}
      <StarButton option={chosen} isStarred={stars.includes(chosen.stock ?? '')} />
      <Segment<string>
        className="ml-auto shrink-0"
        label={t('rounds.duration')}
        value={String(chosen.tradeOptionId)}
        onChange={(id) => onChoose(options.find((option) => String(option.tradeOptionId) === id) as TradeOption)}
        items={lengths.map(({ tradeOptionId, durationSeconds }) => ({
          value: String(tradeOptionId),
          label: lengthText(t, durationSeconds, isPhone),
        }))}
      />
    </div>
  );
}

/** How long a round lasts, as the bar and the lists of bets say it. */
export function lengthText(t: Text<typeof roundsTexts>, seconds: number, isShort: boolean): string {
  if (seconds < 60) return t(isShort ? 'rounds.seconds.short' : 'rounds.seconds', { n: seconds });
  return t(isShort ? 'rounds.minutes.short' : 'rounds.minutes', { n: seconds / 60 });
}

/** Starred symbols in the order of their stars, then the others as the site has them. */
export function starredFirst<O extends Pick<TradeOption, 'stock'>>(options: readonly O[], stars: readonly string[]): O[] {
  const place = ({ stock }: O) => {
    const at = stars.indexOf(stock ?? '');
    return at < 0 ? stars.length : at;
  };
  return [...options].sort((a, b) => place(a) - place(b));
}

function StarButton({ option, isStarred }: { option: TradeOption; isStarred: boolean }) {
  const t = useText(roundsTexts);
  return (
    <button
      type="button"
      aria-pressed={isStarred}
      aria-label={t('rounds.star', { name: baseOf(option) })}
      onClick={() => toggleStar(option.stock ?? '')}
      className="touch flex size-8 shrink-0 items-center justify-center rounded-4 text-mute hover:bg-hover aria-pressed:text-text"
    >
      <StarIcon size={16} fill={isStarred ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  );
}

function AssetChip({ option, isChosen, onClick }: { option: TradeOption; isChosen: boolean; onClick(): void }) {
  const chip = useRef<HTMLButtonElement>(null);
  // The row may be wider than its room: what is chosen is seen.
  useEffect(() => {
    if (isChosen) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isChosen]);
  return (
    <button
      ref={chip}
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cx(
        'touch flex h-8 shrink-0 items-center rounded-4 border px-2.5 text-13',
        isChosen ? 'border-edge bg-hover' : 'border-transparent hover:bg-hover',
      )}
    >
      <AssetName option={option} />
    </button>
  );
}

/** A weekday says it where it is the coming one. */
const openingOf = (opensAt: string) =>
  moment(opensAt, Date.parse(opensAt) - serverNow() < 6 * DAY_MS ? 'weekday' : 'said').replace(/[()]/g, '');

/** `EUR/USD`, as its market writes it. */
const pairOf = (option: TradeOption) =>
  groupOf(option) === 'FOREX' ? baseOf(option).replace(/^(\w{3})(\w{3})$/, '$1/$2') : baseOf(option);

function AssetName({ option, isBold = false }: { option: TradeOption; isBold?: boolean }) {
  const t = useText(roundsTexts);
  const isClosed = option.state === 'CLOSED';
  return (
    <span className="flex min-w-0 items-center gap-1.5 whitespace-nowrap">
      {isClosed ? (
        <LockIcon size={14} className="shrink-0 text-mute" aria-hidden="true" />
      ) : (
        <CoinMark base={baseOf(option)} size={isBold ? 24 : 20} />
      )}
      <b className={isBold ? 'font-bold' : 'font-semibold'}>{pairOf(option)}</b>
      <span className={cx('text-mute tabular-nums', isBold && 'truncate text-12')}>
        {isClosed && option.opensAt !== null
          ? t('rounds.opens', { at: openingOf(option.opensAt) })
          : t('rounds.times', { odds: option.odds[0]?.odds ?? '' })}
      </span>
    </span>
  );
}
