// /dnw/addresses: the member's addresses, how long each new one still waits, and whether withdrawals go there alone.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { ChevronLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { type AllowList, readAllowList } from '../../allow-list-contract.ts';
import { Countdown } from '../countdown.tsx';
import { AllowedRow } from './allowed-row.tsx';
import { allowTexts } from './allow-texts.ts';

const AddDialog = lazyArea(() => import('./add-dialog.tsx').then((m) => m.AddDialog));
const SwitchDialog = lazyArea(() => import('./switch-dialog.tsx').then((m) => m.SwitchDialog));

interface AllowListPageProps {
  /** The withdrawal password is account's. Undefined: not known yet. */
  hasPassword: boolean | undefined;
  onSetPassword(): void;
}

const HOUR = 3600;
const hoursOf = ({ waitSeconds }: Pick<AllowList, 'waitSeconds'>): number => Math.round(waitSeconds / HOUR);

export function AllowListPage(props: AllowListPageProps) {
  const t = useText(allowTexts);
  const { data, error, isFetching, refetch } = useCall(readAllowList);
  return (
    <div className="min-h-[calc(100dvh-57px)]">
      <header className="border-b border-line px-4 py-6 laptop:px-8">
        <OwnLink href="/dnw/withdraw" className="touch mb-2 inline-flex items-center gap-1 text-13 text-sub hover:text-text">
          <ChevronLeft aria-hidden="true" size={14} />
          {t('allow.back')}
        </OwnLink>
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('allow.title')}</h1>
        <p className="mt-1 text-14 text-sub">{t('allow.lead')}</p>
      </header>
      <div className="max-w-[800px]">
        {data !== undefined ? (
          <Known {...props} list={data} />
        ) : error ? (
          <FailingState title={t('allow.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows hasMark={false} rows={4} rowClass="h-16" label={t('allow.title')} />
        )}
      </div>
    </div>
  );
}

interface KnownProps extends AllowListPageProps {
  list: AllowList;
}

function Known({ list, hasPassword, onSetPassword }: KnownProps) {
  const t = useText(allowTexts);
  const [opened, setOpened] = useState<'add' | 'switch'>();
  const close = () => setOpened(undefined);
  // Nothing here is changed without the password.
  const open = (what: 'add' | 'switch') => (hasPassword === false ? onSetPassword() : setOpened(what));
  const { content, most } = list;
  return (
    <>
      {hasPassword === false && (
        <p className="mx-4 mt-5 flex flex-wrap items-center justify-between gap-2 rounded-8 bg-warn-tint px-4 py-3 text-13 laptop:mx-8">
          {t('allow.noPassword')}
          <Button size={36} onClick={onSetPassword}>
            {t('allow.setPassword')}
          </Button>
        </p>
      )}
      <Binding list={list} onSwitch={() => open('switch')} />
      <section aria-labelledby="allowed" className="px-4 py-6 laptop:px-8">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 id="allowed" className="text-16 font-bold">
            {t('allow.list')} <span className="num text-12 font-normal text-mute">{t('allow.count', { count: content.length, most })}</span>
          </h2>
          <OffBecause reason={content.length >= most ? t('allow.full') : undefined}>
            <Button size={36} look="brand" icon={<Plus size={16} aria-hidden="true" />} onClick={() => open('add')}>
              {t('allow.add')}
            </Button>
          </OffBecause>
        </div>
        {content.length === 0 ? (
          <EmptyState title={t('allow.none')}>{t('allow.none.words', { hours: hoursOf(list) })}</EmptyState>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {content.map((entry) => (
              <AllowedRow key={entry.entryId} entry={entry} hours={hoursOf(list)} />
            ))}
          </ul>
        )}
      </section>
      {opened === 'add' && <AddDialog onClose={close} />}
      {opened === 'switch' && <SwitchDialog list={list} onClose={close} />}
    </>
  );
}

/** Switching off waits as a new address does: until then it stays on. */
function Binding({ list, onSwitch }: { list: AllowList; onSwitch(): void }) {
  const t = useText(allowTexts);
  const { isOn, offAt } = list;
  return (
    <section className="flex items-start justify-between gap-4 border-b border-line px-4 py-5 laptop:px-8">
      <div className="min-w-0">
        <h2 className="text-14 font-bold">{t('allow.switch')}</h2>
        <p className="mt-0.5 text-13 text-sub">
          {offAt !== null ? t('allow.switch.waits', { time: moment(offAt, 'said') }) : t(isOn ? 'allow.switch.on' : 'allow.switch.off')}
        </p>
        {offAt !== null && (
          <p className="mt-2 flex items-center gap-3">
            <Countdown until={offAt} routes={[readAllowList]} />
            <Button size={32} onClick={onSwitch}>
              {t('allow.switch.keep')}
            </Button>
          </p>
        )}
      </div>
      <Switch isOn={isOn} label={t('allow.switch')} disabled={offAt !== null} onChange={onSwitch} />
    </section>
  );
}
