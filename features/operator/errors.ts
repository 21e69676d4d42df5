// What can go wrong at the operators' desk.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const operatorErrors = defineErrors({
  DESK_LOGIN_FAILED: {
    status: 401,
    ko: '아이디나 비밀번호가 맞지 않아요.',
    en: 'The user name or password is not right.',
  },
  DESK_ADDRESS: {
    status: 403,
    ko: '이 주소에서는 관리자 화면을 쓸 수 없어요.',
    en: 'The back office is not open to this address.',
  },
  DESK_CHALLENGE: {
    status: 401,
    ko: '시간이 지났어요. 처음부터 다시 로그인해 주세요.',
    en: 'This took too long. Please log in again from the start.',
  },
  DESK_CODE_WRONG: {
    status: 401,
    ko: '인증 번호가 맞지 않아요.',
    en: 'The code is not right.',
    field: 'code',
  },
  DESK_SETUP_USED: {
    status: 404,
    ko: '이미 썼거나 기한이 지난 링크예요. 새 링크를 받아 주세요.',
    en: 'This link was used or has expired. Please ask for a new one.',
  },
  DESK_PASSWORD_WEAK: {
    status: 400,
    ko: '너무 쉬운 비밀번호예요. 12자 이상으로, 이름이나 흔한 말은 빼고 정해 주세요.',
    en: 'That password is too easy. Use 12 characters or more, without your name or common words.',
    field: 'password',
  },
  DESK_PASSWORD_WRONG: {
    status: 403,
    ko: '지금 비밀번호가 맞지 않아요.',
    en: 'The current password is not right.',
    field: 'currentPassword',
  },
  DESK_FACTOR_NONE: {
    status: 409,
    ko: '등록된 인증 앱이 없어요.',
    en: 'There is no authenticator app yet.',
  },
  APPROVAL_REQUIRED: {
    status: 409,
    ko: '다른 운영자의 승인이 필요해요. 승인 요청을 보냈어요.',
    en: 'A second person must agree. Your request is waiting for approval.',
  },
  APPROVAL_OWN: { status: 403, ko: '내가 올린 요청은 다른 운영자가 결정해요.', en: 'Another person decides what you asked for.' },
  APPROVAL_LINKED: {
    status: 403,
    ko: '요청한 운영자와 한 사람일 수 있어 결정할 수 없어요. 초대로 이어졌거나 같은 기기·주소를 썼어요. 이어지지 않은 다른 운영자가 결정해요.',
    en: 'You and the one who asked may be one person: tied by an invitation, a device or an address. Somebody without a tie must decide.',
  },
  APPROVAL_CLAIMED: { status: 409, ko: '다른 운영자가 보고 있어요.', en: 'Another operator has this before its eyes.' },
  APPROVAL_DECIDED: { status: 409, ko: '이미 결정됐거나 기한이 지난 요청이에요.', en: 'This was decided already, or has expired.' },
  APPROVAL_CHANGED: {
    status: 409,
    ko: '보고 계신 내용과 요청이 달라요. 다시 불러와 확인해 주세요.',
    en: 'The request is not what you were shown. Please load it again.',
    field: 'print',
  },
  OPERATOR_EXISTS: { status: 409, ko: '이미 있는 아이디예요.', en: 'That user name is taken.', field: 'username' },
  OPERATOR_HIGHER: {
    status: 403,
    ko: '나에게 없는 권한은 주거나 고칠 수 없어요.',
    en: 'You cannot give, or touch, rights that you do not hold yourself.',
  },
  OPERATOR_SELF: { status: 403, ko: '내 권한과 상태는 다른 운영자가 바꿔요.', en: 'Another operator changes your own rights and status.' },
  CONFIRM_OWNER: {
    status: 403,
    ko: '모든 사이트의 모든 권한을 가진 소유자만 확인할 수 있어요.',
    en: 'Only an owner, who holds every right at all sites, can confirm a person.',
  },
  CONFIRM_LINKED: {
    status: 403,
    ko: '이 운영자와 한 사람일 수 있어 확인할 수 없어요. 이어지지 않은 소유자가 확인하거나, 서버에서 npm run operator -- confirm {username} 을 실행해 주세요.',
    en: 'You may be one person with this operator. An owner without a tie confirms, or the machine itself: npm run operator -- confirm {username}',
  },
  CONFIRM_NOTHING: { status: 409, ko: '확인할 것이 없어요.', en: 'There is nothing to confirm.' },
  ROLE_UNKNOWN: { status: 400, ko: '없는 역할이에요.', en: 'There is no such role.', field: 'grants' },
  ROLE_OWN: { status: 403, ko: '내가 가진 역할은 다른 운영자가 고쳐요.', en: 'Another operator changes a role that you have yourself.' },
  ROLE_OWNER_FIXED: {
    status: 409,
    ko: '소유자 역할은 언제나 모든 권한을 가져요. 줄이려면 새 역할을 만들어 주세요.',
    en: 'The owner’s role always gives everything. Make a new role for less.',
  },
  OWNER_LAST: {
    status: 409,
    ko: '이렇게 하면 들어올 수 있는 소유자가 아무도 남지 않아요. 먼저 다른 소유자가 로그인할 수 있게 해 주세요.',
    en: 'This would leave no owner who can come in. Let another owner log in first.',
  },
  ROLE_IN_USE: { status: 409, ko: '이 역할을 가진 운영자가 있어요.', en: 'Somebody still has this role.' },
  RIGHT_MALFORMED: {
    status: 400,
    ko: '권한 이름을 확인해 주세요: {right}',
    en: 'Please check the name of this right: {right}',
    field: 'rights',
  },
  DESK_ADDRESS_MALFORMED: {
    status: 400,
    ko: 'IP 주소나 대역을 확인해 주세요: {address}',
    en: 'Not an address or network: {address}',
    field: 'addresses',
  },
  ADDRESS_SHUTS_OUT: {
    status: 409,
    ko: '지금 쓰고 계신 주소({ip})가 목록에 없어요. 넣고 저장해 주세요.',
    en: 'Your own address {ip} is not on the list. Add it before you save.',
    field: 'addresses',
  },
  AUDIT_EXPORT_LIMIT: {
    status: 429,
    ko: '내보내기가 너무 잦아요. 잠시 후 다시 시도해 주세요.',
    en: 'Too many exports. Please try again later.',
  },
  AUDIT_EXPORT_LARGE: {
    status: 403,
    ko: '한 번에 {limit}줄까지 내보낼 수 있어요. 기간이나 조건을 줄여 주세요.',
    en: 'At most {limit} lines leave at once. Please narrow the filter.',
  },
  EXPORT_KIND: { status: 400, ko: '내보낼 수 없는 목록이에요.', en: 'This list cannot be exported.', field: 'kind' },
  EXPORT_BUSY: {
    status: 429,
    ko: '한 번에 {most}개까지 내보낼 수 있어요. 하나가 끝난 뒤에 다시 해 주세요.',
    en: 'At most {most} exports at a time. Please wait until one has ended.',
  },
  EXPORT_OVER: { status: 409, ko: '이미 그만둔 내보내기예요.', en: 'This export was cancelled.' },
  EXPORT_NOT_READY: { status: 409, ko: '파일이 아직 없거나 이미 지워졌어요.', en: 'The file is not there yet, or was deleted.' },
  ALERT_ENDED: { status: 409, ko: '이미 끝난 경보예요.', en: 'This alert has ended already.' },
  ALERT_ADDRESS: {
    status: 400,
    ko: '이 주소로는 보낼 수 없어요. 메일 주소나, 밖에서 열리는 https 주소를 적어 주세요.',
    en: 'This address cannot be used. Give a mail address, or an https address that is open outside.',
    field: 'address',
  },
  ALERT_TARGETS: { status: 409, ko: '경보를 받는 곳은 {most}개까지예요.', en: 'Alerts are told to {most} places at most.' },
  ALERT_TEST_TOO_OFTEN: {
    status: 429,
    ko: '방금 시험했어요. 5초 뒤에 다시 눌러 주세요.',
    en: 'Tested just now. Try again in five seconds.',
  },
});
