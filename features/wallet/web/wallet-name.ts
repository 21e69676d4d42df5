// What a wallet is called on the page.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { WalletType } from '../contract.ts';
import type { walletTexts } from './wallet-texts.ts';

export function walletName(t: Text<typeof walletTexts>, type: WalletType): string {
  return type === 'FUTURES' || type === 'BINARY' ? t(`asset.wallet.${type}`) : t('asset.wallet.coin', { coin: type });
}
