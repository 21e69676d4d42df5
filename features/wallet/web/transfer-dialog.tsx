// The transfer over any page; it closes when the money has moved.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import type { WalletType } from '../contract.ts';
import { TransferForm } from './transfer-form.tsx';
import { walletTexts } from './wallet-texts.ts';

interface TransferDialogProps {
  from?: WalletType | undefined;
  to?: WalletType | undefined;
  onClose(): void;
  /** The money has moved. */
  onDone?(): void;
}

export function TransferDialog({ from, to, onClose, onDone = onClose }: TransferDialogProps) {
  const t = useText(walletTexts);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('transfer.title')}
      description={t('transfer.lead')}
      className="w-[min(440px,calc(100vw-16px))]"
    >
      <TransferForm from={from} to={to} onDone={onDone} />
    </Dialog>
  );
}
