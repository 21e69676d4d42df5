// Error codes: each declared once with its HTTP status and its Korean and English text; the compiler demands both.

export interface ErrorEntry {
  readonly status: number;
  readonly ko: string;
  readonly en: string;
  readonly field?: string;
}
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

export function defineErrors<const C extends ErrorCatalogue>(catalogue: C): C {
  return catalogue;
}

/** Codes every route may answer. `{field}`, `{limit}` and the like are filled from the failure's data. */
export const commonErrors = defineErrors({
  BAD_REQUEST: { status: 400, ko: '요청을 읽을 수 없어요.', en: 'The request could not be read.' },
  INVALID_FIELD: { status: 400, ko: '{field} 값을 확인해 주세요.', en: 'Please check the value of {field}.' },
  UNREADABLE_TEXT: {
    status: 400,
    ko: '{field}에 쓸 수 없는 글자가 들어 있어요. 지우고 다시 보내 주세요.',
    en: '{field} has a character that cannot be kept. Please take it out and send it again.',
  },
  REQUIRED_FIELD: { status: 400, ko: '{field} 값이 필요해요.', en: '{field} is required.' },
  UNKNOWN_FIELD: { status: 400, ko: '{field}: 알 수 없는 항목이에요.', en: '{field} is not known here.' },
  DUPLICATE_FIELD: { status: 400, ko: '{field} 항목이 두 번 들어 있어요.', en: '{field} is given twice.' },
  ORIGIN_REFUSED: { status: 403, ko: '다른 사이트에서 보낸 요청이에요.', en: 'This request came from another site.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, ko: 'JSON 형식으로 보내 주세요.', en: 'Please send JSON.' },
  BODY_TOO_LARGE: { status: 413, ko: '보낸 내용이 너무 커요.', en: 'The request is too large.' },
  LOGIN_REQUIRED: { status: 401, ko: '로그인이 필요해요.', en: 'Please log in.' },
  TOKEN_INVALID: {
    status: 401,
    ko: '로그인 정보가 맞지 않아요. 다시 로그인해 주세요.',
    en: 'This login is not valid. Please log in again.',
  },
  TOKEN_EXPIRED: { status: 401, ko: '로그인이 만료됐어요. 다시 로그인해 주세요.', en: 'Your session has expired. Please log in again.' },
  NO_PERMISSION: { status: 403, ko: '권한이 없어요.', en: 'You do not have permission.' },
  REGION_CLOSED: {
    status: 451,
    ko: '지금 계신 나라에서는 이용할 수 없어요.',
    en: 'This is not available in the country you are in.',
  },
  PRODUCT_OFF: {
    status: 403,
    ko: '지금은 이 상품의 새 거래를 받지 않아요. 가진 것을 정리하거나 취소하는 건 할 수 있어요.',
    en: 'This product takes no new business here. What you hold can still be closed or cancelled.',
  },
  CONSENT_NEEDED: {
    status: 403,
    ko: '바뀐 약관에 동의하면 계속할 수 있어요. 정리와 취소는 지금도 할 수 있어요.',
    en: 'Please agree to the new terms to go on. Closing and cancelling stay possible.',
  },
  NOT_FOUND: { status: 404, ko: '찾을 수 없어요.', en: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, ko: '이 주소에서는 쓸 수 없는 방식이에요.', en: 'This method is not allowed here.' },
  REQUEST_REUSED: {
    status: 409,
    ko: '같은 요청 번호로 다른 내용이 왔어요.',
    en: 'The same request key came with another body.',
    field: 'Idempotency-Key',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    ko: '요청이 너무 잦아요. 잠시 후 다시 시도해 주세요.',
    en: 'Too many requests. Please try again shortly.',
  },
  READ_ONLY: {
    status: 503,
    ko: '지금은 조회만 할 수 있어요. 잠시 후 다시 시도해 주세요.',
    en: 'Only reading is possible right now. Please try again shortly.',
  },
  OVERLOADED: {
    status: 503,
    ko: '주문이 몰리고 있어요. 잠시 후 다시 시도해 주세요.',
    en: 'The exchange is busy. Please try again shortly.',
  },
  UNAVAILABLE: {
    status: 503,
    ko: '잠시 연결이 끊겼어요. 잠시 후 다시 시도해 주세요.',
    en: 'Temporarily unavailable. Please try again shortly.',
  },
  INTERNAL: { status: 500, ko: '처리하지 못했어요. 잠시 후 다시 시도해 주세요.', en: 'It could not be done. Please try again shortly.' },
});
