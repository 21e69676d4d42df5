// What stands in a leaving member's way in games of other providers: stakes whose round is not over; the visits themselves end and go.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { LeavingPart } from '@maru/member/contract.ts';

/** Visits last twelve hours: whoever says nothing of a round for so long will not. */
const OPEN_MS = 7 * DAY_MS;

export function slotLeaving({ pool, clock }: AppContext): LeavingPart {
  return {
    name: 'slot',
    async obstacles({ site, account }) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM slot_game_tx t WHERE t.site_id = $1 AND t.account = $2 AND t.created_at > $3 AND (t.answer IS NULL
           OR (t.kind = 'debit' AND NOT EXISTS (SELECT 1 FROM slot_game_tx o WHERE o.site_id = t.site_id AND o.provider = t.provider
             AND (o.of_tx = t.tx_id OR (o.kind = 'credit' AND o.account = t.account AND o.round_id = t.round_id
               AND o.id > t.id)))))`,
        [site, account, new Date(clock.now() - OPEN_MS)],
      );
      const { n } = rows[0];
      return n === 0
        ? []
        : [{ kind: 'GAMES', name: { ko: '끝나지 않은 외부 게임', en: 'games of other providers under way' }, count: n, path: '/slot' }];
    },
    // The reference stays for as long as disputes do: an answer that was lost on the way is asked for again by it.
    async erase(sql, { site, member }) {
      await sql.query('DELETE FROM slot_game_session WHERE site_id = $1 AND member = $2 AND redeemed_at IS NULL', [site, member]);
      await sql.query(
        "UPDATE slot_game_session SET ended_at = coalesce(ended_at, $3), family = '', country = NULL WHERE site_id = $1 AND member = $2",
        [site, member, new Date(clock.now())],
      );
    },
    async eraseDisputes(sql, { site, member }) {
      await sql.query('DELETE FROM slot_game_session WHERE site_id = $1 AND member = $2', [site, member]);
    },
  };
}
