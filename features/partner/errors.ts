// What can go wrong with referral codes.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const partnerErrors = defineErrors({
  PARTNER_UNKNOWN: { status: 404, ko: '없는 추천 코드예요.', en: 'This referral code does not exist.', field: 'partnerId' },
});
