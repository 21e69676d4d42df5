// Shown when a lazy area cannot be loaded (after its one reload), a page throws or nobody says who is here: what is safe, and a way to try again.
import { recallAnew } from '@maru/account/web/auth.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { texts } from '../texts.ts';

export function AreaFailed({ error }: ErrorComponentProps) {
  const t = useText(texts);
  const router = useRouter();
  const retry = () => {
    if (!(error instanceof Failure)) return location.reload();
    recallAnew();
    return void router.invalidate();
  };
  useEffect(() => console.error(error), [error]);
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <FailingState title={t('area.failed')} error={error} onRetry={retry}>
        {t('area.failed.words')}
      </FailingState>
    </div>
  );
}
