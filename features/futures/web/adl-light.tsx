// Five bars: how far forward a position stands in the queue of auto-deleveraging. Words for who does not see bars.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { futuresTexts } from './futures-texts.ts';

export function AdlLight({ light }: { light: number }) {
  const t = useText(futuresTexts);
  const words = light === 0 ? t('adl.none') : t('adl.light', { light });
  return (
    <Tooltip words={t('adl.help')}>
      <span className="inline-flex gap-[2px] align-middle">
        <span className="sr-only">{words}</span>
        {[1, 2, 3, 4, 5].map((bar) => (
          <i
            key={bar}
            aria-hidden="true"
            className={`h-[11px] w-[3px] rounded-[1px] ${bar > light ? 'bg-line' : light >= 4 ? 'bg-warn' : 'bg-text'}`}
          />
        ))}
      </span>
    </Tooltip>
  );
}
