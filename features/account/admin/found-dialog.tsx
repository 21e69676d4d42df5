// An act on every member that the filter finds: how many they are now, why, and then it goes on by itself.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useState } from 'react';
import type { BulkAct } from '../bulk-contract.ts';
import { countFound, listMemberJobs, startMemberJob } from '../member-job-contract.ts';
import { type HoldDays, HoldDaysField } from './bulk-days.tsx';
import { bulkTexts } from './bulk-texts.ts';
import type { MemberQuery } from './members-page.tsx';

export interface FoundDialogProps {
  act: BulkAct;
  query: MemberQuery;
  onBegun(): void;
  onClose(): void;
}

/** What was shown is what is agreed to: a number that changes by itself would be confirmed unread. */
function useShownCount(query: MemberQuery) {
  const counted = useCall(countFound, { query });
  const [shown, setShown] = useState<number>();
  if (shown === undefined && counted.data !== undefined) setShown(counted.data.count);
  return { shown, setShown, error: counted.error };
}

export function FoundDialog({ act, query, onBegun, onClose }: FoundDialogProps) {
  const t = useText(bulkTexts);
  const { shown, setShown, error } = useShownCount(query);
  const form = useCallForm({
    route: startMemberJob,
    start: { days: '3' as HoldDays, reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ days, reason }) => ({
      ...query,
      act,
      reason: reason.trim(),
      expected: shown ?? 0,
      ...(act === 'HOLD' && { days: Number(days) }),
    }),
    send: (_values, _key, body) =>
      call(startMemberJob, { body }).catch((thrown: unknown) => {
        if (thrown instanceof Failure && thrown.code === 'FOUND_MORE') setShown(Number(thrown.data['count']));
        throw thrown;
      }),
    onDone: () => {
      toast({ title: t('mj.begun'), kind: 'done' });
      onBegun();
      onClose();
    },
    onSettled: () => refetch(listMemberJobs),
  });
  const blocked = shown !== undefined ? undefined : error === null ? t('mj.counting') : messageOf(error);
  return (
    <ReasonForm
      form={form}
      title={shown === undefined ? t(`mb.act.${act}`) : t('mb.ask', { act: t(`mb.act.${act}`), count: figure(String(shown)) })}
      description={t(act === 'LIFT_HOLD' ? 'mj.ask.two' : 'mj.ask')}
      confirm={t('mb.do')}
      look={act === 'DENY' ? 'danger' : 'brand'}
      blocked={blocked}
      onClose={onClose}
    >
      {act === 'HOLD' && <HoldDaysField value={form.values.days} onChange={form.at('days').onChange} />}
    </ReasonForm>
  );
}
