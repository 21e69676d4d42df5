// What the fields of before and after are called; a field without a name is shown as it is written.
import { siteFieldName, siteFieldValue } from '@maru/kit/web/desk/site-fields.ts';
import { useLanguage } from '@maru/kit/web/i18n/use-text.ts';
import { gameFieldName, gameFieldValue } from './game-fields.ts';

const fieldLabels: Readonly<Record<string, readonly [ko: string, en: string]>> = {
  grantPurse: ['하우스 · 지급 재원', 'House · grant purse'],
  USDT: ['회원 · USDT 지갑', 'Member · USDT wallet'],
  FUTURES: ['회원 · 선물 지갑', 'Member · futures wallet'],
  BINARY: ['회원 · 바이너리 지갑', 'Member · binary wallet'],
  members: ['회원 수', 'Members'],
  held: ['보류 중인 회원', 'Members held'],
  lacking: ['잔액이 모자란 회원', 'Members without enough'],
  posted: ['반영된 줄', 'Rows posted'],
  refused: ['거절된 줄', 'Rows refused'],
  moved: ['실제로 움직인 금액', 'Really moved'],
  sequence: ['원장 번호', 'Ledger sequence'],
  givenUp: ['접음', 'Given up'],
  open: ['밖에 열림', 'Open to the outside'],
  hosts: ['주소', 'Hosts'],
  operators: ['권한이 없어지는 운영자', 'Operators who lose their grants'],
  requests: ['기다리던 승인 요청', 'Other requests that wait'],
  codes: ['쿠폰 번호 수', 'Codes'],
  funded: ['재원에서 옮긴 금액', 'Set aside for it'],
  outcome: ['결과', 'Outcome'],
  fault: ['이유 코드', 'Why not'],
  wanted: ['요청한 내용', 'Asked for'],
  result: ['실제로 된 일', 'What was done'],
  status: ['상태', 'Status'],
  trading: ['거래', 'Trading'],
  name: ['이름', 'Name'],
  'name.ko': ['이름 (한국어)', 'Name (Korean)'],
  'name.en': ['이름 (영어)', 'Name (English)'],
  rights: ['권한', 'Rights'],
  grants: ['역할', 'Roles'],
  addresses: ['허용 주소', 'Addresses'],
  idleMinutes: ['대기 시간(분)', 'Idle minutes'],
  nick: ['닉네임', 'Nickname'],
  until: ['기한', 'Until'],
  title: ['제목', 'Title'],
  id: ['번호', 'Id'],
  note: ['메모', 'Note'],
  text: ['내용', 'Text'],
  audience: ['받는 사람', 'To'],
  holdUntil: ['출금 보류', 'Withdrawals held until'],
  leverage: ['레버리지 한도', 'Leverage limit'],
  dailyLimit: ['하루 출금 한도', 'Daily withdrawal limit'],
  previewUntil: ['미리보기 기한', 'Preview until'],
  lines: ['줄 수', 'Lines'],
  rows: ['줄 수', 'Rows'],
  delisted: ['거래 종료', 'Delisted'],
  isLocked: ['잠금', 'Locked'],
  withdrawalHold: ['출금 보류', 'Withdrawal hold'],
  reason: ['이유', 'Reason'],
  promoCode: ['쿠폰 번호', 'Coupon code'],
  point: ['1장 금액', 'Amount each'],
  count: ['번호 수', 'Codes'],
  quota: ['수량', 'Quantity'],
  total: ['합계', 'Total'],
  walletType: ['받는 지갑', 'Wallet'],
  turnover: ['거래 조건(배)', 'Turnover (times)'],
  partners: ['파트너 코드', 'Partners'],
  startsAt: ['시작', 'Starts'],
  expiresAt: ['끝', 'Ends'],
  code: ['코드', 'Code'],
  username: ['아이디', 'Username'],
  kind: ['종류', 'Kind'],
  isApproved: ['승인', 'Approved'],
  request: ['승인 요청', 'Request'],
  place: ['순서', 'Place'],
  isOffered: ['이 사이트에 보임', 'Offered on this site'],
  holidayMarket: ['휴장하는 시장', 'Markets closed'],
  from: ['첫 휴장일', 'First day closed'],
  to: ['마지막 휴장일', 'Last day closed'],
  nameKo: ['이름 (한국어)', 'Name (Korean)'],
  nameEn: ['이름 (영어)', 'Name (English)'],
  closesAt: ['장이 닫히는 때', 'Closes at'],
  creditAfter: ['지갑 반영(블록)', 'Credited after (blocks)'],
  unlockAfter: ['출금 가능(블록)', 'May leave after (blocks)'],
  settledAfter: ['출금 확정(블록)', 'Settled after (blocks)'],
  depositLeast: ['최소 입금', 'Least deposit'],
  outFee: ['출금 수수료', 'Withdrawal fee'],
  outLeast: ['최소 출금', 'Least withdrawal'],
  lookedAt: ['한 사람이 보는 기준', 'Looked at above'],
  coldPercent: ['콜드 비중(%)', 'Cold share (%)'],
  isOn: ['사용', 'In use'],
  threshold: ['기준', 'Threshold'],
  persons: ['보는 사람 수', 'Persons who look'],
  needsIdentity: ['본인확인 필요', 'Needs identity'],
  needsDays: ['가입한 뒤 지난 날', 'Days since joining'],
  dayMost: ['하루 한도', 'A day'],
  monthMost: ['30일 한도', 'In 30 days'],
  list: ['명단', 'List'],
  added: ['더한 줄', 'Added'],
  twoPersons: ['두 사람이 보는 기준', 'Two persons above'],
  inPause: ['입금 멈춤', 'Deposits paused'],
  inUntil: ['입금 다시 여는 때', 'Deposits expected back'],
  outPause: ['출금 멈춤', 'Withdrawals paused'],
  outUntil: ['출금 다시 여는 때', 'Withdrawals expected back'],
  address: ['받는 주소', 'Address'],
  coin: ['코인', 'Coin'],
  member: ['회원', 'Member'],
  leaves: ['지갑에서 나가는 금액', 'Leaves the wallet'],
  arrives: ['받는 금액', 'Arrives'],
  memo: ['메모', 'Memo'],
  txHash: ['거래 해시', 'Transaction hash'],
  sender: ['보낸 주소', 'Sent from'],
  arrived: ['들어온 금액', 'Arrived'],
  saidAmount: ['회원이 말한 금액', 'Amount as the member says'],
  saidSender: ['회원이 말한 보낸 주소', 'Sender as the member says'],
  evidence: ['회원이 남긴 설명', 'What the member wrote'],
  contentHash: ['본 내용의 확인 값', 'Hash of what was shown'],
  boundsLost: ['무효가 될 수 있는 라운드 시각', 'Round moments that are lost'],
};

const yes = ['예', 'yes'] as const;
const no = ['아니요', 'no'] as const;

export interface FieldWords {
  labels: Readonly<Record<string, string>>;
  nameOf(path: string): string | undefined;
  /** Undefined: as it is written. */
  format(path: string, value: unknown): string | undefined;
}

export function useFieldWords(): FieldWords {
  const language = useLanguage();
  const labels = Object.fromEntries(Object.entries(fieldLabels).map(([field, [ko, en]]) => [field, language === 'ko' ? ko : en]));
  const nameOf = (path: string): string | undefined => {
    const [, part, rest] = /^(wanted|result)\.(.+)$/.exec(path) ?? [];
    return part === undefined
      ? (labels[path] ?? gameFieldName(path, language) ?? siteFieldName(path, language))
      : `${labels[part]} · ${nameOf(rest) ?? rest}`;
  };
  const format = (written: string, value: unknown): string | undefined => {
    const path = written.replace(/^(wanted|result)\./, '');
    const said = gameFieldValue(path, value, language) ?? siteFieldValue(path, value, language);
    return said ?? (typeof value === 'boolean' ? (value ? yes : no)[language === 'ko' ? 0 : 1] : undefined);
  };
  return { labels, nameOf, format };
}
