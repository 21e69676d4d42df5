// A member's log-ins and tries as operators see them: columns of the table.
import type { ListColumn, Said, Say } from '@maru/kit/contract/list.ts';
import type { z } from 'zod/mini';
import type { DeviceName, loginResults, loginTry } from './profile-contract.ts';

export type DeskTry = z.output<typeof loginTry> & { isNew: boolean };

const unknownDevice = { ko: '알 수 없는 기기', en: 'Unknown device' };
const resultWords: Readonly<Record<(typeof loginResults)[number], Said>> = {
  OK: { ko: '비밀번호', en: 'Password' },
  OK_TOTP: { ko: '비밀번호, OTP', en: 'Password, app' },
  OK_RECOVERY: { ko: '복구 코드', en: 'Recovery code' },
  OK_PASSKEY: { ko: '패스키', en: 'Passkey' },
  PASSWORD_WRONG: { ko: '비밀번호 틀림', en: 'Wrong password' },
  CODE_WRONG: { ko: '인증 번호 틀림', en: 'Wrong code' },
};

export const deviceOf = ({ system, browser }: DeviceName, say: Say): string =>
  [system, browser].filter(Boolean).join(' · ') || say(unknownDevice);

export const loginColumns: readonly ListColumn<DeskTry>[] = [
  { key: 'time', head: { ko: '시각', en: 'Time' }, kind: 'moment', value: ({ at }) => at },
  { key: 'result', head: { ko: '결과', en: 'Result' }, value: ({ result }, say) => say(resultWords[result]) },
  { key: 'device', head: { ko: '기기', en: 'Device' }, value: ({ device }, say) => deviceOf(device, say) },
  { key: 'ip', head: { ko: '주소', en: 'Address' }, value: ({ ip }) => ip },
];
