// Boards where a page will stand while its part of the app arrives.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { texts } from '../texts.ts';

export function Opening() {
  const t = useText(texts);
  return (
    <AfterPause>
      <output aria-label={t('shell.loading')} className="flex flex-col gap-4 p-6">
        <SkeletonBlock className="h-7 w-48" />
        <SkeletonBlock className="h-4 w-72 max-w-full" />
        <SkeletonBlock className="mt-4 h-56 w-full" />
      </output>
    </AfterPause>
  );
}
