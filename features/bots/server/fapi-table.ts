// Every call of the bots' gateway, in one table.
import { accountEndpoints } from './read-account.ts';
import { algoEndpoints } from './algo-orders.ts';
import { exchangeEndpoints } from './exchange-info.ts';
import type { Endpoint } from './fapi-endpoint.ts';
import { historyEndpoints } from './read-history.ts';
import { incomeEndpoints } from './read-income.ts';
import { listenEndpoints } from './listen-calls.ts';
import { marketEndpoints } from './read-market.ts';
import { orderEndpoints } from './place-orders.ts';
import { settingEndpoints } from './change-settings.ts';
import { statisticEndpoints } from './read-statistics.ts';
import { twapEndpoints } from './twap-orders.ts';

export const endpoints: readonly Endpoint[] = [
  ...exchangeEndpoints,
  ...marketEndpoints,
  ...statisticEndpoints,
  ...orderEndpoints,
  ...algoEndpoints,
  ...twapEndpoints,
  ...accountEndpoints,
  ...settingEndpoints,
  ...historyEndpoints,
  ...incomeEndpoints,
  ...listenEndpoints,
];

const byAddress = new Map<string, Endpoint>(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** By method and path: `GET /fapi/v1/time`. */
export const endpointAt = (address: string): Endpoint | undefined => byAddress.get(address);
