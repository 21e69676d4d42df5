// The entry point of TWAP orders: a member's calls, and what sends its slices while its pages are closed.
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { leavingParts, memberData, type MemberData } from '@maru/member/contract.ts';
import { cancelAllTwaps, cancelTwap, listTwaps, placeTwap, twapHistory, twapQueue, twapSlices } from '../../twap-contract.ts';
import { twapErrors } from '../../twap-errors.ts';
import { cancelOwnTwap, cancelOwnTwaps, listEndedTwaps, listOwnTwaps, listTwapSlices } from './keep-twaps.ts';
import { startTwap } from './place-twap.ts';
import { presentTwap } from './present-twap.ts';
import { TwapRunner } from './twap-runner.ts';
import { countRunning, type TwapRow } from './twap-rows.ts';

const LOOK_MS = 250;

/** Made anew for each server; starts after futures, whose orders it places. */
export function createTwapFeature(lookMs = LOOK_MS): ServerFeature {
  let made: TwapRunner | undefined;
  const runner = () => {
    if (made === undefined) throw new Error('TWAP orders have not been started');
    return made;
  };
  return {
    name: 'twap',
    errors: twapErrors,
    product: 'futures',
    routes: [
      ...whenRestricted('reduces', [handle(placeTwap, (context, call) => startTwap(context, runner(), call))]),
      ...whenRestricted('open', [
        handle(listTwaps, listOwnTwaps),
        handle(twapHistory, listEndedTwaps),
        handle(twapSlices, listTwapSlices),
        handle(cancelTwap, (context, call) => cancelOwnTwap(context, runner(), call)),
        handle(cancelAllTwaps, (context, call) => cancelOwnTwaps(context, runner(), call)),
      ]),
    ],
    topics: [{ topic: twapQueue }],
    async start(context) {
      context.services.find(memberData)?.register(ownTwaps);
      const started = new TwapRunner(context);
      made = started;
      joinLeaving(context);
      await started.begin(lookMs);
      return () => started.close();
    },
    openSite: async (_context, site) => runner().followProduct(site),
  };
}

const ownTwaps: MemberData = {
  section: 'twapOrders',
  name: { ko: 'TWAP 주문', en: 'TWAP orders' },
  query: ({ site, member }) => ({ text: 'SELECT * FROM futures_twap WHERE site_id = $1 AND member_id = $2', values: [site, member] }),
  present: (row, site) => ({ ...presentTwap(site, row as TwapRow), country: (row as TwapRow).country }),
};

/** What runs stands in the way as open orders do; what slipped in between ends with the leaving. Trades stay by number, and their plans with them. */
function joinLeaving({ services, pool, clock }: AppContext): void {
  services.find(leavingParts)?.register({
    name: 'twap',
    async obstacles({ site, member }) {
      const count = await countRunning(pool, site, member);
      return count === 0 ? [] : [{ kind: 'TWAPS', name: { ko: '진행 중인 TWAP', en: 'running TWAP orders' }, count, path: '/future' }];
    },
    async erase(sql, { site, member }) {
      await sql.query(
        `UPDATE futures_twap SET status = 'CANCELED', end_reason = 'LEFT', ended_at = $3 WHERE site_id = $1 AND member_id = $2 AND status = 'RUNNING'`,
        [site, member, new Date(clock.now())],
      );
      // Where it was placed from, and what its own programs called it.
      await sql.query(
        'UPDATE futures_twap SET country = NULL, client_twap_id = NULL, request_key = NULL, request_body = NULL WHERE site_id = $1 AND member_id = $2',
        [site, member],
      );
    },
  });
}
