// What a member reads when a key cannot be made or revoked. Bots read Binance's own codes: server/fapi-fault.ts.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const botErrors = defineErrors({
  TOO_MANY_API_KEYS: {
    status: 409,
    ko: 'API 키는 {limit}개까지 만들 수 있어요. 쓰지 않는 키를 먼저 폐기해 주세요.',
    en: 'You can have {limit} API keys. Revoke one you no longer use.',
  },
  ADDRESS_MALFORMED: {
    status: 400,
    field: 'addresses',
    ko: '{offered}은(는) IP 주소나 네트워크가 아니에요. 예: 203.0.113.7 또는 203.0.113.0/24',
    en: '{offered} is not an address or network. Example: 203.0.113.7 or 203.0.113.0/24',
  },
  PUBLIC_KEY_MALFORMED: {
    status: 400,
    field: 'publicKey',
    ko: 'Ed25519 공개 키(PEM)가 아니에요.',
    en: 'This is not an Ed25519 public key (PEM).',
  },
  API_KEY_UNKNOWN: { status: 404, field: 'id', ko: '없는 API 키예요.', en: 'There is no such API key.' },
});
