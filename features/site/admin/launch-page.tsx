// Whether the brand is open, what its launch list says, and the ways on: to the page that mends an item, to confirm, to open, to begin another brand.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan, useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskBand } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  confirmLaunchItem,
  createBrand,
  getLaunch,
  giveUpBrand,
  type LaunchCheck,
  launchGroups,
  type LaunchState,
  openBrand,
  proveHosts,
} from '../launch-contract.ts';
import { GiveUpDialog } from './give-up-dialog.tsx';
import { launchTexts } from './launch-texts.ts';
import { NewBrandDialog } from './new-brand-dialog.tsx';

type Asking = { of: 'new' | 'open' | 'giveUp' } | { of: 'confirm'; item: 'limits' | 'rules' };

export function LaunchPage() {
  const t = useText(launchTexts);
  const query = useCall(getLaunch);
  const [asking, setAsking] = useState<Asking>();
  const mayCreate = useMay(createBrand);
  return (
    <DeskPage
      title={t('launch.title')}
      actions={
        mayCreate && (
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setAsking({ of: 'new' })}>
            {t('launch.new')}
          </Button>
        )
      }
    >
      <Loaded query={query} title={t('launch.failed')} rows={8}>
        {(state) => <List state={state} onAsk={setAsking} />}
      </Loaded>
      {asking?.of === 'new' && <NewBrandDialog onClose={() => setAsking(undefined)} />}
      {asking?.of === 'open' && query.data && <OpenDialog state={query.data} onClose={() => setAsking(undefined)} />}
      {asking?.of === 'giveUp' && query.data && <GiveUpDialog state={query.data} onClose={() => setAsking(undefined)} />}
      {asking?.of === 'confirm' && <ConfirmDialog item={asking.item} onClose={() => setAsking(undefined)} />}
    </DeskPage>
  );
}

function List({ state, onAsk }: { state: LaunchState; onAsk(asking: Asking): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  const mayOpen = useCan('site.open');
  const mayGiveUp = useMay(giveUpBrand);
  const { checks, openedAt } = state;
  const done = checks.filter(({ isGreen }) => isGreen).length;
  const left = checks.length - done;
  return (
    <>
      <DeskBand>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-16 font-bold">{words(state.name)}</h2>
          <Badge tone={openedAt === null ? 'warn' : 'good'}>{t(openedAt === null ? 'launch.closed' : 'launch.open')}</Badge>
          <span className="text-13 text-mute">{state.hosts.join(', ')}</span>
          <span className="ml-auto text-14 font-bold tabular-nums">{t('launch.count', { done, total: checks.length })}</span>
        </div>
        <div className="mt-3 flex gap-1" aria-hidden="true">
          {checks.map(({ item, isGreen }) => (
            <span key={item} className={cx('h-1.5 flex-1 rounded-2', isGreen ? 'bg-green' : 'bg-line')} />
          ))}
        </div>
        <p className="mt-3 text-13 text-sub">
          {openedAt === null ? t('launch.note') : t('launch.since', { at: tableMoment(openedAt, false) })}
        </p>
      </DeskBand>
      <div>
        {launchGroups.map((group) => (
          <Group key={group} group={group} checks={checks.filter((check) => check.group === group)} onAsk={onAsk} />
        ))}
        {openedAt === null && mayOpen && (
          <div className="px-4 py-5 laptop:pr-6 laptop:pl-[224px]">
            <Button look="brand" disabled={left > 0} onClick={() => onAsk({ of: 'open' })}>
              {left > 0 ? t('launch.act.left', { count: left }) : t('launch.act')}
            </Button>
          </div>
        )}
        {openedAt === null && mayGiveUp && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-4 laptop:pr-6 laptop:pl-[224px]">
            <p className="min-w-0 flex-1 basis-52 text-13 text-sub">{t('launch.giveUp.note')}</p>
            <Button onClick={() => onAsk({ of: 'giveUp' })}>{t('launch.giveUp')}</Button>
          </div>
        )}
      </div>
    </>
  );
}

