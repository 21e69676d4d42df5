// An act on every member that the filter finds: how many they are now, why, and then it goes on by itself.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
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

interface FoundDialogProps {
  act: BulkAct;
  query: MemberQuery;
  onBegun(): void;
  onClose(): void;
}

export function FoundDialog({ act, query, onBegun, onClose }: FoundDialogProps) {
  const t = useText(bulkTexts);
  const [days, setDays] = useState<HoldDays>('3');
  const counted = useCall(countFound, { query });
  // What was shown is what is agreed to: a number that changes by itself would be confirmed unread.
  const [shown, setShown] = useState<number>();
  if (shown === undefined && counted.data !== undefined) setShown(counted.data.count);
  const begin = async (reason: string) => {
    try {
      await call(startMemberJob, {
        body: { ...query, act, reason, expected: shown ?? 0, ...(act === 'HOLD' && { days: Number(days) }) },
      });
      toast({ title: t('mj.begun'), kind: 'done' });
      onBegun();
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'FOUND_MORE') setShown(Number(thrown.data['count']));
      throw thrown;
    } finally {
      await refetch(listMemberJobs);
    }
  };
  const blocked =
    counted.error !== null && shown === undefined ? messageOf(counted.error) : shown === undefined ? t('mj.counting') : undefined;
  return (
    <ReasonDialog
      title={shown === undefined ? t(`mb.act.${act}`) : t('mb.ask', { act: t(`mb.act.${act}`), count: figure(String(shown)) })}
      description={t(act === 'LIFT_HOLD' ? 'mj.ask.two' : 'mj.ask')}
      confirm={t('mb.do')}
      look={act === 'DENY' ? 'danger' : 'brand'}
      blocked={blocked}
      onConfirm={begin}
      onClose={onClose}
    >
      {act === 'HOLD' && <HoldDaysField value={days} onChange={setDays} />}
    </ReasonDialog>
  );
}
