// The limits of transfers between members, over the page of them.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { changeMemberTerms, listMemberTransfers } from '../member-transfer-admin-contract.ts';
import { deskTransferTexts } from './member-transfer-texts.ts';

const limitsForm = declareForm({
  route: changeMemberTerms,
  texts: deskTransferTexts,
  fields: {
    least: { label: 'wm.f.least', unit: 'USDT' },
    most: { label: 'wm.f.most', unit: 'USDT' },
    dayMost: { label: 'wm.f.dayMost', unit: 'USDT' },
    secondFrom: { label: 'wm.f.secondFrom', unit: 'USDT' },
  },
  submit: 'wm.save',
  done: 'wm.saved',
  refetches: [listMemberTransfers],
});

export function LimitsForm({ of, onClose }: { of: ReplyOf<typeof listMemberTransfers> | undefined; onClose(): void }) {
  const t = useText(deskTransferTexts);
  if (of === undefined) return null;
  const { least, most, dayMost, secondFrom } = of.terms;
  return (
    <DeskFormDialog
      of={limitsForm}
      start={{ least, most, dayMost, secondFrom }}
      title={t('wm.change.title')}
      description={t('wm.change.words')}
      onClose={onClose}
    />
  );
}
