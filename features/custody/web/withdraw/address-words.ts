// What is wrong with an address before anybody asks the server: another coin's, a test network's, or none at all.
import { isAddress, isTestNetwork, whoseAddress } from '@maru/chains/address/is-address.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { withdrawTexts } from './withdraw-texts.ts';

/** `false`: nothing. */
export function addressFault(t: Text<typeof withdrawTexts>, chain: string, address: string): string | false {
  if (address === '' || isAddress(chain as ChainName, address)) return false;
  if (isTestNetwork(address)) return t('withdraw.address.test');
  const other = whoseAddress(address);
  if (other !== undefined && other !== chain) return t('withdraw.address.other', { chain, other });
  return t('withdraw.address.bad', { chain });
}
