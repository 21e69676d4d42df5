// What is read when the engine refuses a step of coin custody, a quoted conversion, a transfer to a member, or money that may not leave yet.
import { defineErrors, type ErrorEntry } from '@maru/kit/contract/errors.ts';
import type { CustodyRejectName } from '@maru/engine/reject.ts';

export const custodyRejections = defineErrors({
  CUSTODY_GAP: {
    status: 409,
    ko: '앞 번호의 입출금이 아직 기록되지 않았어요. 다음 번호는 {limit}번이에요.',
    en: 'An earlier deposit or withdrawal is not recorded yet; number {limit} comes next.',
  },
  CUSTODY_STEP: {
    status: 409,
    ko: '이 입출금은 이미 다른 단계에 있어서 처리할 수 없어요.',
    en: 'This deposit or withdrawal has come to another state already.',
  },
  CUSTODY_MISMATCH: {
    status: 409,
    ko: '같은 번호에 다른 입출금이 기록되어 있어요.',
    en: 'Another deposit or withdrawal stands under this number.',
  },
  BALANCE_LOCKED: {
    status: 422,
    field: 'point',
    ko: '입금 확인이 끝나지 않은 금액은 아직 내보내거나 전환할 수 없어요. 선물 지갑에서 거래하는 데는 쓸 수 있어요.',
    en: 'What was deposited may not leave or be converted until its confirmations are complete. It can be traded in the futures wallet meanwhile.',
  },
  QUOTE_EXPIRED: {
    status: 409,
    field: 'quoteId',
    ko: '견적 시간이 지났어요. 새 견적을 확인해 주세요. 바꾼 것은 없어요.',
    en: 'The quote is over. Please look at the new one. Nothing was converted.',
  },
  TRANSFER_EXPIRED: {
    status: 409,
    field: 'transferId',
    ko: '확인한 시간이 지났어요. 보낸 것은 없어요. 받는 회원부터 다시 확인해 주세요.',
    en: 'The check is over. Nothing was sent. Please check the receiver again.',
  },
  // Whoever sends is told the same as of somebody unknown: this one is of the engine's own journal.
  RECEIVER_CLOSED: {
    status: 404,
    field: 'receiver',
    ko: '지금은 이 회원에게 보낼 수 없어요.',
    en: 'Nothing can be sent to this member now.',
  },
  CONVERSION_CAP: {
    status: 409,
    field: 'to',
    ko: '지금은 이 코인을 이만큼 바꿀 수 없어요. 금액을 줄이거나 잠시 뒤에 다시 해 주세요.',
    en: 'So much of this coin cannot be converted right now. Please try less, or again a little later.',
  },
} satisfies Record<CustodyRejectName, ErrorEntry>);
