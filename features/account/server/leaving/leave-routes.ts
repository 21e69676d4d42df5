// The member's two calls of leaving.
import { type BoundRoute, handle, type Session } from '@maru/kit/server/feature.ts';
import { getLeaving, leave } from '../../leaving-contract.ts';
import type { Confirming } from '../confirm-password.ts';
import type { LeavingService } from './leaving-service.ts';

const ownerOf = ({ site, member, account }: Session) => ({ site, member, account });

export function leaveRoutes(service: () => LeavingService, confirm: () => Confirming): BoundRoute[] {
  return [
    handle(getLeaving, async (_context, { site, session }) => ({ data: await service().look(site, ownerOf(session as Session)) })),
    handle(leave, async (_context, { site, session, ip, body, language }) => {
      const who = session as Session;
      try {
        await confirm()(who, ip, body.password);
      } catch (error) {
        // Sent twice at once: the first has finished meanwhile, and there is no password any more.
        if ((await service().leftAt(ownerOf(who))) === undefined) throw error;
      }
      const leftAt = await service().leave(site, ownerOf(who), language, body.givesUp);
      return { data: { left: true as const, leftAt: leftAt.toISOString() } };
    }),
  ];
}
