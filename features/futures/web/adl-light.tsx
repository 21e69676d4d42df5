// Five bars: how far forward a position stands in the queue of auto-deleveraging; a dash where there is no queue. Words for who does not see bars.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { futuresTexts } from './futures-texts.ts';

export function AdlLight({ light }: { light: number }) {
  const t = useText(futuresTexts);
  // The counterparty takes such positions over: empty bars would say that this one is the last of a queue.
  if (light === 0)
    return (
      <Tooltip words={t('adl.none')}>
        <span className="text-mute">--</span>
      </Tooltip>
    );
  return (
    <Tooltip words={t('adl.help')}>
      <span className="inline-flex gap-[2px] align-middle">
        <span className="sr-only">{t('adl.light', { light })}</span>
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
