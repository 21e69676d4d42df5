// What contradicts itself in a draft, at the top of its form: what keeps it from being published, and what stands so already with a way out.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { CircleAlert } from 'lucide-react';
import { withoutContradictions } from '../contradictions.ts';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const mendable = ['usedCoins', 'type', 'isStaking', 'depositCoins', 'buyCoins'] as const satisfies readonly (keyof SiteConfig)[];

export function ContradictionNotes({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const words = useWords();
  const { config, contradictions, brought } = form;
  if (contradictions.length === 0) return null;
  const mended = withoutContradictions(config);
  const fields = mendable.filter((field) => mended[field] !== config[field]);
  return (
    <section aria-label={t('siteedit.contra')} className="mx-4 mt-4 rounded-8 bg-warn-tint px-4 py-3 text-13">
      <p className="font-semibold text-text">{brought.length > 0 ? t('siteedit.contra.new') : t('siteedit.contra.stands')}</p>
      <ul className="mt-2 flex flex-col gap-1.5 text-sub">
        {contradictions.map((one) => (
          <li key={one.ko} className="flex items-start gap-1.5">
            <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
            <span>{words(one)}</span>
          </li>
        ))}
      </ul>
      {fields.length > 0 && (
        <Button size={32} className="mt-3" onClick={() => fields.forEach((field) => form.set(field, mended[field]))}>
          {t('siteedit.contra.mend')}
        </Button>
      )}
    </section>
  );
}
