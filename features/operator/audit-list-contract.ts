// The audit log as operators see it and take it away: columns and filters, for table, bar and CSV.
import type { ListColumn, ListFilter } from '@maru/kit/contract/list.ts';
import type { AuditEntry } from './audit-contract.ts';

export const auditHeads = {
  at: { ko: '시각', en: 'Time' },
  who: { ko: '운영자', en: 'Operator' },
  target: { ko: '대상', en: 'Target' },
} as const;
const nobody = { ko: '시스템', en: 'System' };

export const auditColumns: readonly ListColumn<AuditEntry>[] = [
  { key: 'at', head: auditHeads.at, kind: 'moment', value: ({ at }) => at },
  { key: 'who', head: auditHeads.who, value: ({ operator }, say) => operator?.username ?? say(nobody) },
  { key: 'what', head: { ko: '한 일', en: 'Action' }, value: ({ actionName, action }, say) => (actionName ? say(actionName) : action) },
  { key: 'target', head: auditHeads.target, value: ({ target }) => target },
  { key: 'change', head: { ko: '바뀐 것', en: 'Change' }, value: ({ refusal }) => refusal },
  { key: 'reason', head: { ko: '사유', en: 'Reason' }, value: ({ reason }) => reason ?? '' },
];

/** A line as it is kept: states as they were written, to the byte. */
export type AuditLine = Omit<AuditEntry, 'before' | 'after'> & { before: string | null; after: string | null };

/** For machines: heads are the fields' names in both languages. */
const field = (name: string, value: ListColumn<AuditLine>['value']): ListColumn<AuditLine> => ({
  key: name,
  head: { ko: name, en: name },
  value,
});
export const auditFileColumns: readonly ListColumn<AuditLine>[] = [
  field('seq', ({ seq }) => seq),
  field('at', ({ at }) => at),
  field('operator', ({ operator }) => operator && operator.username),
  field('site', ({ site }) => site),
  field('action', ({ action }) => action),
  field('right', ({ right }) => right),
  field('target', ({ target }) => target),
  field('before', ({ before }) => before),
  field('after', ({ after }) => after),
  field('reason', ({ reason }) => reason),
  field('refusal', ({ refusal }) => refusal),
  field('ip', ({ ip }) => ip),
  field('hash', ({ hash }) => hash),
];

export const auditFilters: readonly ListFilter[] = [
  { kind: 'search', key: 'action', width: '14rem', head: { ko: '한 일로 찾기 (로그인, 쿠폰)', en: 'Action (log in, coupon)' } },
  { kind: 'search', key: 'target', width: '14rem', head: { ko: '대상으로 찾기 (member:17)', en: 'Target (member:17)' } },
  { kind: 'search', key: 'operator', width: '10rem', head: { ko: '운영자 아이디', en: 'Operator' } },
  {
    kind: 'search',
    key: 'ip',
    width: '11rem',
    head: { ko: '주소 (203.0.113.)', en: 'Address (203.0.113.)' },
    form: {
      pattern: /^[0-9a-fA-F.:]{2,45}$/,
      wrong: {
        ko: '주소로 찾지 않았어요: 숫자와 점, 콜론으로 두 글자부터 적어 주세요.',
        en: 'Not searched by address: it takes digits, dots and colons, two characters or more.',
      },
    },
  },
  { kind: 'days', key: 'days' },
  {
    key: 'refused',
    head: { ko: '결과', en: 'Result' },
    options: [
      ['', { ko: '모두', en: 'All' }],
      ['true', { ko: '거절된 것만', en: 'Refused only' }],
      ['false', { ko: '된 것만', en: 'Done only' }],
    ],
  },
  { kind: 'given', key: 'operatorId' },
];
