// The request to move money between wallets: said beside the futures account, answered by the page with the wallet's own dialog.
import type { WalletType } from '@maru/wallet/contract.ts';
import { create } from 'zustand';

/** Where the money is to come from; undefined while nobody asks. */
export const useTransferRequest = create<{ from: WalletType | undefined }>(() => ({ from: undefined }));
export const requestTransfer = (from: WalletType) => useTransferRequest.setState({ from });
export const endTransfer = () => useTransferRequest.setState({ from: undefined });
