// Brings practice to life on a starting server: settles what is due, tells members, drops what is old; says how to stop.
import { memberDirectory } from '@maru/account/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { betQueue } from '../../contract.ts';
import type { PracticeBet } from '../../practice-contract.ts';
import { isoText } from '../round-text.ts';
import { every } from '../start-rounds.ts';
import { presentPractice, type PracticeRow } from './practice-bets.ts';
import { practiceRoom } from './practice-room.ts';
import { PracticeSettler } from './settle-practice.ts';

const LOOK_MS = 100;
const SWEEP_MS = 3_600_000;
/** Past bets of one member that are kept, and for how long. */
const KEPT_BETS = 500;
const KEPT_MS = 30 * 86_400_000;
/** As long as the engine remembers a key. */
const KEPT_REQUEST_MS = 86_400_000;

const QUEUE = betQueue.destination;

export function startPractice(context: AppContext): () => Promise<void> {
  const { clock, log } = context;
  const settler = new PracticeSettler(context, (site, bets) => tellResults(context, site, bets));
  context.services.provide(practiceRoom, {
    placed(site, member, bet) {
      settler.note(Date.parse(bet.endAt));
      tell(context, site, member, 'practiceBet', [bet]);
    },
    left: (site, member, bet) => tell(context, site, member, 'practiceBet', [bet]),
  });
  const stops = [
    every(
      LOOK_MS,
      () => settler.look(clock.now()),
      (error) => log.warn({ err: error }, 'practice waits'),
    ),
    every(
      SWEEP_MS,
      () => dropOld(context, clock.now()),
      (error) => log.warn({ err: error }, 'old practice bets wait to be dropped'),
    ),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
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

/** The last bets of a member, of the last days; open ones stay. */
export async function dropOld({ pool }: Pick<AppContext, 'pool'>, now: number): Promise<void> {
  await pool.query('DELETE FROM rounds_practice_request WHERE at_ms < $1', [now - KEPT_REQUEST_MS]);
  await pool.query('DELETE FROM rounds_practice_bet WHERE status <> 0 AND settled_ms < $1', [now - KEPT_MS]);
  await pool.query(
    `DELETE FROM rounds_practice_bet b USING (SELECT site_id, account, bet_id,
       row_number() OVER (PARTITION BY site_id, account ORDER BY bet_id DESC) AS place FROM rounds_practice_bet WHERE status <> 0) old
     WHERE old.place > $1 AND b.bet_id = old.bet_id`,
    [KEPT_BETS],
  );
}
