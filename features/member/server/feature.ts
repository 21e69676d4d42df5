// The entry point of members: who is one, how it stands and what features keep of it. It has no calls: account makes, changes and ends members.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { leftAmong } from '@maru/kit/server/operator-call.ts';
import {
  actingMember,
  formerAccounts,
  type LeavingPart,
  leavingParts,
  type MemberCards,
  memberCards,
  type MemberData,
  memberData,
  memberDirectory,
  memberJoined,
  memberTopics,
  provenMailOf,
  receivers,
  refuseLeaving,
} from '../contract.ts';
import { memberErrors } from '../errors.ts';
import { loadDirectory } from './directory.ts';
import { openReceivers } from './receivers.ts';
import { actingNow, formerAccountsOf, leftOf, provenMail, refuseGone } from './standing.ts';
import { memberWiring } from './wiring.ts';

export const memberFeature: ServerFeature<typeof memberWiring> = {
  name: 'member',
  wiring: memberWiring,
  errors: memberErrors,
  topics: memberTopics.map((topic) => ({ topic })),
  routes: [],
  async start(context) {
    const { services, pool } = context;
    const directory = await loadDirectory(pool);
    services.provide(memberDirectory, directory);
    services.provide(memberJoined, (site, member, account) => directory.add(site, member, account));
    services.provide(memberCards, cardsOf(context));
    services.provide(actingMember, (site, member, row) => actingNow(context, site, member, row));
    services.provide(provenMailOf, (site, member) => provenMail(context, site, member));
    services.provide(leftAmong, (site, members) => leftOf(context, site, members));
    services.provide(receivers, openReceivers(context));
    services.provide(refuseLeaving, refuseGone);
    services.provide(formerAccounts, formerAccountsOf);
    services.provide(memberData, registry<MemberData>());
    services.provide(leavingParts, registry<LeavingPart>());
  },
};

function registry<Part>() {
  const parts: Part[] = [];
  return { register: (part: Part) => void parts.push(part), all: (): readonly Part[] => parts };
}

function cardsOf({ pool }: AppContext): MemberCards {
  return async (site, members) => {
    const { rows } = await pool.query<{ id: number; username: string; nick: string; status: string }>(
      'SELECT id, username, nick, status FROM account_member WHERE site_id = $1 AND id = ANY($2::bigint[])',
      [site, [...members]],
    );
    return new Map(rows.map(({ id, ...card }) => [id, card]));
  };
}
