// The tick ruler as a slider: size by hand, in whole percent; a real range input underneath, so keys and screen readers work.
import { TickRuler } from './tick-ruler.tsx';

export interface RulerSliderProps {
  /** 0..100. */
  value: number;
  onChange(percent: number): void;
  label: string;
  valueText?: string;
  disabled?: boolean;
  marks?: number;
  /** Numbers under the ruler at their true places. */
  scale?: readonly number[];
}

export function RulerSlider({
  value,
  onChange,
  label,
  valueText,
  disabled = false,
  marks = 51,
  scale = [0, 25, 50, 75, 100],
}: RulerSliderProps) {
  const percent = Math.min(Math.max(value, 0), 100);
  return (
    <div className={disabled ? 'opacity-50' : ''}>
      <div className="relative h-5">
        <div className="absolute inset-x-0 top-1">
          <TickRuler value={percent / 100} marks={marks} height={12} />
        </div>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={valueText ?? `${percent}%`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="peer absolute inset-0 m-0 w-full cursor-pointer opacity-0 pointer-coarse:-inset-y-2 pointer-coarse:h-9"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 h-5 w-3 -translate-x-1/2 rounded-3 border border-edge bg-[light-dark(#fff,#e8ecf2)] shadow-[0_1px_3px_rgb(0_0_0/24%)] peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand"
          style={{ left: `calc(6px + (100% - 12px) * ${percent / 100})` }}
        />
      </div>
      {scale.length > 0 && (
        <div className="relative mt-0.5 h-4 text-11 text-mute" aria-hidden="true">
          {scale.map((at) => (
            <span
              key={at}
              className="absolute"
              style={{ left: `${at}%`, transform: at === 0 ? undefined : at === 100 ? 'translateX(-100%)' : 'translateX(-50%)' }}
            >
              {at}
              {at === 100 ? '%' : ''}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
