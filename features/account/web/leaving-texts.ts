// Words of leaving.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const leavingTexts = defineCatalog({
  'leave.title': ['회원 탈퇴', 'Leave'],
  'leave.words': ['탈퇴하면 되돌릴 수 없어요.', 'Leaving cannot be undone.'],
  'leave.open': ['탈퇴하기', 'Leave'],
  'leave.ask': ['탈퇴하기 전에 확인해 주세요', 'Before you leave'],
  'leave.ask.words': [
    '탈퇴하면 바로 모든 기기에서 로그아웃되고, 다시 로그인하거나 되돌릴 수 없어요.',
    'You are logged out everywhere at once; you cannot log in again, and nothing brings the account back.',
  ],
  'leave.loading': ['탈퇴할 수 있는지 확인하는 중', 'Looking whether you can leave'],
  'leave.failed': ['지금은 확인할 수 없어요', 'It is not known right now whether you can leave'],
  'leave.obstacles': ['먼저 정리할 것', 'Settle first'],
  'leave.go': ['보러 가기', 'Show'],
  'leave.again': ['다시 확인', 'Look again'],
  'leave.shared': [
    '모두가 함께 쓰는 데모 계정이라 탈퇴할 수 없어요. 탈퇴해 보려면 새로 가입해 주세요.',
    'This demo account is shared by everybody and cannot leave. Sign up for one of your own to try it.',
  ],
  'leave.clear': ['열린 포지션·주문·투자가 없어요.', 'No position, order or bet is open.'],
  'leave.balance': ['지갑에 {total} USDT가 남아 있어요', '{total} USDT in your wallets'],
  'leave.balance.words': [
    '{most} USDT 이하만 포기하고 탈퇴할 수 있어요. 먼저 옮기거나 써 주세요.',
    'Only up to {most} USDT can be given up. Please move or use it first.',
  ],
  'leave.giveUp': [
    '지갑에 남은 {total} USDT를 포기해요. 돌려받을 수 없어요.',
    'I give up the {total} USDT left in my wallets. They cannot be got back.',
  ],
  'leave.kept': ['탈퇴한 뒤에는', 'Afterwards'],
  'leave.kept.erased': [
    '메시지, 가격 알림, API 키, 알림 설정, 연습 기록은 바로 지워요.',
    'Messages, price alerts, API keys, notification choices and practice records are erased at once.',
  ],
  'leave.kept.law': [
    '법령에 따라 계약·결제 기록과 본인 정보는 {contracts}, 문의는 {disputes}, 로그인 기록은 {logins} 동안 따로 보관한 뒤 지워요.',
    'As the law asks, contracts, payments and your identity are kept apart for {contracts}, inquiries for {disputes}, log-in records for {logins}; then they are erased.',
  ],
  'leave.days': ['{n}일', '{n} days'],
  'leave.years': ['{n}년', '{n} years'],
  'leave.kept.rejoin': [
    '{rejoin}일 뒤부터 다시 가입할 수 있어요. 같은 아이디와 닉네임은 쓸 수 없고, 스스로 정한 한도와 이용 제한은 이어져요.',
    'You may join again after {rejoin} days, with another login id and nickname. Own limits and self-exclusion go on.',
  ],
  'leave.kept.data': [
    '내 기록이 필요하면 탈퇴하기 전에 ‘내 정보 내려받기’로 받아 두세요.',
    'If you need your records, use “Download my data” before you leave.',
  ],
  'leave.password': ['비밀번호', 'Password'],
  'leave.cancel': ['그만두기', 'Stay'],
  'leave.do': ['탈퇴하기', 'Leave for good'],
  'leave.shut.title': ['이용을 멈춘 동안 탈퇴하기', 'Leave while you are shut out'],
  'leave.shut.words': [
    '스스로 이용을 멈춘 계정도 탈퇴할 수 있어요. 본인 확인만 하고 로그인은 되지 않아요.',
    'You can leave while you have shut yourself out. You only prove who you are; nobody is logged in.',
  ],
  'leave.shut.goesOn': [
    '탈퇴해도 스스로 멈춘 기간은 그대로 이어져, 그날까지는 다시 가입할 수 없어요.',
    'Your exclusion goes on to its day after you left: until then you cannot join again.',
  ],
  'leave.shut.username': ['아이디', 'Username'],
  'leave.shut.next': ['본인 확인하기', 'Prove it is you'],
  'leave.shut.support': [
    '이용을 멈춘 동안에는 직접 정리할 수 없어요. 아래에 적힌 고객센터로 알려 주시면 도와드리고, 멈춘 기간이 끝난 뒤에 정리하셔도 돼요.',
    'You cannot settle it yourself while you are shut out. Our support, named at the foot of the page, helps you; or settle it after your day.',
  ],
  'leave.shut.back': ['로그인으로 돌아가기', 'Back to log in'],
});
