// What can go wrong with inquiries beyond the common codes and those of files.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const contactErrors = defineErrors({
  INQUIRY_LIMIT: {
    status: 429,
    ko: '문의를 많이 보내셨어요. 답변을 기다리거나 잠시 후 다시 보내 주세요.',
    en: 'You have sent many inquiries. Please wait for an answer or try again later.',
  },
  INQUIRY_CLAIMED: {
    status: 409,
    ko: '{name} 님이 답변하고 있어요. 맡은 시간이 끝나면 이어받을 수 있어요.',
    en: '{name} is answering this one. You can take it when their time is over.',
  },
});
