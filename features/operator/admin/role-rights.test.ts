// The patterns of a role and what they open.
import { expect, it } from 'vitest';
import { ledgerRowsOf } from './ledger-rows.ts';
import { groupRights, opens } from './role-rights.ts';

it.each([
  [['*'], 'member.write', true],
  [['member.*'], 'member.write', true],
  [['*.read'], 'member.read', true],
  [['*.read'], 'member.write', false],
  [['member.read'], 'member.reveal', false],
  [[], 'member.read', false],
])('%j opens %s: %s', (patterns, right, isOpen) => {
  expect(opens(patterns, right)).toBe(isOpen);
});

it('rights stand by their thing', () => {
  expect(groupRights([{ right: 'a.read' }, { right: 'b.read' }, { right: 'a.write' }])).toEqual([
    ['a', [{ right: 'a.read' }, { right: 'a.write' }]],
    ['b', [{ right: 'b.read' }]],
  ]);
});

it('before and after of a posting are read as a ledger only when every field is a decimal on both sides', () => {
  expect(ledgerRowsOf({ USDT: '10.00', grantPurse: '5' }, { USDT: '12.00', grantPurse: '3' }, { USDT: 'Wallet' })).toEqual([
    { label: 'Wallet', before: '10.00', after: '12.00' },
    { label: 'grantPurse', before: '5', after: '3' },
  ]);
  expect(ledgerRowsOf({ status: 'ACTIVE', until: '5' }, { status: 'DENY', until: '5' }, {})).toBeUndefined();
  expect(ledgerRowsOf({ grantPurse: '5' }, { grantPurse: '3' }, {})).toBeUndefined();
});
