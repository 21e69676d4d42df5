// Shown when a lazy area cannot be loaded (after its one reload) or a page throws: what is safe, and a way to try again.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { texts } from '../texts.ts';

export function AreaFailed({ error }: ErrorComponentProps) {
  const t = useText(texts);
  useEffect(() => console.error(error), [error]);
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <FailingState title={t('area.failed')} error={error} onRetry={() => location.reload()}>
        {t('area.failed.words')}
      </FailingState>
    </div>
  );
}
