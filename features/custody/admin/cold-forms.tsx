// Forms of cold storage: its address, which a second person agrees to.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { listCold, setColdAddress } from '../cold-admin-contract.ts';
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
