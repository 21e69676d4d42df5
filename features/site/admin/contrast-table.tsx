// What the colours come to, theme beside theme: sample, ratio or distance, and whether it is enough.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Check, CircleAlert } from 'lucide-react';
import { type Mode, modes, type ThemeCheck } from '../theme-checks.ts';
import { shownValue } from './colour-row.tsx';
import { texts } from './texts.ts';

/** Always shown; the others when they fail. */
const always = 6;

export function ContrastTable({ checks }: { checks: readonly ThemeCheck[] }) {
  return (
    <div className="grid gap-x-6 rounded-8 border border-line bg-surface px-5 py-4 tablet:grid-cols-2">
      {modes.map((mode) => (
        <ModeChecks key={mode} mode={mode} checks={checks.filter((check) => check.mode === mode)} />
      ))}
    </div>
  );
}

function ModeChecks({ mode, checks }: { mode: Mode; checks: readonly ThemeCheck[] }) {
  const t = useText(texts);
  const shown = checks.filter((check, index) => index < always || !check.passes);
  return (
    <table className="w-full self-start text-13">
      <caption className="pb-1 text-left">
        <span className="flex items-baseline justify-between">
          <span className="text-14 font-bold">{t(`siteedit.contrast.${mode}`)}</span>
          <span className="text-12 text-mute">{t('siteedit.contrast.least', { least: '4.5' })}</span>
        </span>
      </caption>
      <tbody>
        {shown.map((check) => (
          <tr key={check.name} className="h-9 border-b border-line last:border-0">
            <td className="w-10">
              <Sample check={check} />
            </td>
            <th scope="row" className={check.passes ? 'text-left font-normal' : 'text-left font-semibold'}>
              {t(`siteedit.check.${check.name}`)}
            </th>
            <td className={check.passes ? 'text-right font-semibold tabular-nums' : 'text-right font-semibold text-warn tabular-nums'}>
              {shownValue(check)}
            </td>
            <td className="w-20 text-right">
              {check.passes ? (
                <Check aria-label={t('siteedit.contrast.good')} size={16} className="ml-auto text-brand" />
              ) : (
                <Badge tone="danger" icon={<CircleAlert aria-hidden="true" size={12} />}>
                  {t('siteedit.contrast.short')}
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sample({ check: { kind, colours } }: { check: ThemeCheck }) {
  const [colour, ground] = colours;
  if (kind === 'distance')
    return (
      <span aria-hidden="true" className="flex size-6 overflow-hidden rounded-4">
        <span className="flex-1" style={{ background: colour }} />
        <span className="flex-1" style={{ background: ground }} />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-4 border border-line text-11 font-semibold"
      style={{ background: ground, color: colour }}
    >
      가
    </span>
  );
}
