// Hours of a game's own: on which days and from when to when its rounds are offered; without them those of its symbol.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { familyOf } from '../round-codes.ts';
import type { GameForm } from './game-form-state.ts';
import { gamesTexts } from './games-texts.ts';

const FIRST = { days: '1111111', from: '09:00', to: '18:00' };
const days = [0, 1, 2, 3, 4, 5, 6] as const;

export function HoursFields({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  const { hours } = form.terms;
  const set = (part: Partial<typeof FIRST>) => form.set({ hours: { ...FIRST, ...hours, ...part } });
  const fault = form.faults.has('hours') ? t('rd.edit.hours.wrong') : undefined;
  return (
    <div className="mt-2">
      <div className="flex min-h-9 items-center justify-between gap-3 text-13">
        <span>
          <span className="font-medium">{t('rd.edit.hours.own')}</span>{' '}
          {hours === null && (
            <span className="text-12 text-mute">{t(familyOf(form.code) === 'B' ? 'rd.edit.hours.symbol' : 'rd.edit.hours.always')}</span>
          )}
        </span>
        <Switch label={t('rd.edit.hours.own')} isOn={hours !== null} onChange={(isOwn) => form.set({ hours: isOwn ? FIRST : null })} />
      </div>
      {hours !== null && (
        <div className="rounded-6 bg-sunken p-3">
          <fieldset aria-label={t('rd.edit.hours.days')} className="mb-3 grid min-w-0 grid-cols-7 gap-1">
            {days.map((day) => {
              const isOn = hours.days[day] === '1';
              return (
                <button
                  key={day}
                  type="button"
                  aria-pressed={isOn}
                  className={cx('h-8 rounded-4 text-12 font-semibold', isOn ? 'bg-ink text-on-ink' : 'bg-hover text-mute')}
                  onClick={() => set({ days: `${hours.days.slice(0, day)}${isOn ? '0' : '1'}${hours.days.slice(day + 1)}` })}
                >
                  {t(`rd.edit.hours.${day}`)}
                </button>
              );
            })}
          </fieldset>
          <div className="grid grid-cols-2 gap-x-4">
            <TextField
              label={t('rd.edit.hours.from')}
              type="time"
              value={hours.from}
              error={fault}
              onChange={(event) => set({ from: event.target.value.slice(0, 5) })}
            />
            <TextField
              label={t('rd.edit.hours.to')}
              type="time"
              value={hours.to}
              onChange={(event) => set({ to: event.target.value.slice(0, 5) })}
            />
          </div>
          <p className="text-12 text-mute">{t('rd.edit.hours.words')}</p>
        </div>
      )}
    </div>
  );
}
