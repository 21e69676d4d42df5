// Logins and failed tries, newest first, page by page.
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { loginHistory, type LoginTry } from '../profile-contract.ts';
import { wordsOf } from './devices.tsx';
import { LockDialog } from './lock-account.tsx';
import { profileTexts } from './profile-texts.ts';

const FIRST = 5;
const MORE = 20;

function TryRow({ row }: { row: LoginTry }) {
  const t = useText(profileTexts);
  const place = [wordsOf(row.device), row.ip].filter(Boolean).join(' · ');
  return (
    <li className="flex items-baseline gap-3 py-1.5 text-13">
      <time dateTime={row.at} className="shrink-0 text-mute tabular-nums">
        {tableMoment(row.at, false)}
      </time>
      <span className="min-w-0 flex-1 break-words">
        {t(`tries.${row.result}`)}
        <span className="block text-12 text-mute">{place}</span>
      </span>
      {!row.result.startsWith('OK') && (
        <Badge tone="danger" icon={<CircleAlert size={11} />} className="self-center">
          {t('tries.failed.badge')}
        </Badge>
      )}
    </li>
  );
}

function MoreTries({ before }: { before: number }) {
  const t = useText(profileTexts);
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(loginHistory, { query: { before: String(before), size: String(MORE) }, isOn: isOpen });
  if (!isOpen || data === undefined) {
    return (
      <li>
        <Button look="quiet" size={32} className="mt-1 -ml-3" isBusy={isOpen} onClick={() => setOpen(true)}>
          {t('tries.more')}
        </Button>
      </li>
    );
  }
  return (
    <>
      {data.content.map((row) => (
        <TryRow key={row.id} row={row} />
      ))}
      {data.next !== null && <MoreTries before={data.next} />}
    </>
  );
}

export function LoginTries() {
  const t = useText(profileTexts);
  const { data, error, isFetching, refetch } = useCall(loginHistory, { query: { size: String(FIRST) } });
  const [isLocking, setLocking] = useState(false);
  return (
    <section aria-labelledby="tries" className="border-t border-line px-4 py-6 laptop:px-6">
      <h2 id="tries" className="mb-2 text-16 font-bold">
        {t('tries.title')}
      </h2>
      {data === undefined && error === null && <SkeletonRows rows={4} label={t('tries.loading')} />}
      {data === undefined && error !== null && (
        <FailingState isLow title={t('tries.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.content.length === 0 && <EmptyState isLow title={t('tries.empty')} />}
      <ul>
        {data?.content.map((row) => (
          <TryRow key={row.id} row={row} />
        ))}
        {data !== undefined && data.next !== null && <MoreTries before={data.next} />}
      </ul>
      {data?.content.some((row) => !row.result.startsWith('OK')) && (
        <div className="mt-3 flex items-center gap-3 rounded-8 bg-sunken px-4 py-2.5 text-13 text-sub">
          <p className="min-w-0 flex-1">{t('tries.notme')}</p>
          <Button look="ink" size={32} onClick={() => setLocking(true)}>
            {t('tries.notme.lock')}
          </Button>
        </div>
      )}
      {isLocking && <LockDialog onClose={() => setLocking(false)} />}
    </section>
  );
}
