// The steps of releases before the base: whoever has run all of them stands where the base stands, whoever has run some must finish there.
import { readFileSync } from 'node:fs';
import { OperatorFault } from './operator-fault.ts';

/** The last release that knows them one by one. */
const RELEASE = '0.9';

/** Fingerprints by name, as the table `migration` of an installation holds them. */
export const formerSteps: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('former-steps.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(' ') as [string, string]),
);
const LAST = [...formerSteps.keys()].at(-1);

/** Whether all of them are among `names`. Throws OperatorFault where only some are: the rest is nobody's to run here. */
export function areFormerStepsDone(names: ReadonlySet<string>, of: 'database' | 'backup'): boolean {
  const missing = [...formerSteps.keys()].filter((name) => !names.has(name));
  if (missing.length > 0 && missing.length < formerSteps.size) throw of === 'database' ? unfinished(missing) : unfinishedBackup(missing);
  return missing.length === 0;
}

function unfinished(missing: readonly string[]): OperatorFault {
  return new OperatorFault(
    `이 데이터베이스는 이 버전으로 바로 올릴 수 없습니다. 이전 마이그레이션 ${formerSteps.size}개 중 ${missing.length}개(${missing[0]}부터)가 아직 실행되지 ` +
      `않았습니다. 릴리스 ${RELEASE}(마지막 마이그레이션 ${LAST})를 먼저 시작해 정상 종료(Ctrl+C)한 뒤 이 버전을 시작하세요. 데이터베이스는 바뀌지 않았습니다.`,
    `this database cannot be brought to this release at once: of ${formerSteps.size} former migrations ${missing.length} are still to be run ` +
      `(from ${missing[0]} on). Start release ${RELEASE} first (its last migration is ${LAST}), stop it in order (Ctrl+C), then start this one. ` +
      'The database was not changed.',
  );
}

function unfinishedBackup(missing: readonly string[]): OperatorFault {
  return new OperatorFault(
    `이 백업은 이 버전으로 복원할 수 없습니다. 이전 마이그레이션 ${formerSteps.size}개 중 ${missing.length}개(${missing[0]}부터)가 실행되기 전에 만든 것입니다. ` +
      `릴리스 ${RELEASE}(마지막 마이그레이션 ${LAST})로 복원해 한 번 시작한 뒤 이 버전을 시작하세요. 아무것도 바뀌지 않았습니다.`,
    `this backup cannot be restored by this release: it was made before ${missing.length} of ${formerSteps.size} former migrations were run ` +
      `(from ${missing[0]} on). Restore it with release ${RELEASE} (its last migration is ${LAST}), start that once, then start this one. ` +
      'Nothing was changed.',
  );
}
