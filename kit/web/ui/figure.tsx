// Figures on the page: zeros behind the last figure dimmed, direction by sign and colour, amounts that can be hidden at the same width.
import { directionOf, type FigureStyle, figureParts, percent } from '../i18n/figures.ts';
import { usePrefs } from '../prefs.ts';
import { cx } from './classes.ts';
import { Arrow, directionClass } from './marks.tsx';

interface FigureProps extends FigureStyle {
  value: string;
  /** Small, behind the figure. */
  unit?: string;
  isDimmed?: boolean;
  className?: string;
}

/** `98,214.60` with its last zero in mute (not lighter: it stays readable). */
export function Figure({ value, unit, isDimmed = true, className, ...style }: FigureProps) {
  const { sign, whole, fraction } = figureParts(value, style);
  const kept = isDimmed ? fraction.replace(/0+$/, '') : fraction;
  const zeros = fraction.slice(kept.length);
  return (
    <span className={cx('whitespace-nowrap', className)}>
      {sign}
      {whole}
      {kept && `.${kept}`}
      {zeros && <span className="dim-zeros">{kept ? zeros : `.${zeros}`}</span>}
      {unit && <span className="ml-1 text-[0.82em] font-normal text-mute">{unit}</span>}
    </span>
  );
}

/** A member's money: `••••••` while amounts are hidden on this device. */
export function Amount(props: FigureProps) {
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  if (!isHidden) return <Figure {...props} />;
  return (
    <span className={cx('whitespace-nowrap', props.className)}>
      ••••••
      {props.unit && <span className="ml-1 text-[0.82em] font-normal text-mute">{props.unit}</span>}
    </span>
  );
}

/** `▲ +1.84%` in its direction's colour. */
export function Change({
  value,
  decimals = 2,
  withArrow = false,
  className,
}: {
  value: string;
  decimals?: number;
  withArrow?: boolean;
  className?: string;
}) {
  const direction = directionOf(value);
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap', directionClass(direction), className)}>
      {withArrow && <Arrow direction={direction} />}
      {percent(value, decimals)}
    </span>
  );
}
