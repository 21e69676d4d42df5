// ccxt's binanceusdm, which we did not write, pointed at a server of ours.
import { pro } from 'ccxt';

export type Ccxt = InstanceType<typeof pro.binanceusdm>;
export interface Signing {
  apiKey: string;
  secret: string;
}

/** Changing the host is all: every address of the venue, REST and sockets, becomes ours. */
export async function ccxtClient(port: number, keys: Signing | undefined): Promise<Ccxt> {
  const client = new pro.binanceusdm({
    apiKey: keys?.apiKey,
    secret: keys?.secret,
    enableRateLimit: false,
    // Its own ten seconds are short where many test files share a core.
    timeout: 100_000,
    options: { warnOnFetchOpenOrdersWithoutSymbol: false },
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- the client's addresses are a free-form tree
  const api = client.urls.api as any;
  for (const name in api) if (typeof api[name] === 'string') api[name] = api[name].replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${port}`);
  for (const sockets of [api.ws, api.ws['ws-api']])
    for (const name in sockets)
      if (typeof sockets[name] === 'string') sockets[name] = sockets[name].replace(/^wss:\/\/[^/]+/, `ws://127.0.0.1:${port}`);
  // It wants to be told that sockets without TLS are meant.
  await client.loadHttpProxyAgent();
  return client;
}
