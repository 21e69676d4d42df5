// How it looks and sounds on this device, and by whose referral one came.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { languages } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setPref, themes, upDownPalettes, usePrefs } from '@maru/kit/web/prefs.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { verifyPartner } from '@maru/partner/contract.ts';
import type { ReactNode } from 'react';
import type { Me } from '../contract.ts';
import { choicesTexts } from './choices-texts.ts';

const languageNames = { ko: '한국어', en: 'English' } as const;

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <span className="text-14">{label}</span>
      {children}
    </div>
  );
}

function ReferralLine({ partnerId }: { partnerId: number | null }) {
  const t = useText(choicesTexts);
  const { data } = useCall(verifyPartner, { query: { partnerPk: String(partnerId ?? 0) }, isOn: partnerId !== null, staleMs: 3_600_000 });
  const copy = () => copyText(`${location.origin}/ref/${encodeURIComponent(data?.code ?? '')}`, { title: t('referral.copied') });
  return (
    <Line label={t('referral.title')}>
      {data === undefined ? (
        <span className="text-13 text-mute">{t('referral.none')}</span>
      ) : (
        <span className="flex items-center gap-3 text-13 text-sub">
          {t('referral.by', { code: data.code })}
          <Button size={32} onClick={() => void copy()}>
            {t('referral.copy')}
          </Button>
        </span>
      )}
    </Line>
  );
}

export function Appearance({ me }: { me: Me | undefined }) {
  const t = useText(choicesTexts);
  const { theme, language, upDown, sound } = usePrefs();
  const spoken = languages.filter((each) => currentSite().languages.includes(each));
  return (
    <section aria-labelledby="look" className="border-t border-line px-4 py-6 laptop:px-8">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="look" className="text-16 font-bold">
          {t('look.title')}
        </h2>
        <p className="text-12 text-mute">{t('look.words')}</p>
      </div>
      <Line label={t('look.theme')}>
        <Segment
          label={t('look.theme')}
          value={theme}
          onChange={(value) => setPref('theme', value)}
          items={themes.map((value) => ({ value, label: t(value === 'dark' ? 'look.theme.dark' : 'look.theme.white') }))}
        />
      </Line>
      <Line label={t('look.updown')}>
        <Segment
          label={t('look.updown')}
          value={upDown}
          onChange={(value) => setPref('upDown', value)}
          items={upDownPalettes.map((value) => ({ value, label: t(`look.updown.${value}`) }))}
        />
      </Line>
      {spoken.length > 1 && (
        <Line label={t('look.language')}>
          <Segment
            label={t('look.language')}
            value={language}
            onChange={(value) => setPref('language', value)}
            items={spoken.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Line>
      )}
      <Line label={t('look.sound')}>
        <Switch isOn={sound} label={t('look.sound')} onChange={(isOn) => setPref('sound', isOn)} />
      </Line>
      {me !== undefined && <ReferralLine partnerId={me.partnerId} />}
    </section>
  );
}
