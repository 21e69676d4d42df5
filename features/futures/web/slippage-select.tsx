// How far from the mark a market order may fill: a cap people choose, not one that fails orders behind their backs.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { futuresTexts } from './futures-texts.ts';
import { setTicket, useTicket } from './ticket-store.ts';

const caps = ['none', '0.1', '0.3', '0.5', '1', '2'] as const;

export function SlippageSelect() {
  const t = useText(futuresTexts);
  const percent = useTicket((s) => s.fields.slippagePercent);
  const value = caps.find((cap) => cap === percent) ?? 'none';
  return (
    <Tooltip words={t('ticket.slippageHelp')}>
      <span className="inline-flex items-center gap-1 text-12 text-mute">
        {t('ticket.slippage')}
        <Select<(typeof caps)[number]>
          label={t('ticket.slippage')}
          value={value}
          onChange={(cap) => setTicket({ slippagePercent: cap === 'none' ? '' : cap })}
          options={caps.map((cap) => ({ value: cap, label: cap === 'none' ? t('ticket.slippageNone') : `${cap}%` }))}
          className="touch flex h-7 items-center gap-1 rounded-4 px-1 text-12 text-sub hover:bg-hover"
        />
      </span>
    </Tooltip>
  );
}
