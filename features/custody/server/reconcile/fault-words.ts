// What each kind of difference says to an operator, in both languages: what was found, and where to look.
import { amountText } from '../coin-text.ts';

interface Words {
  ko: string;
  en: string;
}

export const faultWords: Readonly<Record<string, Words>> = {
  ADDRESS_MORE: {
    ko: '{subject} 주소에 기록된 입금보다 {amount} 더 있어요. 놓친 입금이 있는지, 노드가 맞게 답하는지 보세요.',
    en: '{subject} holds {amount} more than came to it: look for a deposit that was missed, and whether the node is right.',
  },
  ADDRESS_LESS: {
    ko: '{subject} 주소에 기록된 입금보다 {amount} 모자라요. 없는 입금이 적혔거나, 코인이 빠져나갔어요.',
    en: '{subject} holds {amount} less than came to it: a deposit was invented, or coins have left.',
  },
  HOT_MORE: {
    ko: '{subject} 핫 지갑에 기록보다 {amount} 더 있어요. 다음 대사에도 그대로면 가수금으로 적어요.',
    en: 'The hot address holds {amount} more of {subject} than is recorded. If the next run finds the same it is booked as suspense.',
  },
  HOT_LESS: {
    ko: '{subject} 핫 지갑에 기록보다 {amount} 모자라요. 기록에 없는 출금이나 수수료예요.',
    en: 'The hot address holds {amount} less of {subject} than is recorded: a payment or a fee that no row knows.',
  },
  COLD_MORE: {
    ko: '{subject} 콜드 지갑에 기록보다 {amount} 더 있어요. 다음 대사에도 그대로면 가수금으로 적어요.',
    en: 'Cold storage holds {amount} more of {subject} than is recorded. If the next run finds the same it is booked as suspense.',
  },
  COLD_LESS: {
    ko: '{subject} 콜드 지갑에 기록보다 {amount} 모자라요. 승인된 이동이 아니에요.',
    en: 'Cold storage holds {amount} less of {subject} than is recorded: nobody agreed to what moved.',
  },
  LEDGER_ROWS: {
    ko: '원장의 입출금 기입이 입금·출금 행과 {amount} 달라요.',
    en: 'What the ledger posted for deposits and withdrawals is {amount} off what their rows say.',
  },
  LEDGER_NUMBER: {
    ko: '{subject}이 그 행과 {amount} 달라요. 행이 바뀌었거나 사라졌어요.',
    en: 'The {subject} is {amount} off its row: the row was changed, or is gone.',
  },
  BY_HAND: {
    ko: '체인 없이 원장의 외부 계정에서 {amount} 움직였어요. 원장 기입을 보세요.',
    en: '{amount} moved from outside without a chain: look at entries made by hand.',
  },
  POSTINGS_ENGINE: {
    ko: '원장 행의 합계가 엔진의 외부 계정과 {amount} 달라요. 원장 행이 바뀌었어요.',
    en: 'The rows of postings are {amount} off what the engine holds: rows of the ledger were changed.',
  },
  DEPOSIT_MISSING: {
    ko: '{subject}: 체인에 들어왔고 처리됐다고 적혔지만 입금 행이 없어요.',
    en: '{subject}: it arrived and counts as taken, but there is no row of it.',
  },
  DEPOSIT_AMOUNT: {
    ko: '{subject}: 입금 행의 금액이 체인에 들어온 금액과 {amount} 달라요.',
    en: '{subject}: its amount is {amount} off what arrived.',
  },
  DEPOSIT_OWNER: {
    ko: '{subject}: 주소의 주인이나 코인이 입금 행과 달라요.',
    en: '{subject}: its row has another owner or coin than the address it came to.',
  },
  DEPOSIT_GONE: {
    ko: '{subject}: 출금까지 열렸는데 블록이 체인에서 사라졌어요.',
    en: '{subject}: it may be withdrawn, and its block is gone from the chain.',
  },
  DEPOSIT_NUMBER: {
    ko: '{subject}: 원장에 적힌 상태인데 원장 번호가 없어요.',
    en: '{subject}: its state says that the ledger has it, and it has no number there.',
  },
  DEPOSIT_INVENTED: {
    ko: '{subject}: 이 사이트의 주소에 들어온 기록이 없는 입금이에요.',
    en: '{subject}: nothing arrived for it at an address of this site.',
  },
  CLAIM_IN_SUSPENSE: {
    ko: '{subject}: 주인 없는 입금으로 적혔던 금액이 회원에게 갔는데, 가수금에서 그만큼 빠지지 않았어요.',
    en: '{subject}: it was booked as nobody’s and became a member’s, and suspense did not give up the same amount.',
  },
  CLAIM_INVENTED: {
    ko: '{subject}: 입금 찾기로 가수금에서 빠졌는데, 받은 회원의 입금이 없어요.',
    en: '{subject}: it left suspense for a claim, and there is no deposit of a member for it.',
  },
  WITHDRAWAL_UNPAID: {
    ko: '{subject}: 끝났다고 적혔지만 체인의 어느 블록에도 없어요.',
    en: '{subject}: it counts as settled, and no block of the chain has it.',
  },
  WITHDRAWAL_TWICE: {
    ko: '{subject}: 체인에서 두 번 나갔어요.',
    en: '{subject}: the chain carried it out twice.',
  },
  WITHDRAWAL_RETURNED: {
    ko: '{subject}: 회원에게 돌려줬는데 체인에서도 나갔어요.',
    en: '{subject}: it was given back to its member, and the chain carried it out.',
  },
  WITHDRAWAL_FEE: {
    ko: '{subject}: 적힌 네트워크 수수료가 체인이 가져간 것과 {amount} 달라요.',
    en: '{subject}: its network fee is {amount} off what the chain took.',
  },
  SWEEP_FEE: {
    ko: '{subject}: 모으기의 네트워크 수수료가 체인이 가져간 것과 {amount} 다르게 적혔어요.',
    en: '{subject}: the fee of gathering coins is booked {amount} off what the chain took.',
  },
  FEE_NOT_BOOKED: {
    ko: '{subject}: 실패한 전송의 수수료가 체인이 가져간 것과 {amount} 다르게 적혔어요.',
    en: '{subject}: the fee of its failed transaction is booked {amount} off what the chain took.',
  },
};

