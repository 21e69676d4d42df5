// What an operator's change makes of a site's list of games: one place of the list, as it was looked at; a game that comes takes the next.
import { createHash } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteRoundOption } from '../../site-part.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { siteChanges, type SiteChangeKind } from '@maru/site/admin-contract.ts';

interface OptionChange {
  /** Place in the list; its length: a new game. */
  option: number;
  /** Of the row as it was seen; empty of a new game. */
  print: string;
  row: SiteRoundOption;
}

/** Of a row, in a few letters: whoever changes it names what it has seen. */
export const contentHashOf = (row: SiteRoundOption | undefined): string =>
  row === undefined ? '' : createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16);

export const optionChange: SiteChangeKind<OptionChange> = {
  kind: 'rounds.option',
  name: { ko: '라운드 게임 변경', en: 'Change of a game of rounds' },
  right: 'rounds.write',
  to(standing, { option, print: contentHash, row }) {
    const options = [...(standing.rounds?.options ?? [])];
    if (option > options.length || contentHashOf(options[option]) !== contentHash)
      throw new Refusal('ROUND_OPTION_MOVED', { field: 'print' });
    options[option] = row;
    return { ...standing, rounds: { ...standing.rounds, options } };
  },
};

export const alarmChange: SiteChangeKind<{ hasEndAlarm: boolean }> = {
  kind: 'rounds.alarm',
  name: { ko: '라운드 종료 소리', en: 'Sound of a round’s end' },
  right: 'rounds.write',
  to: (standing: SiteConfig, { hasEndAlarm }) => ({
    ...standing,
    rounds: { options: [], ...standing.rounds, hasEndAlarm },
  }),
};

export const practiceChange: SiteChangeKind<{ hasPractice: boolean }> = {
  kind: 'rounds.practice',
  name: { ko: '라운드 연습', en: 'Practice on rounds' },
  right: 'rounds.write',
  to: (standing: SiteConfig, { hasPractice }) => ({
    ...standing,
    rounds: { options: [], ...standing.rounds, hasPractice },
  }),
};

export function registerRoundChanges({ services }: AppContext): void {
  const changes = services.find(siteChanges);
  changes?.register(optionChange);
  changes?.register(alarmChange);
  changes?.register(practiceChange);
}
