// The four states of one place: loading (planks), empty (with the next step), failing (what is safe, retry) and stale (how old, what is locked).
import { CloudOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failure, messageOf } from '../failure.ts';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { Badge } from './marks.tsx';
import { MissingPlank } from './planks.tsx';

const texts = defineCatalog({
  'state.retry': ['다시 시도', 'Try again'],
  'state.number': ['오류 번호 {code}', 'Error {code}'],
  'state.old': ['{seconds}초 전 값이에요', '{seconds} s old'],
});

interface EmptyProps {
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Low places such as table bodies: without the picture. */
  isLow?: boolean;
}

export function EmptyState({ title, children, actions, isLow = false }: EmptyProps) {
  return (
    <div className="flex flex-col items-center justify-center px-4 py-8 text-center">
      {!isLow && (
        <div className="mb-4">
          <MissingPlank />
        </div>
      )}
      <p className={isLow ? 'text-13 font-semibold' : 'text-16 font-bold'}>{title}</p>
      {children && <p className="mt-1 text-13 text-sub">{children}</p>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

interface FailingProps {
  title: ReactNode;
  /** What is safe meanwhile, in words; the server's own message when absent. */
  children?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}

export function FailingState({ title, children, error, onRetry, isRetrying = false }: FailingProps) {
  const t = useText(texts);
  return (
    <div role="alert" className="flex flex-col items-center justify-center px-4 py-8 text-center">
      <CloudOff aria-hidden="true" size={22} className="mb-3 text-mute" />
      <p className="text-16 font-bold">{title}</p>
      <p className="mt-1 text-13 text-sub">{children ?? (error === undefined ? null : messageOf(error))}</p>
      {onRetry && (
        <Button look="ink" className="mt-4" onClick={onRetry} isBusy={isRetrying}>
          {t('state.retry')}
        </Button>
      )}
      {error instanceof Failure && <p className="mt-3 text-12 text-mute">{t('state.number', { code: error.code })}</p>}
    </div>
  );
}

/** Amber chip beside the title of a place whose figures are old. */
export function StaleBadge({ ageMs }: { ageMs: number }) {
  const t = useText(texts);
  return (
    <Badge tone="warn" icon={<WifiOff size={11} />}>
      {t('state.old', { seconds: Math.max(1, Math.round(ageMs / 1000)) })}
    </Badge>
  );
}
