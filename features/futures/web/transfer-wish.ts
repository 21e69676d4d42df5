// The wish to move money between wallets: said beside the futures account, answered by the page with the wallet's own dialog.
import { create } from 'zustand';

export const useTransferWish = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
export const wishTransfer = () => useTransferWish.setState({ isOpen: true });
export const endTransfer = () => useTransferWish.setState({ isOpen: false });
