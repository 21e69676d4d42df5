// The states of one place: loading (a skeleton), empty (with the next step), failing (what is safe, asked again by itself), refused, and stale.
import { CloudOff, Lock, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure, messageOf } from '../failure.ts';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { cx } from './classes.ts';
import { Badge } from './marks.tsx';
import { EmptyArt } from './skeleton.tsx';

const texts = defineCatalog({
  'state.retry': ['다시 시도', 'Try again'],
  'state.number': ['오류 번호 {code}', 'Error {code}'],
  'state.again': ['{seconds}초 뒤 자동 재시도', 'trying again in {seconds} s'],
  'state.trying': ['다시 불러오는 중', 'trying again'],
  'state.refused': ['필요한 일이라면 고객지원에 물어봐 주세요.', 'If you need this, please ask our support.'],
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
          <EmptyArt />
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
  /** Low places beside others: words and the retry alone. */
  isLow?: boolean;
}

/** Seconds between attempts that nobody asked for; a member who waits sees prices again soon, a server that struggles is left in peace. */
const waitsS = [3, 5, 10, 20, 30];

/** Counts down and asks again, for as long as the place fails; undefined while it does not. */
function useCountdown(isOn: boolean, ask: (() => void) | undefined): number | undefined {
  const [round, setRound] = useState({ attempt: 0, left: waitsS[0] });
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const { attempt, left } = round;
    const timer = setTimeout(() => {
      // Nobody looks: it is asked when somebody does.
      const isSeen = !document.hidden;
      if (isSeen && left === 1) {
        setRound({ attempt: attempt + 1, left: waitsS[Math.min(attempt + 1, waitsS.length - 1)] });
        latest.current?.();
      } else setRound({ attempt, left: isSeen ? left - 1 : left });
    }, 1000);
    return () => clearTimeout(timer);
  }, [isOn, round]);
  return isOn ? round.left : undefined;
}

/** No answer, or a fault of the server: what may be over in a moment. */
const isPassing = (error: unknown): boolean => error instanceof Failure && (error.isUnknown || error.status === 429);

/** The request's own number where the server gave one: the log is searched by it. */
function numberOf({ code, data }: Failure): string {
  const { requestId } = data;
  return typeof requestId === 'string' ? requestId.slice(0, 8).toUpperCase() : code;
}

export function FailingState({ title, children, error, onRetry, isRetrying = false, isLow = false }: FailingProps) {
  const t = useText(texts);
  const left = useCountdown(onRetry !== undefined && !isRetrying && isPassing(error), onRetry);
  if (error instanceof Failure && (error.status === 403 || error.status === 451)) return <RefusedState error={error} />;
  if (error instanceof Failure && error.status === 404) return <EmptyState title={title}>{messageOf(error)}</EmptyState>;
  const next = isRetrying ? t('state.trying') : left === undefined ? '' : t('state.again', { seconds: left });
  return (
    <div className={cx('flex flex-col items-center justify-center text-center', isLow ? 'py-2' : 'px-4 py-8')}>
      {!isLow && <CloudOff aria-hidden="true" size={22} className="mb-3 text-mute" />}
      <div role="alert">
        <p className={isLow ? 'text-13 font-semibold' : 'text-16 font-bold'}>{title}</p>
        <p className="mt-1 text-13 text-sub">{children ?? (error === undefined ? null : messageOf(error))}</p>
      </div>
      {onRetry && (
        <Button
          look={isLow ? 'line' : 'ink'}
          size={isLow ? 32 : 40}
          className={isLow ? 'mt-2' : 'mt-4'}
          onClick={onRetry}
          isBusy={isRetrying}
        >
          {t('state.retry')}
        </Button>
      )}
      {error instanceof Failure && (
        <p className={cx('text-12 text-mute', isLow ? 'mt-2' : 'mt-3')}>
          {/* Where nothing came back there is no number that a log would have. */}
          {[error.isUnanswered ? '' : t('state.number', { code: numberOf(error) }), next].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  );
}

/** What is not for this member, or not open here: asking again would not help. */
function RefusedState({ error }: { error: Failure }) {
  const t = useText(texts);
  return (
    <div role="alert" className="flex flex-col items-center justify-center px-4 py-8 text-center">
      <Lock aria-hidden="true" size={22} className="mb-3 text-mute" />
      <p className="text-16 font-bold">{messageOf(error)}</p>
      {/* Operators have no support to ask. */}
      {error.code !== 'NO_PERMISSION' && <p className="mt-1 text-13 text-sub">{t('state.refused')}</p>}
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
