// How long each queue may wait: the promise that the dashboard measures by.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const targetsMs: Readonly<Record<string, number>> = {
  approval: 30 * minuteMs,
  exposure: 5 * minuteMs,
  contact: 4 * hourMs,
  'sign-up': 4 * hourMs,
};

export const targetMs = (kind: string): number => targetsMs[kind] ?? 4 * hourMs;
