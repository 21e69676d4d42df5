// The wish to move money between wallets: said beside the futures account, answered by the page with the wallet's own dialog.
import type { WalletType } from '@maru/wallet/contract.ts';
import { create } from 'zustand';

/** Where the money is to come from; undefined while nobody asks. */
export const useTransferWish = create<{ from: WalletType | undefined }>(() => ({ from: undefined }));
export const wishTransfer = (from: WalletType) => useTransferWish.setState({ from });
export const endTransfer = () => useTransferWish.setState({ from: undefined });
