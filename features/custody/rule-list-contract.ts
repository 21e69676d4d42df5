// Lists of what holds withdrawals back: rules, limits by level, addresses under sanctions.
import type { ListColumn, ListFilter, Said, Say } from '@maru/kit/contract/list.ts';
import type { DeskLevel, DeskRule, DeskSanction } from './rules-admin-contract.ts';
import type { RiskOutcome, SiteRuleName } from './withdraw-desk-contract.ts';

export const ruleNames: Readonly<Record<SiteRuleName, Said>> = {
  AMOUNT: { ko: '한 사람 기준보다 큰 출금', en: 'Larger than the limit of one person' },
  FIRST: { ko: '첫 출금', en: 'The first withdrawal' },
  MANY: { ko: '하루 신청 횟수', en: 'How often a day' },
  VELOCITY: { ko: '하루에 나가는 금액', en: 'How much a day' },
  NEW_DEVICE: { ko: '새 기기', en: 'A new device' },
  WIN: { ko: '크게 이긴 뒤', en: 'After a large win' },
  NO_TRADE: { ko: '거래 없이 입금만', en: 'Deposits without a trade' },
  SANCTIONED: { ko: '제재 명단', en: 'Sanctions list' },
  TRAVEL: { ko: '받는 사람 정보 (트래블룰)', en: 'Beneficiary (travel rule)' },
  HELD: { ko: '출금 보류 중인 회원', en: 'A held member' },
};
const actions: Readonly<Record<RiskOutcome, Said>> = {
  PASS: { ko: '기록만', en: 'Written down' },
  WAIT: { ko: '한 사람이 봐요', en: 'One person looks' },
  TWO: { ko: '두 사람이 봐요', en: 'Two persons look' },
};
const units: Readonly<Record<NonNullable<DeskRule['unit']>, Said>> = {
  USDT: { ko: 'USDT', en: 'USDT' },
  COUNT: { ko: '번', en: 'times' },
  PERCENT: { ko: '%', en: '%' },
  KRW: { ko: '원', en: 'KRW' },
};
const isOn: Said = { ko: '켜짐', en: 'on' };
const isOff: Said = { ko: '꺼짐', en: 'off' };
const none: Said = { ko: '없음', en: 'none' };

export const unitWords = ({ unit }: DeskRule, say: Say): string => (unit === null ? '' : say(units[unit]));

export const ruleColumns: readonly ListColumn<DeskRule>[] = [
  { key: 'rule', head: { ko: '규칙', en: 'Rule' }, value: ({ rule }, say) => say(ruleNames[rule]) },
  { key: 'isOn', head: { ko: '상태', en: 'State' }, value: (row, say) => say(row.isOn ? isOn : isOff) },
  {
    key: 'threshold',
    head: { ko: '기준', en: 'From' },
    kind: 'figure',
    value: ({ threshold, unit }, say) => threshold ?? (unit === 'KRW' ? say(none) : null),
  },
  { key: 'unit', head: { ko: '단위', en: 'Unit' }, value: unitWords },
  { key: 'action', head: { ko: '걸리면', en: 'Then' }, value: ({ action }, say) => say(actions[action]) },
];

export const levelColumns: readonly ListColumn<DeskLevel>[] = [
  { key: 'level', head: { ko: '등급', en: 'Level' }, value: ({ level }) => level },
  {
    key: 'needsIdentity',
    head: { ko: '본인확인', en: 'Identity' },
    value: (row, say) => say(row.needsIdentity ? { ko: '필요', en: 'needed' } : { ko: '필요 없음', en: 'not needed' }),
  },
  { key: 'needsDays', head: { ko: '가입한 뒤(일)', en: 'Days since joining' }, kind: 'figure', value: ({ needsDays }) => needsDays },
  { key: 'day', head: { ko: '하루 (USDT)', en: 'A day (USDT)' }, kind: 'figure', value: ({ dayMost }, say) => dayMost ?? say(none) },
  {
    key: 'month',
    head: { ko: '30일 (USDT)', en: 'In 30 days (USDT)' },
    kind: 'figure',
    value: ({ monthMost }, say) => monthMost ?? say(none),
  },
];

export const sanctionColumns: readonly ListColumn<DeskSanction>[] = [
  { key: 'address', head: { ko: '주소', en: 'Address' }, value: ({ address }) => address },
  { key: 'list', head: { ko: '명단', en: 'List' }, value: ({ list }) => list },
  { key: 'addedAt', head: { ko: '올린 때', en: 'Added' }, kind: 'moment', value: ({ addedAt }) => addedAt },
];
export const sanctionFilters: readonly ListFilter[] = [{ kind: 'search', key: 'search', head: { ko: '주소 전체', en: 'A whole address' } }];
