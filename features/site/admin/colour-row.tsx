// One colour of one theme: its swatch, its hex, and under it what is wrong with it and the nearest colour that is not.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { mendToken, type Mode, type ThemeCheck } from '../theme-checks.ts';
import { setTheme } from './set-theme.ts';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const isHex = (text: string) => /^#[0-9A-Fa-f]{6}$/.test(text);

interface ColourRowProps {
  form: SiteForm;
  token: 'brand' | 'bg' | 'on-brand' | 'surface' | 'line' | 'mute' | 'edge';
  mode: Mode;
}

export function ColourRow({ form, token, mode }: ColourRowProps) {
  const t = useText(texts);
  const tokens = form.config.theme[mode];
  const value = tokens[token] ?? '';
  const label = t('siteedit.token', { token: t(`siteedit.token.${token}`), mode: t(`siteedit.theme.${mode}`) });
  // Said once, at the colour that is likelier to be changed.
  const wrong = form.checks.find((check) => !check.passes && check.mode === mode && check.token === token);
  const put = (hex: string) => setTheme(form, { [mode]: { ...tokens, [token]: hex } });
  return (
    <div className="mb-2 flex flex-col">
      <label className="flex items-center gap-3">
        <span
          className="relative size-8 shrink-0 pointer-coarse:size-11 overflow-hidden rounded-6 border border-line"
          style={{ background: value }}
        >
          <input
            type="color"
            aria-label={label}
            value={isHex(value) ? value : '#000000'}
            onChange={(event) => put(event.target.value.toUpperCase())}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        <span className="min-w-0 flex-1 text-13 font-medium">{label}</span>
        <input
          value={value}
          aria-label={`${label} HEX`}
          aria-invalid={wrong !== undefined || !isHex(value)}
          spellCheck={false}
          onChange={(event) => put(event.target.value.trim())}
          className={cx(
            'h-8 w-24 rounded-4 border bg-surface px-2 font-mono text-13 uppercase pointer-coarse:h-11 pointer-coarse:text-16',
            wrong || !isHex(value) ? 'border-2 border-danger' : 'border-edge/70',
          )}
        />
      </label>
      {wrong && <Mend form={form} check={wrong} onTake={(next) => setTheme(form, { [mode]: next })} />}
    </div>
  );
}

function Mend({ form, check, onTake }: { form: SiteForm; check: ThemeCheck; onTake(tokens: Record<string, string>): void }) {
  const t = useText(texts);
  const tokens = form.config.theme[check.mode];
  const { upDown } = form.config.theme;
  const mended = useMemo(() => mendToken(tokens, check.token, upDown), [tokens, check.token, upDown]);
  const words = { where: t(`siteedit.check.${check.name}`), value: shownValue(check), least: String(check.least) };
  return (
    <div className="mt-2 rounded-4 bg-danger-tint px-3 py-2 text-12">
      <p className="flex items-start gap-1.5 font-semibold text-danger">
        <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
        {t(check.kind === 'contrast' ? 'siteedit.bad.contrast' : 'siteedit.bad.distance', words)}
      </p>
      {mended && (
        <p className="mt-1 flex items-center gap-2">
          {t('siteedit.nearest')}
          <span className="size-4 rounded-3 border border-line" style={{ background: mended[check.token] }} />
          <span className="font-mono font-semibold">{mended[check.token]}</span>
          <button type="button" className="ml-auto font-semibold text-brand hover:underline" onClick={() => onTake({ ...mended })}>
            {t('siteedit.take')}
          </button>
        </p>
      )}
    </div>
  );
}

/** One decimal of a contrast, cut and never rounded up to a limit it misses; a distance whole. */
export function shownValue({ kind, value }: Pick<ThemeCheck, 'kind' | 'value'>): string {
  return kind === 'contrast' ? (Math.floor(value * 10) / 10).toFixed(1) : String(Math.floor(value));
}