const subjectWords: Readonly<Record<string, Words>> = {
  deposit: { ko: '입금', en: 'deposit' },
  withdrawal: { ko: '출금', en: 'withdrawal' },
  entry: { ko: '보관 기록', en: 'custody entry' },
  fee: { ko: '네트워크 수수료', en: 'network fee' },
};
const inLedger: Words = { ko: '원장 번호의', en: 'ledger’s' };

/** `deposit:12` is deposit 12; of the ledger's numbering, `number:deposit:5`, it is said so; of `ETH:0x…` the address. */
function saySubject(subject: string): Words {
  const [, numbered, kind, number] = /^(number:)?(\w+):(\d+)$/.exec(subject) ?? [];
  const words = kind === undefined ? undefined : subjectWords[kind];
  if (words === undefined) {
    const place = subject.slice(subject.indexOf(':') + 1);
    return { ko: place, en: place };
  }
  const [ko, en] = numbered === undefined ? ['', ''] : [`${inLedger.ko} `, `${inLedger.en} `];
  return { ko: `${ko}${words.ko} ${number}번`, en: `${en}${words.en} ${number}` };
}

interface Found {
  subject: string;
  /** Below zero: less than there should be, which the words say. */
  amount: string;
  currency: string;
}

export function wordsOf(fault: string, { subject, amount, currency }: Found): Words {
  const words = faultWords[fault] ?? { ko: '{subject}: {amount}', en: '{subject}: {amount}' };
  const said = saySubject(subject);
  const sum = amountText(amount.replace('-', ''), currency);
  const filled = (language: keyof Words) =>
    words[language].replace(/\{(subject|amount)\}/g, (_, name: 'subject' | 'amount') => (name === 'amount' ? sum : said[language]));
  return { ko: filled('ko'), en: filled('en') };
}
