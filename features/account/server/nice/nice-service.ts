// Which bureau a site asks: its own account, the one of the settings, the demo's stand-in, or none; and the way browsers reach the stand-in's window.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outsideAddressOf } from '@maru/kit/server/outside-host.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { SideAnswer, SideGateway, SideRequest } from '@maru/kit/server/side-gateway.ts';
import { type Bureau, createBureau, niceAccountOf } from './bureau.ts';
import { keepStandIn, type StandInKeeper } from './stand-in-keeper.ts';

const PREFIX = '/demo/nice/';
const WINDOW = `${PREFIX}window`;

export interface NiceService {
  bureauOf(site: number): Bureau | undefined;
  standIn: StandInKeeper | undefined;
}

export function openNiceService({ config, services }: AppContext): NiceService {
  const standIn = config.niceUrl === undefined && config.demo ? keepStandIn() : undefined;
  const shared = config.niceUrl === undefined ? standIn && standInBureau(standIn) : createBureau(niceAccountOf(config.niceUrl));
  /** Kept with the account it is for: the organisation's token lives as long. */
  const own = new Map<number, { url: string; bureau: Bureau }>();
  return {
    standIn,
    bureauOf(site) {
      const url = services.find(siteProviders)?.urlOf(site, 'nice');
      if (url === undefined) return shared;
      if (url === null) return undefined;
      const kept = own.get(site);
      if (kept?.url === url) return kept.bureau;
      const bureau = createBureau(niceAccountOf(url), config.demo ? undefined : () => outsideAddressOf(new URL(url).hostname));
      own.set(site, { url, bureau });
      return bureau;
    },
  };
}

function standInBureau(standIn: StandInKeeper): Bureau {
  return {
    window: WINDOW,
    isStandIn: true,
    token: async (now) => createBureau(await standIn.account()).token(now),
  };
}

/** The stand-in listens on loopback: its window stands under our own address too, passed on as it is, so that whoever sees the demo reaches it. */
export function standInGateway(standIn: () => StandInKeeper | undefined): SideGateway {
  const page = (status: number, body: string): SideAnswer => ({ status, body, name: WINDOW, isPage: true });
  return {
    prefix: PREFIX,
    refuse: () => page(503, ''),
    async answer(context, request) {
      const open = standIn();
      if (open?.pid === undefined || request.path !== WINDOW) return page(404, '');
      try {
        return { ...page(200, ''), ...(await passOn(await open.account(), request)) };
      } catch (error) {
        context.log.warn({ err: error }, 'the stand-in for NICE is away');
        return page(502, '');
      }
    },
  };
}

async function passOn({ window }: { window: string }, { method, query, body }: SideRequest): Promise<Partial<SideAnswer>> {
  const isConsent = method === 'POST';
  const reply = await fetch(isConsent ? window : `${window}?${query}`, {
    method: isConsent ? 'POST' : 'GET',
    redirect: 'manual',
    ...(isConsent ? { body } : {}),
  });
  const location = reply.headers.get('location');
  return { status: reply.status, body: await reply.text(), ...(location === null ? {} : { headers: { location } }) };
}
