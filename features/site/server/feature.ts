// The entry point of sites: what a page must know, the server's time, fees, and the site's notice topics.
import { consents } from '@maru/kit/server/restrictions.ts';
import { Refusal, handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { siteIn } from '@maru/kit/server/region.ts';
import { createHostProofs, hostProofs } from '@maru/kit/server/host-proof.ts';
import { sitePages } from '@maru/kit/server/site-pages.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import { approvals } from '@maru/operator/contract.ts';
import {
  getAppIds,
  getFees,
  getServerTimeOffset,
  getSiteInfo,
  legalDocuments,
  noticeTopic,
  siteChangeTopic,
  siteNoticeTopic,
  sitePopupTopic,
} from '../contract.ts';
import { siteChanges, siteGuards } from '../admin-contract.ts';
import { brandHolds, launchChecks } from '../launch-contract.ts';
import { siteErrors } from '../errors.ts';
import { createSiteChanges } from './change-site.ts';
import { createBrandHandler, registerBrands } from './launch/create-brand.ts';
import { giveUpHandler, registerGivingUp } from './launch/give-up.ts';
import { createLaunchList } from './launch/launch-list.ts';
import { launchList, launchRoutes, registerOpening } from './launch/open-brand.ts';
import { consentService, createConsentService } from './consents.ts';
import { documentDeskRoutes } from './document-desk.ts';
import { agree, documentRoutes, openDocuments } from './documents.ts';
import { registerPublishing, siteEditRoutes } from './edit-site.ts';
import { MEDIA_PREFIX, mediaFile, mediaFileRoute, mediaRoute } from './media.ts';
import { siteMigrations } from './migrations.ts';
import { providerDeskRoutes, registerProviderAccounts } from './provider-desk.ts';
import { createProviderService, providerService } from './provider-service.ts';
import { draftPage, previewRoute } from './preview.ts';
import { siteInfoOf, siteNews } from './site-info.ts';
import { siteWiring } from './wiring.ts';

/** Two taker legs: the specification's estimate for a long adds 0.08 % at a taker fee of 0.04 %. */
const ESTIMATE_LEGS = 2;

export const siteFeature: ServerFeature<typeof siteWiring> = {
  name: 'site',
  wiring: siteWiring,
  errors: siteErrors,
  migrations: siteMigrations,
  routes: [
    handle(getSiteInfo, async (context, call) => {
      // The host decides; a code of another site behaves as if that site did not exist.
      if (call.query.code !== undefined && call.query.code !== call.site.code) throw new Refusal('SITE_UNKNOWN', { field: 'code' });
      return { data: siteInfoOf(siteIn(call.site, call.country), context) };
    }),
    handle(getServerTimeOffset, async (context, call) => {
      const serverTime = context.clock.now();
      return { data: { offset: call.query.ms === undefined ? 0 : serverTime - call.query.ms, serverTime } };
    }),
    handle(getFees, async (_context, call) => {
      const { makerFee, takerFee } = call.site;
      return {
        data: { futures: { maker: fraction(makerFee), taker: fraction(takerFee), estimateLong: fraction(takerFee * ESTIMATE_LEGS) } },
      };
    }),
    // The site is installed from its own address; no store has an app of it.
    handle(getAppIds, async (_context, call) => ({ data: { web: call.site.code, android: null, ios: null } })),
    ...documentRoutes,
    ...siteEditRoutes,
    previewRoute,
    mediaRoute,
    mediaFileRoute,
    ...documentDeskRoutes,
    ...providerDeskRoutes,
    createBrandHandler,
    ...launchRoutes,
    giveUpHandler,
  ],
  topics: [
    { topic: noticeTopic },
    { topic: siteChangeTopic, snapshot: (context, site) => [siteNews(site, context)] },
    { topic: siteNoticeTopic, accepts: (_context, site, params) => params.siteId === String(site.id) },
    { topic: sitePopupTopic, accepts: (_context, site, params) => params.siteId === String(site.id) },
  ],
  async start(context) {
    context.services.provide(sitePages, {
      filePrefix: MEDIA_PREFIX,
      file: (site, name) => mediaFile(context, site, name),
      draft: (site, word) => draftPage(context, site, word),
    });
    context.services.provide(legalDocuments, { agree });
    context.services.provide(hostProofs, createHostProofs(context.config));
    const service = createConsentService(context);
    context.services.provide(consentService, service);
    context.services.provide(consents, service);
    const accounts = createProviderService(context);
    context.services.provide(providerService, accounts);
    context.services.provide(siteProviders, accounts);
    context.services.provide(siteGuards, []);
    context.services.provide(brandHolds, []);
    context.services.provide(siteChanges, createSiteChanges(context));
    const list = createLaunchList(context);
    context.services.provide(launchList, list);
    context.services.provide(launchChecks, list);
    // A server of few features, as tests start it, has no desk.
    if (context.services.find(approvals) !== undefined) {
      registerPublishing(context);
      registerBrands(context);
      registerOpening(context);
      registerGivingUp(context);
      registerProviderAccounts(context);
    }
    return () => {};
  },
  async openSite(context, site) {
    await openDocuments(context, site);
    await context.services.use(consentService).read(site.id);
    await context.services.use(providerService).read(site.id);
  },
  boot: (context, site) => ({ site: siteInfoOf(site, context) }),
};

/** A rate of 10⁻⁸ as a plain decimal: 40000 → 0.0004. */
export function fraction(rate: number): string {
  const digits = String(rate).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
}
