// The desk's files of deposit claims and of what is nobody's: what strangers wrote into memo, sender or evidence is no formula there.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import type { DeskDepositClaim, UnassignedArrival } from './deposit-claim-admin-contract.ts';
import { depositClaimColumns, unassignedColumns } from './deposit-claim-list-contract.ts';

const said = { say: ({ ko }: { ko: string }) => ko, moment: (at: string) => at };
const formulas = ['=HYPERLINK("http://x")', '+1+1', "@SUM(A1)|cmd|' /C calc'!A0", '\t=1+1', '＝1+1'];

it.each(formulas)('%s is text in both files', (text) => {
  const claim = {
    claimId: 7,
    askedAt: 't',
    username: 'demo1',
    point: '40',
    found: 1,
    rivals: 0,
    state: 'REQUESTED',
    asked: null,
    worker: null,
  };
  const claims = listCsv(
    depositClaimColumns,
    [{ ...claim, evidence: text, sender: text, reason: text } as unknown as DeskDepositClaim],
    said,
  );
  const arrival = {
    seenAt: 't',
    point: '40',
    memo: text,
    sender: text,
    txHash: 'h',
    state: 'OPEN',
    isSmall: false,
  } as unknown as UnassignedArrival;
  const defused = `'${text}`.replaceAll('"', '""');
  for (const file of [claims, listCsv(unassignedColumns, [arrival], said)]) {
    expect(file.split(defused).length).toBeGreaterThan(2);
    expect(file).not.toContain(`,${text}`);
  }
});

it('whether the chain knows of it, and that several want it, is said in words', () => {
  const words = (found: number, rivals: number) =>
    depositClaimColumns.find(({ key }) => key === 'found')?.value({ found, rivals } as DeskDepositClaim, ({ ko }) => ko);
  expect([words(0, 3), words(1, 0), words(1, 2)]).toEqual(['없음', '있음', '있음, 신청 여럿']);
});
