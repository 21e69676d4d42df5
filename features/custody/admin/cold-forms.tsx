// Forms of cold storage: its address, and what is taken out of it; a second person agrees to either.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { askColdMove, listCold, setColdAddress } from '../cold-admin-contract.ts';
import { coldTexts } from './cold-texts.ts';

const addressForm = declareForm({
  route: setColdAddress,
  texts: coldTexts,
  fields: { chain: { label: 'co.chain' }, address: { label: 'co.address' } },
  submit: 'co.set',
  done: 'co.set.done',
  refetches: [listCold],
});

export function AddressForm({ onClose }: { onClose(): void }) {
  const t = useText(coldTexts);
  return <DeskFormDialog of={addressForm} title={t('co.set')} description={t('co.set.words')} onClose={onClose} />;
}

const takeForm = declareForm({
  route: askColdMove,
  texts: coldTexts,
  fields: { amount: { label: 'co.amount' } },
  submit: 'co.take',
  done: 'co.set.done',
  refetches: [listCold],
});

export interface Taken {
  coldId: number;
  walletType: string;
  currency: string;
}

export function TakeForm({ of: { coldId, walletType, currency }, onClose }: { of: Taken; onClose(): void }) {
  const t = useText(coldTexts);
  return (
    <DeskFormDialog
      of={takeForm}
      fixed={{ coldId, walletType }}
      title={t('co.take.title', { coin: unitOf(currency) })}
      description={t('co.take.words')}
      onClose={onClose}
    />
  );
}
