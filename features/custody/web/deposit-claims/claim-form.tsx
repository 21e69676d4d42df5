// What a member knows of a payment: coin, transaction and amount, and if it likes the sender and how it can be known for its owner.
import { TextArea } from '@maru/kit/web/forms/text-area.tsx';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import type { DepositNetwork } from '../../contract.ts';
import { askDepositClaim, listDepositClaims, MOST_DAY_CLAIMS, MOST_OPEN_CLAIMS } from '../../deposit-claim-contract.ts';
import { claimTexts } from './claim-texts.ts';

const filled = (name: 'sender' | 'evidence', text: string) => (text.trim() === '' ? {} : { [name]: text.trim() });

function useAsking(networks: readonly DepositNetwork[]) {
  const t = useText(claimTexts);
  const start = { walletType: networks[0].walletType, txHash: '', point: '', sender: '', evidence: '' };
  const form = useCallForm({
    route: askDepositClaim,
    start,
    labels: { txHash: t('claim.hash'), point: t('claim.point'), sender: t('claim.sender'), evidence: t('claim.evidence') },
    optional: ['sender', 'evidence'],
    body: ({ walletType, txHash, point, sender, evidence }) => ({
      walletType,
      txHash: txHash.trim(),
      point: point.trim(),
      ...filled('sender', sender),
      ...filled('evidence', evidence),
    }),
    onDone: async (_claim, { walletType }) => {
      form.reset({ ...start, walletType });
      await refetch(listDepositClaims);
      toast({ title: t('claim.sent'), line: t('claim.sent.line'), kind: 'done' });
    },
  });
  return form;
}

export function ClaimForm({ networks }: { networks: readonly DepositNetwork[] }) {
  const t = useText(claimTexts);
  const form = useAsking(networks);
  const network = networks.find(({ walletType }) => walletType === form.values.walletType) ?? networks[0];
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;
  return (
    <form {...form.form} aria-label={t('claim.form')} className="min-w-0 max-w-[640px] px-4 py-6 laptop:px-8">
      <h2 className="mb-4 text-16 font-bold">{t('claim.form')}</h2>
      <p className="mb-1.5 text-13 font-semibold">{t('claim.coin')}</p>
      <div className="mb-4">
        <Select
          label={t('claim.coin')}
          value={network.walletType}
          onChange={(walletType) => form.set({ walletType })}
          options={networks.map(({ walletType, currency, chain }) => ({
            value: walletType,
            label: t('claim.coin.option', { coin: unitOf(currency), chain }),
          }))}
        />
      </div>
      <TextField {...form.text('txHash', (typed) => typed.trim())} {...plain} maxLength={64} help={t('claim.hash.help')} />
      <TextField
        {...form.text('point')}
        {...plain}
        inputMode="decimal"
        maxLength={31}
        help={t('claim.point.help', { least: figure(network.least), coin: unitOf(network.currency) })}
      />
      <TextField {...form.text('sender', (typed) => typed.trim())} {...plain} maxLength={128} note={t('claim.optional')} />
      <TextArea {...form.text('evidence')} rows={4} maxLength={1000} note={t('claim.optional')} help={t('claim.evidence.help')} />
      <FormTrouble words={form.trouble} className="mb-3" />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!form.isReady}>
        {t('claim.send')}
      </Button>
      <p className="mt-3 text-12 text-mute">{t('claim.limits', { open: MOST_OPEN_CLAIMS, day: MOST_DAY_CLAIMS })}</p>
    </form>
  );
}
