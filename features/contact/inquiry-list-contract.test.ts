// The file of inquiries, to the byte, in the language it is read in.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import type { InquiryLine } from './admin-contract.ts';
import { inquiryFileColumns } from './inquiry-list-contract.ts';

const line: InquiryLine = {
  id: 4,
  createdAt: '2026-11-24T08:00:00.000Z',
  updatedAt: '2026-11-24T09:00:00.000Z',
  kind: 'WALLET',
  state: 'ANSWERED',
  username: 'demo1',
  nick: '마루지기',
  question: '=입금이\n안 보여요',
};
const moment = (at: string) => at.slice(0, 16);

it('in Korean and in English', () => {
  expect(listCsv(inquiryFileColumns, [line], { say: ({ ko }) => ko, moment })).toBe(
    `번호,받은 때,분류,상태,회원,닉네임,1:1 문의\r\n4,2026-11-24T08:00,입출금,답변 완료,demo1,마루지기,"'=입금이\n안 보여요"`,
  );
  expect(listCsv(inquiryFileColumns, [], { say: ({ en }) => en, moment })).toBe('Id,Came,About,State,Member,Nick,Inquiries');
});
