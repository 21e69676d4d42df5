// What to send, where to and how much of it, with what arrives beside it; then a look at what the server holds.
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import type { WithdrawNetwork } from '../../contract.ts';
import { quoteWithdrawal } from '../../withdraw-contract.ts';
import { CoinChoice } from '../coin-choice.tsx';
import { PagePart } from '../page-part.tsx';
import { AmountPart } from './amount-part.tsx';
import { DestinationPart } from './destination-part.tsx';
import { NetworkLine } from './network-line.tsx';
import { Standing } from './standing.tsx';
import { Summary } from './summary.tsx';
import { useWithdrawForm, useWhyNot } from './use-withdraw-form.ts';
import type { WithdrawPageProps } from './withdraw-page.tsx';
import { withdrawTexts } from './withdraw-texts.ts';

const ConfirmDialog = lazyArea(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog));

interface Props extends WithdrawPageProps {
  networks: readonly WithdrawNetwork[];
  network: WithdrawNetwork;
  onChoose(walletType: string): void;
  onSent(withdrawalId: number): void;
}

export function WithdrawForm({ networks, network, onChoose, onSent, hasPassword, onSetPassword }: Props) {
  const t = useText(withdrawTexts);
  const { walletType, currency } = network;
  const { data: quote } = useCall(quoteWithdrawal, { query: { walletType }, everyMs: 15_000 });
  const { form, confirming, close } = useWithdrawForm(network, quote);
  const why = useWhyNot(network, quote, form.values);
  return (
    <>
      <form {...form.form} className="grid laptop:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0 divide-y divide-line">
          <Standing network={network} quote={quote} hasPassword={hasPassword} onSetPassword={onSetPassword} />
          <PagePart number={1} title={t('withdraw.what')}>
            <CoinChoice
              networks={networks}
              network={network}
              onChoose={onChoose}
              coinsLabel={t('withdraw.what')}
              networksLabel={t('withdraw.sum.network')}
              Line={NetworkLine}
            />
          </PagePart>
          <PagePart number={2} title={t('withdraw.where')}>
            <DestinationPart form={form} network={network} />
          </PagePart>
          <PagePart number={3} title={t('withdraw.much')}>
            <AmountPart form={form} coin={unitOf(currency)} quote={quote} />
          </PagePart>
        </div>
        <Summary form={form} network={network} quote={quote} why={why} />
      </form>
      {confirming !== undefined && (
        <ConfirmDialog
          network={network}
          typed={confirming}
          hasPassword={hasPassword}
          onSetPassword={onSetPassword}
          onClose={close}
          onDone={(withdrawalId) => {
            close();
            form.reset();
            onSent(withdrawalId);
          }}
        />
      )}
    </>
  );
}
