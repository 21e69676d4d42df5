// Brings practice to life on a starting server: settles what is due, tells members, drops what is old.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { betQueue } from '../../contract.ts';
import type { PracticeBet } from '../../practice-contract.ts';
import { isoText } from '../round-text.ts';
import { presentPractice, type PracticeRow } from './practice-bets.ts';
import { practiceService } from './practice-service.ts';
import { PracticeSettler } from './settle-practice.ts';

const LOOK_MS = 100;
const SWEEP_MS = 60_000;
/** Rows that one statement drops, and statements of a sweep. */
const [SLICE, SLICES] = [1_000, 20];
/** How long past bets are kept; of one member the last ones (`dropBehind`). */
const KEPT_MS = 30 * DAY_MS;
/** As long as the engine remembers a key. */
const KEPT_REQUEST_MS = DAY_MS;

const QUEUE = betQueue.destination;

export function startPractice(context: AppContext): void {
  const { clock, jobs } = context;
  const settler = new PracticeSettler(context, (site, bets) => tellResults(context, site, bets));
  context.services.provide(practiceService, {
    placed(site, member, bet) {
      settler.note(Date.parse(bet.endAt));
      tell(context, site, member, 'practiceBet', [bet]);
    },
    left: (site, member, bet) => tell(context, site, member, 'practiceBet', [bet]),
  });
  jobs.every({ name: 'rounds.practice', everyMs: LOOK_MS, fault: 'practice waits' }, () => settler.look(clock.now()));
  jobs.every({ name: 'rounds.forgetPractice', everyMs: SWEEP_MS, fault: 'old practice bets wait to be dropped' }, () =>
    dropOld(context, clock.now()),
  );
}

function tell(
  { sockets, clock }: AppContext,
  site: SiteConfig,
  member: number,
  type: 'practiceBet' | 'practiceResult',
  practice: PracticeBet[],
): void {
  const isAlarm = type === 'practiceResult' && site.rounds?.hasEndAlarm === true;
  sockets.send(site.id, member, QUEUE, { type, time: isoText(clock.now()), bets: [], practice, isAlarm });
}

/** One message a member: the bets of one round come together. */
function tellResults(context: AppContext, site: SiteConfig, bets: readonly PracticeRow[]): void {
  const directory = context.services.use(memberDirectory);
  for (const [account, own] of Map.groupBy(bets, (bet) => bet.account)) {
    const member = directory.memberOf(site.id, account);
    if (member === undefined || !context.sockets.wants(site.id, member, QUEUE)) continue;
    tell(
      context,
      site,
      member,
      'practiceResult',
      own.map((bet) => presentPractice(site, bet)),
    );
  }
}

/** What is older than it is kept: a sweep does not do all that may have gathered, the next goes on. */
export async function dropOld({ pool }: Pick<AppContext, 'pool'>, now: number): Promise<void> {
  const drop = async (text: string, before: number) => {
    for (let slice = 0; slice < SLICES; slice++) if ((await pool.query(text, [before])).rowCount !== SLICE) return;
  };
  // Whoever places a bet may be dropping the same rows: nothing is waited for.
  const some = (moment: string) => `ORDER BY ${moment} LIMIT ${SLICE} FOR UPDATE SKIP LOCKED`;
  await drop(
    `DELETE FROM rounds_practice_request WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM rounds_practice_request WHERE at_ms < $1 ${some('at_ms')}))`,
    now - KEPT_REQUEST_MS,
  );
  await drop(
    `DELETE FROM rounds_practice_bet WHERE bet_id = ANY(ARRAY(
       SELECT bet_id FROM rounds_practice_bet WHERE status <> 0 AND settled_ms < $1 ${some('settled_ms')}))`,
    now - KEPT_MS,
  );
}
