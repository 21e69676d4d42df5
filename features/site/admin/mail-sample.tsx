// A letter as the site sends it: from whom, under which name, in the site's colours.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { texts } from './texts.ts';

export function MailSample({ config, mode }: { config: SiteConfig; mode: SiteConfig['theme']['defaultMode'] }) {
  const t = useText(texts);
  const words = useWords();
  const tokens = config.theme[mode === 'dark' ? 'dark' : 'light'];
  const name = words(config.name);
  return (
    <div className="p-8" style={{ background: tokens['bg'], color: tokens['text'] }}>
      <article
        className="mx-auto max-w-[560px] rounded-8 p-6"
        style={{ background: tokens['surface'], border: `1px solid ${tokens['line']}` }}
      >
        <p className="text-12" style={{ color: tokens['mute'] }}>
          {`${name} <${config.senders?.mail ?? t('siteedit.none')}>`}
        </p>
        <h3 className="mt-1 text-16 font-bold">{t('siteedit.sample.subject', { name })}</h3>
        <p className="mt-4 text-14 whitespace-pre-line">{t('siteedit.sample.body', { name })}</p>
        <p className="mt-4 text-24 font-bold tracking-[0.2em]" style={{ color: tokens['brand'] }}>
          407183
        </p>
      </article>
    </div>
  );
}
