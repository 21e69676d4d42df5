// Leaving: what stands in the way with the way to each, what would be given up, what is kept, and the password that makes it final.
import { call } from '@maru/kit/web/api-client.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch as refetchCall, useCall } from '@maru/kit/web/query.ts';
import { endSession } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { getLeaving, leave, type Leaving } from '../leaving-contract.ts';
import { leavingTexts } from './leaving-texts.ts';
import { PasswordField } from './password-field.tsx';

function Stands({
  children,
  count,
  path,
  onGo,
}: {
  children: ReactNode;
  count: number | null;
  path: string | null;
  onGo?: (() => void) | undefined;
}) {
  const t = useText(leavingTexts);
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line text-14 last:border-b-0">
      <CircleAlert aria-hidden="true" size={16} className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1 first-letter:uppercase">
        {children}
        {count !== null && <b className="ml-2 font-semibold tabular-nums">{count}</b>}
      </span>
      {path !== null && (
        <OwnLink href={path} onClick={onGo} className="shrink-0 text-13 font-semibold underline">
          {t('leave.go')}
        </OwnLink>
      )}
    </li>
  );
}

/** `isShut`: without a login no page leads to any of it. */
export function InTheWay({ data, onGo, isShut = false }: { data: Leaving; onGo?: () => void; isShut?: boolean }) {
  const t = useText(leavingTexts);
  const words = useWords();
  const { isShared, obstacles, held } = data;
  if (isShared) return <p className="text-14">{t('leave.shared')}</p>;
  const isTooMuch = held.wallets.length > 0 && !held.mayGiveUp;
  if (obstacles.length === 0 && !isTooMuch)
    return (
      <p className="flex items-center gap-2 text-14">
        <Check aria-hidden="true" size={16} className="shrink-0 text-sub" />
        {t('leave.clear')}
      </p>
    );
  return (
    <section aria-labelledby="leave-obstacles">
      <h3 id="leave-obstacles" className="text-13 font-semibold">
        {t('leave.obstacles')}
      </h3>
      <ul className="mt-1">
        {obstacles.map(({ kind, name, count, path }) => (
          <Stands key={kind} count={count} path={isShut ? null : path} onGo={onGo}>
            {words(name)}
          </Stands>
        ))}
        {isTooMuch && (
          <Stands count={null} path={isShut ? null : '/dnw_history/asset'} onGo={onGo}>
            {t('leave.balance', { total: figure(held.total) })}
            <span className="block text-12 text-mute">{t('leave.balance.words', { most: held.most })}</span>
          </Stands>
        )}
      </ul>
    </section>
  );
}

export function Afterwards({ kept }: Pick<Leaving, 'kept'>) {
  const t = useText(leavingTexts);
  // Leap days are no part of how a law counts.
  const span = (days: number) => (days < 365 ? t('leave.days', { n: days }) : t('leave.years', { n: Math.floor(days / 365) }));
  const { contracts, disputes, logins, rejoin } = kept;
  return (
    <section aria-labelledby="leave-kept" className="mt-4 rounded-8 bg-sunken p-3">
      <h3 id="leave-kept" className="text-13 font-semibold">
        {t('leave.kept')}
      </h3>
      <ul className="mt-1 list-disc space-y-1 pl-4 text-12 text-sub">
        <li>{t('leave.kept.erased')}</li>
        <li>{t('leave.kept.law', { contracts: span(contracts), disputes: span(disputes), logins: span(logins) })}</li>
        <li>{t('leave.kept.rejoin', { rejoin })}</li>
        <li>{t('leave.kept.data')}</li>
      </ul>
    </section>
  );
}

const asksTickOf = (data: Leaving | undefined) => data !== undefined && data.held.mayGiveUp && data.held.wallets.length > 0;

/** `known`: what stands in the way, as it was read last. */
function useLeaveForm(known: RefObject<Leaving | undefined>) {
  const t = useText(leavingTexts);
  return useCallForm<OpenForm, { givesUp: string | undefined; password: string }, unknown>({
    // The sum that was ticked: another sum asks for another tick.
    start: { givesUp: undefined, password: '' },
    labels: { password: t('leave.password') },
    otherwise: 'password',
    losesNothing: true,
    send: async ({ givesUp, password }) => {
      try {
        // Its end is no forced one, whichever of the two would be told first.
        socket.stop();
        await call(leave, { body: { password, ...(asksTickOf(known.current) && { givesUp }) } });
      } catch (thrown) {
        socket.start();
        void refetchCall(getLeaving);
        throw thrown;
      }
    },
    onDone: () => endSession('/alert?code=left'),
  });
}

export function LeaveDialog({ onClose }: { onClose(): void }) {
  const t = useText(leavingTexts);
  const known = useRef<Leaving>(undefined);
  const form = useLeaveForm(known);
  // Not while it is being done: the login behind the question ends.
  const asked = useCall(getLeaving, form.isBusy ? { keepsOld: true } : { everyMs: 10_000, keepsOld: true });
  const { data, error: failed, isFetching, refetch } = asked;
  useEffect(() => {
    known.current = data;
  }, [data]);
  const { givesUp, password } = form.values;
  const asksTick = asksTickOf(data);
  const isEmpty = data?.held.wallets.length === 0;
  const isFree = data !== undefined && !data.isShared && data.obstacles.length === 0 && (isEmpty || data.held.mayGiveUp);
  const isReady = isFree && (!asksTick || givesUp === data.held.total) && password !== '';
  return (
    <Dialog isOpen onClose={onClose} title={t('leave.ask')} description={t('leave.ask.words')} className="w-[min(480px,calc(100vw-32px))]">
      {data === undefined && failed === null && <SkeletonRows rows={3} label={t('leave.loading')} />}
      {data === undefined && failed !== null && (
        <FailingState isLow title={t('leave.failed')} error={failed} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && (
        <form {...form.form}>
          <InTheWay data={data} onGo={onClose} />
          <Afterwards kept={data.kept} />
          {isFree && (
            <div className="mt-4">
              {asksTick && (
                <Checkbox
                  isOn={givesUp === data.held.total}
                  onChange={(isOn) => form.set({ givesUp: isOn ? data.held.total : undefined })}
                  className="mb-4"
                >
                  <span className="text-13">{t('leave.giveUp', { total: figure(data.held.total) })}</span>
                </Checkbox>
              )}
              <PasswordField {...form.at('password')} autoComplete="current-password" />
            </div>
          )}
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={onClose}>{t('leave.cancel')}</Button>
            {isFree && (
              <Button type="submit" look="danger" isBusy={form.isBusy} disabled={!isReady}>
                {t('leave.do')}
              </Button>
            )}
            {!isFree && !data.isShared && (
              <Button look="brand" isBusy={isFetching} onClick={() => void refetch()}>
                {t('leave.again')}
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}
