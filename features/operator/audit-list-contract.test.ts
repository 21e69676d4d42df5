// The audit log's file, to the byte: heads for machines, states as they were written, nothing where there is none.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import { auditFileColumns, type AuditLine } from './audit-list-contract.ts';

const line: AuditLine = {
  seq: 7,
  at: '2026-11-24T08:00:00.000Z',
  operator: { id: 1, username: 'admin' },
  site: 'maru',
  action: 'saveBank',
  actionName: { ko: '은행', en: 'bank' },
  right: 'site.money',
  target: 'bank:1',
  before: '{"b": 1, "a":"x, y"}',
  after: null,
  reason: '=이름이 바뀜',
  refusal: null,
  ip: '10.0.0.1',
  requestId: 'r',
  hash: 'ff00',
};

it('keeps a line as it was written', () => {
  const say = ({ ko }: { ko: string }) => ko;
  const nobody = { ...line, seq: 8, operator: null, site: null, before: null, after: '"x"', reason: null, refusal: 'NO_PERMISSION' };
  expect(listCsv(auditFileColumns, [line, nobody], { say, moment: (at) => at })).toBe(
    [
      'seq,at,operator,site,action,right,target,before,after,reason,refusal,ip,hash',
      `7,2026-11-24T08:00:00.000Z,admin,maru,saveBank,site.money,bank:1,"{""b"": 1, ""a"":""x, y""}",,'=이름이 바뀜,,10.0.0.1,ff00`,
      '8,2026-11-24T08:00:00.000Z,,,saveBank,site.money,bank:1,,"""x""",,NO_PERMISSION,10.0.0.1,ff00',
    ].join('\r\n'),
  );
});
