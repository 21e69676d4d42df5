// Which bureau a server asks: the one of its settings, the stand-in in the demo, or none; and the stand-in's page for browsers.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SideAnswer, SideDoor } from '@maru/kit/server/side-door.ts';
import { type Bureau, createBureau, niceAccountOf } from './bureau.ts';
import { openStandIn, type StandIn } from './stand-in.ts';

const PREFIX = '/demo/nice/';

export interface NiceRoom {
  bureau: Bureau | undefined;
  standIn: StandIn | undefined;
}

export async function openNiceRoom({ config, clock }: AppContext): Promise<NiceRoom> {
  if (config.niceUrl !== undefined) return { bureau: createBureau(niceAccountOf(config.niceUrl)), standIn: undefined };
  if (!config.demo) return { bureau: undefined, standIn: undefined };
  const standIn = await openStandIn(() => clock.now(), `${PREFIX}window`);
  return { bureau: createBureau(standIn.account), standIn };
}

/** The stand-in's window under our own address, so that whoever sees the demo can reach it. */
export function standInDoor(standIn: () => StandIn | undefined): SideDoor {
  const page = (status: number, body: string): SideAnswer => ({ status, body, name: `${PREFIX}window`, isPage: true });
  return {
    prefix: PREFIX,
    refuse: () => page(503, ''),
    async answer(_context, { method, path, query, body }) {
      const open = standIn();
      if (open === undefined || path !== `${PREFIX}window`) return page(404, '');
      if (method === 'GET') {
        const { status, body: html } = open.page(new URLSearchParams(query));
        return page(status, html);
      }
      const back = open.consent(new URLSearchParams(body));
      if (back === undefined) return page(400, open.page(new URLSearchParams()).body);
      return { ...page(303, ''), headers: { location: back } };
    },
  };
}
