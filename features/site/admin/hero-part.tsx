// 첫 화면: what stands beside the first words of home, the picture of the site's own among it, and the theme that it begins in.
import type { SiteTheme } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { FormPart } from './form-part.tsx';
import { MediaRow } from './media-part.tsx';
import { setTheme } from './set-theme.ts';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const heroArt: Record<SiteTheme['hero'], readonly [string, string][]> = {
  book: [
    ['M4 8h12M4 14h8M4 24h6', 'edge'],
    ['M24 8h24M28 14h20M24 20h24M32 26h16', 'edge'],
  ],
  chart: [
    ['M4 8h12M4 14h8M4 24h6', 'edge'],
    ['M24 26 32 16 38 20 50 6', 'brand'],
  ],
  image: [
    ['M4 8h12M4 14h8M4 24h6', 'edge'],
    ['M24 5.5h26M24 8.5h26M24 11.5h26M24 14.5h26M24 17.5h26M24 20.5h26M24 23.5h26M24 26.5h26', 'edge'],
  ],
};

export function HeroPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { hero, heroImage, defaultMode } = form.config.theme;
  return (
    <FormPart title={t('siteedit.hero')}>
      <div className="grid grid-cols-3 gap-2">
        {(['book', 'chart', 'image'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === hero}
            onClick={() => setTheme(form, { hero: each })}
            className={cx(
              'flex flex-col items-center gap-1 rounded-8 border py-2 text-12',
              each === hero ? 'border-2 border-brand font-semibold' : 'border-line text-sub hover:bg-hover',
            )}
          >
            <svg aria-hidden="true" viewBox="0 0 54 32" width="80" height="44" fill="none" strokeWidth="3">
              {heroArt[each].map(([d, colour]) => (
                <path key={d} d={d} stroke={`var(--${colour})`} />
              ))}
            </svg>
            {t(`siteedit.hero.${each}`)}
          </button>
        ))}
      </div>
      {hero === 'image' && (
        <div className="mt-3">
          <MediaRow form={form} kind="hero" />
          {heroImage === undefined ? (
            <p className="text-12 text-mute">{t('siteedit.hero.none')}</p>
          ) : (
            (['ko', 'en'] as const).map((language) => (
              <TextField
                key={language}
                label={t(`siteedit.hero.alt.${language}`)}
                value={heroImage.alt[language]}
                maxLength={120}
                onChange={({ target }) =>
                  setTheme(form, { heroImage: { ...heroImage, alt: { ...heroImage.alt, [language]: target.value } } })
                }
              />
            ))
          )}
        </div>
      )}
      <div className="mt-3 flex items-center justify-between">
        <span className="text-13">{t('siteedit.start')}</span>
        <Segment
          label={t('siteedit.start')}
          value={defaultMode}
          onChange={(mode) => setTheme(form, { defaultMode: mode })}
          items={[
            { value: 'theme-white', label: t('siteedit.mode.light') },
            { value: 'dark', label: t('siteedit.mode.dark') },
          ]}
        />
      </div>
    </FormPart>
  );
}
