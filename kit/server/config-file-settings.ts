// Settings of files that lie elsewhere: the store of members' files, the list of addresses under sanctions.
import type { Setting } from './config-settings.ts';

/** Answers the text where it is an address of one of these protocols. */
export const urlOf =
  (...protocols: readonly string[]) =>
  (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '' ? text : undefined;

export const fileSettings = {
  filesUrl: {
    name: 'MARU_FILES_URL',
    fallback: undefined,
    shown: 'files/ in MARU_DATA',
    form: 'https://key:secret@host/bucket?region=…, special characters percent-encoded',
    formKo: 'https://키:비밀값@호스트/버킷?region=… 모양(특수 문자는 %2F처럼)',
    about: 'An S3-compatible store for files of members and operators. What lies there is not part of a backup.',
    isSecret: true,
    parse: urlOf('http:', 'https:'),
  },
  sanctionsFile: {
    name: 'MARU_SANCTIONS_FILE',
    fallback: undefined,
    shown: 'none',
    form: 'a text file: an address a line, behind a comma the name of its list',
    formKo: '한 줄에 주소 하나, 쉼표 뒤에 명단 이름을 적은 파일',
    about:
      'Addresses that withdrawals go to only by persons’ decisions. Read again when it changes; while it cannot be read, persons decide all.',
    parse: (text) => text,
  },
} satisfies Record<string, Setting<string | undefined>>;
