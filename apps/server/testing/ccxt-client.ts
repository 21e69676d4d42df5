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

/** A price so many percent from the last, on the tick. */
export async function priceNear(bot: Ccxt, symbol: string, percent: number): Promise<number> {
  const { last } = await bot.fetchTicker(symbol);
  return Number(bot.priceToPrecision(symbol, (last as number) * (1 + percent / 100)));
}

/** Closes whatever is open of a symbol. */
export async function flattenAll(bot: Ccxt, symbol: string): Promise<void> {
  for (const position of await bot.fetchPositions([symbol])) {
    const amount = position.contracts as number;
    const side = position.side === 'long' ? 'sell' : 'buy';
    if (amount > 0) await bot.createOrder(symbol, 'market', side, amount, undefined, { reduceOnly: true });
  }
}

/** A test that failed half-way must not spoil the next. */
export async function leaveNothing(bot: Ccxt, symbol: string): Promise<void> {
  await bot.fapiPrivateDeleteAllOpenOrders({ symbol: bot.market(symbol).id });
  await bot.fapiPrivateDeleteAlgoOpenOrders({ symbol: bot.market(symbol).id });
  await flattenAll(bot, symbol);
}

export const idOf = (order: { id?: unknown }) => String(order.id);
