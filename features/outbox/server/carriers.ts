// Who carries a site's letters: its own account where it has one, else the installation's, else the demo's post office.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outsideAddressOf } from '@maru/kit/server/outside-host.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { LetterKind } from '../contract.ts';
import type { Carrier } from './carrier.ts';
import type { PostOffice } from './demo-post-office.ts';
import { createMailCarrier } from './mail-carrier.ts';
import { createSmsCarrier, smsAccountOf } from './sms-carrier.ts';

export interface Carriers {
  /** As the settings are now. */
  of(site: number, kind: LetterKind): Carrier | undefined;
  /** The installation's. */
  shared(kind: LetterKind): Carrier | undefined;
  close(): void;
}

export function createCarriers(context: AppContext, office: PostOffice | undefined): Carriers {
  const shared = sharedCarriers(context, office);
  const own = new Map<string, { url: string; carrier: Carrier }>();
  return {
    of(site, kind) {
      const url = context.services.find(siteProviders)?.urlOf(site, kind === 'MAIL' ? 'mail' : 'sms');
      if (url === undefined) return shared.get(kind);
      if (url === null) return undefined;
      const kept = own.get(`${site} ${kind}`);
      if (kept?.url === url) return kept.carrier;
      const carrier = ownCarrier(context, kind, url);
      own.set(`${site} ${kind}`, { url, carrier });
      return carrier;
    },
    shared: (kind) => shared.get(kind),
    close() {
      for (const carrier of shared.values()) carrier.close?.();
      for (const { carrier } of own.values()) carrier.close?.();
    },
  };
}

function sharedCarriers({ config, clock }: AppContext, office: PostOffice | undefined): Map<LetterKind, Carrier> {
  const { mailUrl, smsUrl } = config;
  const carriers = new Map<LetterKind, Carrier>();
  const smtp = mailUrl ?? office?.smtpUrl;
  const sms = smsUrl === undefined ? office?.sms : smsAccountOf(smsUrl);
  if (smtp !== undefined) carriers.set('MAIL', createMailCarrier(smtp));
  if (sms !== undefined)
    carriers.set(
      'SMS',
      createSmsCarrier(sms, () => clock.now()),
    );
  return carriers;
}

/** In a demo everything may stand on this machine; elsewhere what an operator typed leads out of our network or nowhere. */
function ownCarrier({ config, clock }: AppContext, kind: LetterKind, url: string): Carrier {
  const isOutside = !config.demo;
  if (kind === 'MAIL') return createMailCarrier(url, { isOutside });
  return createSmsCarrier(smsAccountOf(url), () => clock.now(), isOutside ? () => outsideAddressOf(new URL(url).hostname) : undefined);
}
