// A public key as EOS writes it.
import { KeyType, PublicKey } from '@wharfkit/antelope';
import { publicKeyAt } from '../extended-key.ts';

/** `PUB_K1_...` */
export const eosKeyAt = (extendedPublicKey: string, index: number): string => eosKeyText(publicKeyAt(extendedPublicKey, index));

export const eosKeyText = (key: Uint8Array): string => PublicKey.from({ type: KeyType.K1, compressed: key }).toString();
