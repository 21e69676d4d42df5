// Queues of operators by name, and how long each may wait: the promise that dashboard and alerts measure by.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface QueueKind {
  ko: string;
  en: string;
  targetMs: number;
}

const queues: Readonly<Record<string, QueueKind>> = {
  approval: { ko: '승인', en: 'Approvals', targetMs: 30 * minuteMs },
  withdrawal: { ko: '출금', en: 'Withdrawals', targetMs: 30 * minuteMs },
  'deposit-claim': { ko: '입금 찾기', en: 'Deposit claims', targetMs: 24 * hourMs },
  exposure: { ko: '하우스 노출', en: 'House exposure', targetMs: 5 * minuteMs },
  contact: { ko: '1:1 문의', en: 'Inquiries', targetMs: 4 * hourMs },
  'sign-up': { ko: '가입 승인', en: 'Sign-ups', targetMs: 4 * hourMs },
  prices: { ko: '시세', en: 'Prices', targetMs: 5 * minuteMs },
  alert: { ko: '경보', en: 'Alerts', targetMs: 15 * minuteMs },
};

export const targetMs = (kind: string): number => queues[kind]?.targetMs ?? 4 * hourMs;

export const queueName = (kind: string): { ko: string; en: string } => queues[kind] ?? { ko: kind, en: kind };
