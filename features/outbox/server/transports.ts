// Who carries a site's mails: its own account where it has one, else the installation's, else the demo's post office.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outsideAddressOf } from '@maru/kit/server/outside-host.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { OutgoingKind } from '../contract.ts';
import type { Transport } from './transport.ts';
import type { PostOffice } from './demo-post-office.ts';
import { createMailTransport } from './mail-transport.ts';
import { createSmsTransport, smsAccountOf } from './sms-transport.ts';

export interface Transports {
  /** As the settings are now. */
  of(site: number, kind: OutgoingKind): Transport | undefined;
  /** The installation's. */
  shared(kind: OutgoingKind): Transport | undefined;
  close(): void;
}

export function createTransports(context: AppContext, office: PostOffice | undefined): Transports {
  const shared = sharedTransports(context, office);
  const own = new Map<string, { url: string; transport: Transport }>();
  return {
    of(site, kind) {
      const url = context.services.find(siteProviders)?.urlOf(site, kind === 'MAIL' ? 'mail' : 'sms');
      if (url === undefined) return shared.get(kind);
      if (url === null) return undefined;
      const kept = own.get(`${site} ${kind}`);
      if (kept?.url === url) return kept.transport;
      const transport = ownTransport(context, kind, url);
      own.set(`${site} ${kind}`, { url, transport });
      return transport;
    },
    shared: (kind) => shared.get(kind),
    close() {
      for (const transport of shared.values()) transport.close?.();
      for (const { transport } of own.values()) transport.close?.();
    },
  };
}

function sharedTransports({ config, clock }: AppContext, office: PostOffice | undefined): Map<OutgoingKind, Transport> {
  const { mailUrl, smsUrl } = config;
  const transports = new Map<OutgoingKind, Transport>();
  const smtp = mailUrl ?? office?.smtpUrl;
  const sms = smsUrl === undefined ? office?.sms : smsAccountOf(smsUrl);
  if (smtp !== undefined) transports.set('MAIL', createMailTransport(smtp));
  if (sms !== undefined)
    transports.set(
      'SMS',
      createSmsTransport(sms, () => clock.now()),
    );
  return transports;
}

/** In a demo everything may stand on this machine; elsewhere what an operator typed leads out of our network or nowhere. */
function ownTransport({ config, clock }: AppContext, kind: OutgoingKind, url: string): Transport {
  const isOutside = !config.demo;
  if (kind === 'MAIL') return createMailTransport(url, { isOutside });
  return createSmsTransport(smsAccountOf(url), () => clock.now(), isOutside ? () => outsideAddressOf(new URL(url).hostname) : undefined);
}
