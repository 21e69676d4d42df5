// What a start that fails says: Korean and English, what to do, and no stack where the operator can mend it.
import { ConfigError } from '@maru/kit/server/config.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import { AlreadyRunning } from './instance.ts';

/** What a site's engine refuses it explains itself: another release's journal, a row that was changed, another owner. */
const SITE_REFUSAL = /^site \d+: /;

type Both = readonly [ko: string, en: string];

/** The place a file error names, or the data directory. */
const FILE: Record<string, (place: string) => Both> = {
  EACCES: (place) => [
    `${place}에 쓸 권한이 없습니다. MARU_DATA를 쓸 수 있는 폴더로 두세요.`,
    `no right to write ${place}: set MARU_DATA to a directory of this user.`,
  ],
  EPERM: (place) => [
    `${place}에 쓸 권한이 없습니다. MARU_DATA를 쓸 수 있는 폴더로 두세요.`,
    `no right to write ${place}: set MARU_DATA to a directory of this user.`,
  ],
  EROFS: (place) => [
    `${place}은(는) 읽기 전용입니다. MARU_DATA를 쓸 수 있는 폴더로 두세요.`,
    `${place} is read-only: set MARU_DATA to a directory that can be written.`,
  ],
  // What Node says of a directory to be made on a disk that is read-only.
  ENOENT: (place) => [
    `${place}을(를) 만들 수 없습니다. 없는 자리이거나 읽기 전용입니다. MARU_DATA를 쓸 수 있는 폴더로 두세요.`,
    `${place} cannot be made: no such place, or read-only; set MARU_DATA to a directory that can be written.`,
  ],
  ENOSPC: (place) => [`디스크가 찼습니다: ${place}`, `the disk is full: ${place}`],
  ENOTDIR: (place) => [
    `${place}의 윗자리가 폴더가 아닙니다. MARU_DATA를 고치세요.`,
    `${place} lies below something that is no directory: mend MARU_DATA.`,
  ],
  EEXIST: (place) => [`${place}은(는) 폴더가 아닙니다. MARU_DATA를 고치세요.`, `${place} is no directory: mend MARU_DATA.`],
};

/** Trying again would say the same: settings, another server, a journal that is not to be opened. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof AlreadyRunning || error instanceof OperatorFault) return true;
  return error instanceof Error && SITE_REFUSAL.test(error.message);
}

export function tellFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AlreadyRunning || error instanceof OperatorFault) return error.message;
  const { code = '', port, path, syscall, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen' || syscall === 'getaddrinfo') return both(tellListen(code, port, address));
  if (path !== undefined && syscall?.startsWith('spawn'))
    return both([`${path}을(를) 실행할 수 없습니다 (${code}).`, `${path} cannot be run (${code}).`]);
  if (path !== undefined && FILE[code] && (code !== 'ENOENT' || syscall === 'mkdir')) return both(FILE[code](path));
  if (error instanceof Error && /No space left on device/.test(error.message))
    return both([
      `디스크가 찼습니다. 자리를 만든 뒤 다시 시작하세요. (${error.message})`,
      'the disk is full: make room, then start again.',
    ]);
  if (error instanceof Error && SITE_REFUSAL.test(error.message))
    return both([`사이트를 열 수 없습니다. ${error.message}`, 'the site cannot be opened, see the line above.']);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tellListen(code: string, port: number | undefined, address: string | undefined): Both {
  if (code === 'EADDRINUSE')
    return [
      `포트 ${port}을(를) 다른 프로그램이 쓰고 있습니다. 그 프로그램을 멈추거나 PORT(두 번째 사이트는 MARU_SECOND_PORT)를 바꾸세요.`,
      `port ${port} is in use by another program: stop it, or set PORT (for the second site MARU_SECOND_PORT) to another one.`,
    ];
  if (code === 'EACCES')
    return [
      `포트 ${port}은(는) 이 사용자가 열 수 없습니다. 1023보다 큰 포트를 쓰세요.`,
      `port ${port} may not be opened by this user: choose one above 1023.`,
    ];
  return [
    `HOST=${address ?? process.env.HOST}: 이 기계의 주소가 아닙니다 (${code}).`,
    `HOST=${address ?? process.env.HOST}: is no address of this machine (${code}).`,
  ];
}

const both = ([ko, en]: Both): string => `${ko}\n${en}`;
