// The bots' entry point on the server: keys of members, calls under /fapi/, streams under /ws and /stream.
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { leavingParts, memberData, plainRows } from '@maru/member/contract.ts';
import { botErrors } from '../errors.ts';
import { type BotTimes, usualTimes } from './bot-times.ts';
import { type BotsService, openBotsService } from './bots-service.ts';
import { createFapiGateway } from './fapi-gateway.ts';
import { keyRoutes } from './key-routes.ts';
import { botMigrations } from './migrations.ts';
import { createStreamGateway } from './stream-gateway.ts';
import { botsWiring } from './wiring.ts';

/** The last ones lead nowhere here: a client that tries them is told so in its own words instead of getting a page. */
const prefixes = ['/fapi/', '/sapi/', '/futures/data/', '/dapi/', '/papi/', '/eapi/'];

/** Made anew for each server: the service’s parts are its own. */
export function createBotsFeature(times: Partial<BotTimes> = {}): ServerFeature<typeof botsWiring> {
  let made: BotsService | undefined;
  const service = () => {
    if (made === undefined) throw new Error('the bots service has not been started');
    return made;
  };
  return {
    name: 'bots',
    wiring: botsWiring,
    errors: botErrors,
    routes: keyRoutes(service),
    sideGateways: prefixes.map((prefix) => createFapiGateway(prefix, service)),
    sideSockets: createStreamGateway(service),
    migrations: botMigrations,
    async start(context) {
      context.services
        .find(memberData)
        ?.register(
          plainRows(
            'apiKeys',
            { ko: 'API 키', en: 'API keys' },
            'label, shown, kind, scope, addresses, created_at, last_used_at, last_used_from, revoked_at',
            'bots_api_key',
          ),
        );
      const started = await openBotsService(context, { ...usualTimes, ...times });
      made = started;
      context.services.find(leavingParts)?.register({
        name: 'bots',
        erase: (sql, { site, member }) => started.keys.erase(sql, site, member),
        ended: ({ site, member }) => started.keys.forget(site, member),
      });
      return () => started.close();
    },
  };
}
