// Why an act is to be done to the members that were chosen, and for how long.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { type DeskMember, listMembers } from '../admin-contract.ts';
import { actOnMembers, type BulkAct, type BulkRow } from '../bulk-contract.ts';
import { type HoldDays, HoldDaysField } from './bulk-days.tsx';
import { bulkTexts } from './bulk-texts.ts';

export interface AskChosenProps {
  act: BulkAct;
  chosen: readonly DeskMember[];
  onDone(rows: readonly BulkRow[]): void;
  onClose(): void;
}

const MOST_NAMES = 5;

export function AskChosenDialog({ act, chosen, onDone, onClose }: AskChosenProps) {
  const t = useText(bulkTexts);
  const names = chosen
    .slice(0, MOST_NAMES)
    .map(({ nick }) => nick)
    .join(', ');
  const more = chosen.length - MOST_NAMES;
  const form = useCallForm({
    route: actOnMembers,
    start: { days: '3' as HoldDays, reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ days, reason }) => ({
      playerIds: chosen.map(({ id }) => id),
      act,
      reason: reason.trim(),
      ...(act === 'HOLD' && { days: Number(days) }),
    }),
    onDone: async ({ content }) => {
      onDone(content);
      await refetch(listMembers);
      onClose();
    },
  });
  return (
    <ReasonForm
      form={form}
      title={t('mb.ask', { act: t(`mb.act.${act}`), count: chosen.length })}
      description={more > 0 ? t('mb.ask.words', { names, more: figure(String(more)) }) : t('mb.ask.all', { names })}
      confirm={t('mb.do')}
      look={act === 'DENY' ? 'danger' : 'brand'}
      onClose={onClose}
    >
      {act === 'HOLD' && <HoldDaysField value={form.values.days} onChange={form.at('days').onChange} />}
    </ReasonForm>
  );
}
