// What an approval is bound to: whose withdrawal it is, where it goes and how much. The server writes it, the signer computes it anew.
import { hash } from 'node:crypto';

export interface WithdrawalContent {
  id: number;
  site: number;
  account: number;
  walletType: string;
  asset: number;
  chain: string;
  address: string;
  memo: string | null;
  payee: number | null;
  amount: number;
  fee: number;
}

export function contentHash({ id, site, account, walletType, asset, chain, address, memo, payee, amount, fee }: WithdrawalContent): string {
  return hash('sha256', JSON.stringify([id, site, account, walletType, asset, chain, address, memo, payee, amount, fee]), 'hex');
}
