// A new address for the list: of which network, where, under which name; the withdrawal password stands for who asks.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { SecretDigits } from '@maru/kit/web/inputs/secret-digits.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { addAllowed, readAllowList } from '../../allow-list-contract.ts';
import { siteCoins, type WithdrawNetwork } from '../../contract.ts';
import { addressFault } from '../withdraw/address-words.ts';
import { withdrawTexts } from '../withdraw/withdraw-texts.ts';
import { allowTexts } from './allow-texts.ts';

export function AddDialog({ onClose }: { onClose(): void }) {
  const t = useText(allowTexts);
  const { data } = useCall(siteCoins);
  return (
    <Dialog isOpen onClose={onClose} title={t('allow.add')} className="w-[min(480px,calc(100vw-32px))]">
      {data === undefined ? (
        <SkeletonRows hasMark={false} rows={4} rowClass="h-14" label={t('allow.add')} />
      ) : (
        <AddForm networks={data.withdrawals} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** An address serves every coin of its network: each network once. */
const chainsOf = (networks: readonly WithdrawNetwork[]) =>
  networks.filter((one, at) => networks.findIndex(({ chain }) => chain === one.chain) === at);

function useAdding(networks: readonly WithdrawNetwork[], onClose: () => void) {
  const t = useText(allowTexts);
  const w = useText(withdrawTexts);
  const chainOf = (walletType: string) => networks.find((one) => one.walletType === walletType)?.chain ?? '';
  return useCallForm({
    route: addAllowed,
    start: { walletType: networks.at(0)?.walletType ?? '', label: '', address: '', memo: '', password: '' },
    labels: { label: t('allow.label'), address: w('withdraw.address'), memo: w('withdraw.memo'), password: t('allow.password') },
    optional: ['memo'],
    spent: ['password'],
    body: ({ memo, address, label, ...rest }) => ({
      ...rest,
      label: label.trim(),
      address: address.trim(),
      ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
    }),
    check: ({ walletType, address }) => ({ address: addressFault(w, chainOf(walletType), address.trim()) }),
    onDone: async ({ ripeAt }) => {
      await refetch(readAllowList);
      toast({ title: t('allow.added'), line: t('allow.added.line', { time: moment(ripeAt, 'said') }), kind: 'done' });
      onClose();
    },
  });
}

function AddForm({ networks, onClose }: { networks: readonly WithdrawNetwork[]; onClose(): void }) {
  const t = useText(allowTexts);
  const w = useText(withdrawTexts);
  const form = useAdding(networks, onClose);
  const { walletType } = form.values;
  const network = networks.find((one) => one.walletType === walletType);
  const coinsOf = (chain: string) =>
    networks
      .filter((one) => one.chain === chain)
      .map(({ currency }) => unitOf(currency))
      .join(', ');
  return (
    <form {...form.form}>
      <p className="mb-1.5 text-13 font-semibold">{t('allow.network')}</p>
      <div className="mb-4">
        <Select
          label={t('allow.network')}
          value={walletType}
          onChange={(next) => form.set({ walletType: next, memo: '' })}
          options={chainsOf(networks).map((one) => ({
            value: one.walletType,
            label: t('allow.network.coins', { chain: one.chain, coins: coinsOf(one.chain) }),
          }))}
        />
      </div>
      <TextField
        {...form.text('address', (typed) => typed.trim())}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
      />
      {network?.hasMemo === true && (
        <TextField {...form.text('memo')} note={w('withdraw.memo.note')} autoComplete="off" spellCheck={false} maxLength={256} />
      )}
      <TextField {...form.text('label')} maxLength={40} help={t('allow.label.help')} />
      <SecretDigits {...form.at('password')} />
      <FormTrouble words={form.trouble} className="mb-3" />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!form.isReady}>
        {t('allow.add')}
      </Button>
    </form>
  );
}