function Group({ group, checks, onAsk }: { group: LaunchCheck['group']; checks: readonly LaunchCheck[]; onAsk(asking: Asking): void }) {
  const t = useText(launchTexts);
  if (checks.length === 0) return null;
  return (
    <section className="border-b border-line px-4 py-3 laptop:grid laptop:grid-cols-[200px_minmax(0,1fr)] laptop:px-6">
      <h2 className="pt-2 text-14 font-bold laptop:pt-3.5">{t(`launch.group.${group}`)}</h2>
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <Item key={check.item} check={check} onAsk={onAsk} />
        ))}
      </ul>
    </section>
  );
}

/** The server calls the brand's hosts itself; what it met stands in the list afterwards. */
function ProveHosts() {
  const t = useText(launchTexts);
  const may = useMay(proveHosts);
  const [isLooking, setLooking] = useState(false);
  if (!may) return null;
  const look = async () => {
    setLooking(true);
    try {
      await call(proveHosts, { body: {} });
      await refetch(getLaunch);
    } catch (error) {
      toast({ title: messageOf(error), kind: 'danger' });
    }
    setLooking(false);
  };
  return (
    <Button size={32} isBusy={isLooking} onClick={() => void look()}>
      {t('launch.prove')}
    </Button>
  );
}

const pageRights: Readonly<Record<string, string>> = {
  '/coupons': 'coupon.read',
  '/documents': 'document.read',
  '/exposure': 'futures.read',
  '/prices': 'futures.read',
  '/senders': 'provider.read',
  '/staff': 'operator.read',
};
/** Nobody is led to a page that would be refused; the others are read by whoever reads this list. */
const rightOf = (page: string | null): string => pageRights[page ?? ''] ?? 'site.read';

function Item({ check, onAsk }: { check: LaunchCheck; onAsk(asking: Asking): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  const mayConfirm = useCan('site.money');
  const { item, isGreen, page, asksConfirmation, asksProof } = check;
  const mayOpen = useCan(rightOf(page));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className={isGreen ? 'text-green' : 'text-warn'}>
        {isGreen ? <Check aria-hidden="true" size={18} /> : <CircleAlert aria-hidden="true" size={18} />}
        <span className="sr-only">{t(isGreen ? 'launch.green' : 'launch.left')}</span>
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <div className="text-14 font-semibold">{words(check.title)}</div>
        <div className={cx('text-13', isGreen ? 'text-sub' : 'text-warn')}>{words(check.says)}</div>
      </div>
      <div className="ml-auto flex gap-2">
        {!isGreen && page !== null && mayOpen && (
          <Link to={page} className={buttonClass('line', 32)}>
            {t('launch.go')}
          </Link>
        )}
        {asksProof && <ProveHosts />}
        {asksConfirmation && mayConfirm && (
          <Button size={32} onClick={() => onAsk({ of: 'confirm', item: item as 'limits' | 'rules' })}>
            {t('launch.confirm')}
          </Button>
        )}
      </div>
    </li>
  );
}

function ConfirmDialog({ item, onClose }: { item: 'limits' | 'rules'; onClose(): void }) {
  const t = useText(launchTexts);
  return (
    <ReasonDialog
      title={t('launch.confirm.title')}
      description={t('launch.confirm.words')}
      confirm={t('launch.confirm')}
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(confirmLaunchItem, { body: { item, reason } });
        toast({ title: t('launch.confirmed'), stay: 'notice' });
        await refetch(getLaunch);
      }}
    />
  );
}

function OpenDialog({ state, onClose }: { state: LaunchState; onClose(): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  return (
    <ReasonDialog
      title={t('launch.act.title', { name: words(state.name) })}
      description={t('launch.act.words', { hosts: state.hosts.join(', ') })}
      confirm={t('launch.new.send')}
      onClose={onClose}
      onConfirm={(reason) => call(openBrand, { body: { reason } })}
    />
  );
}
