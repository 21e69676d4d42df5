// Where one is logged in, and logging out from afar.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type DeviceName, endOneLogin, endOtherLogins, listLogins, type OpenLogin } from '../profile-contract.ts';
import { profileTexts } from './profile-texts.ts';

const LOOK_MS = 15_000;
/** What stands below is not pushed away by old ones: the server gives this device first, then the newest. */
const FEW = 5;

export const wordsOf = ({ system, browser }: DeviceName) => [system, browser].filter(Boolean).join(' · ');

function DeviceRow({ login, onEnd, isEnding }: { login: OpenLogin; onEnd(): void; isEnding: boolean }) {
  const t = useText(profileTexts);
  const Icon = login.device.isPhone ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden="true" size={20} className="shrink-0 text-sub" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold">{wordsOf(login.device) || t('devices.unknown')}</p>
        <p className="text-12 text-mute tabular-nums">
          {login.ip} · {login.isThis ? t('devices.now') : moment(login.seenAt, 'said')}
        </p>
      </div>
      {login.isThis ? (
        <Badge tone="brand">{t('devices.this')}</Badge>
      ) : (
        <Button look="quiet" size={32} isBusy={isEnding} onClick={onEnd}>
          {t('devices.logout')}
        </Button>
      )}
    </li>
  );
}

function AskOthers({ onClose }: { onClose(): void }) {
  const t = useText(profileTexts);
  return (
    <AskDialog
      title={t('devices.others.ask')}
      description={t('devices.others.words')}
      cancel={t('profile.cancel')}
      confirm={t('devices.others')}
      onClose={onClose}
      onConfirm={async () => {
        await call(endOtherLogins);
        await refetch(listLogins);
      }}
    />
  );
}

export function Devices() {
  const t = useText(profileTexts);
  const { data, error, isFetching, refetch: again } = useCall(listLogins, { everyMs: LOOK_MS });
  const [ending, setEnding] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const all = data?.content ?? [];
  const shown = showsAll || all.length <= FEW + 1 ? all : all.slice(0, FEW);
  const end = async (id: string) => {
    setEnding(id);
    try {
      await call(endOneLogin, { body: { id } });
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'warn', stay: 'notice' });
    }
    await refetch(listLogins);
    setEnding(undefined);
  };
  return (
    <section aria-labelledby="devices" className="px-4 py-6 laptop:px-6">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="devices" className="text-16 font-bold">
          {t('devices.title')}
        </h2>
        {data !== undefined && data.content.length > 1 && (
          <Button look="quiet" size={32} onClick={() => setAsking(true)}>
            {t('devices.others')}
          </Button>
        )}
      </div>
      {data === undefined && error === null && <SkeletonRows rows={2} label={t('devices.loading')} />}
      {data === undefined && error !== null && (
        <FailingState isLow title={t('devices.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching} />
      )}
      <ul className="mt-1">
        {shown.map((login) => (
          <DeviceRow key={login.id} login={login} isEnding={ending === login.id} onEnd={() => void end(login.id)} />
        ))}
      </ul>
      {shown.length < all.length && (
        <Button look="quiet" size={32} className="-ml-3" onClick={() => setShowsAll(true)}>
          {t('devices.all', { count: all.length })}
        </Button>
      )}
      {isAsking && <AskOthers onClose={() => setAsking(false)} />}
    </section>
  );
}
