// 모양: colours with what is wrong and the nearest that is not, hero, marks and pictures, share words.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { upDownPalettes } from '@maru/kit/web/prefs.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Chip } from '@maru/kit/web/ui/marks.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import { upDownHues } from '../theme-checks.ts';
import { ColourRow } from './colour-row.tsx';
import { FormPart } from './form-part.tsx';
import { HeroPart } from './hero-part.tsx';
import { MediaPart } from './media-part.tsx';
import { setTheme } from './set-theme.ts';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

type Shown = 'both' | 'light' | 'dark';
const first = ['brand', 'bg'] as const;
const further = ['on-brand', 'surface', 'line', 'mute', 'edge'] as const;

function Colours({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const [shown, setShown] = useState<Shown>('both');
  const [isWhole, setWhole] = useState(false);
  const modes = shown === 'both' ? (['dark', 'light'] as const) : ([shown] as const);
  const tokens = isWhole ? [...first, ...further] : first;
  return (
    <FormPart
      title={t('siteedit.colours')}
      aside={
        <Segment
          label={t('siteedit.mode')}
          value={shown}
          onChange={setShown}
          items={(['both', 'light', 'dark'] as const).map((value) => ({ value, label: t(`siteedit.mode.${value}`) }))}
        />
      }
    >
      {tokens.map((token) => modes.map((mode) => <ColourRow key={`${token} ${mode}`} form={form} token={token} mode={mode} />))}
      <Button look="quiet" size={32} className="-ml-3 self-start" onClick={() => setWhole(!isWhole)}>
        {t(isWhole ? 'siteedit.less' : 'siteedit.more')}
      </Button>
      <UpDown form={form} />
    </FormPart>
  );
}

function UpDown({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { theme } = form.config;
  const chosen = theme.upDown ?? 'kr';
  return (
    <fieldset className="mt-2">
      <legend className="mb-2 text-13">
        <span className="font-semibold">{t('siteedit.updown')}</span> <span className="text-mute">{t('siteedit.updown.words')}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {upDownPalettes.map((each) => (
          <Chip key={each} isChosen={each === chosen} onClick={() => setTheme(form, { upDown: each === 'kr' ? undefined : each })}>
            <span aria-hidden="true" className="flex gap-1">
              {upDownHues[each].map((hue) => (
                <span key={hue} className="size-2 rounded-2" style={{ background: theme[each === chosen ? 'dark' : 'light'][hue] }} />
              ))}
            </span>
            {t(`siteedit.updown.${each}`)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

function Names({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { name, share } = form.config;
  const setWords = (language: 'ko' | 'en', text: string) => {
    const words = { ko: share?.words?.ko ?? name.ko, en: share?.words?.en ?? name.en, [language]: text };
    form.set('share', { ...share, words } as SiteConfig['share']);
  };
  return (
    <FormPart title={t('siteedit.title')}>
      <div className="grid grid-cols-2 gap-2">
        {(['ko', 'en'] as const).map((language) => (
          <TextField
            key={language}
            label={t(`siteedit.name.${language}`)}
            value={name[language]}
            onChange={(event) => form.set('name', { ...name, [language]: event.target.value })}
          />
        ))}
      </div>
      {(['ko', 'en'] as const).map((language) => (
        <TextField
          key={language}
          label={t(`siteedit.share.${language}`)}
          value={share?.words?.[language] ?? ''}
          placeholder={name[language]}
          onChange={(event) => setWords(language, event.target.value)}
        />
      ))}
    </FormPart>
  );
}

export function LookTab({ form }: { form: SiteForm }) {
  return (
    <>
      <Colours form={form} />
      <HeroPart form={form} />
      <MediaPart form={form} />
      <Names form={form} />
    </>
  );
}
