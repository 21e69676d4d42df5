// What stands in a leaving member's way in timed rounds and power ball; practice money, which is none, goes with the member.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { LeavingPart } from '@maru/member/contract.ts';

export function roundsLeaving({ engine }: AppContext): LeavingPart {
  return {
    name: 'rounds',
    async obstacles({ site, account }) {
      const waiting = await engine.query<number>(site, 'gameWait', account);
      if (waiting === 0) return [];
      return [{ kind: 'BETS', name: { ko: '진행 중인 투자', en: 'open bets' }, count: null, path: '/dnw_history/binary_list' }];
    },
    async erase(sql, { site, account }) {
      for (const table of ['rounds_practice_bet', 'rounds_practice_request', 'rounds_practice_purse'])
        await sql.query(`DELETE FROM ${table} WHERE site_id = $1 AND account = $2`, [site, account]);
    },
  };
}
