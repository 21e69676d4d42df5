// TRON's HTTP interface over an EVM: what clients and our adapter ask of a node, and the refusals a real one gives.
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { utils } from 'tronweb';
import { opened, refuseUnfit, signedFrom } from './admission.ts';
import { blockAnswer, headerAnswer, infoAnswer, transactionAnswer } from './answers.ts';
import { ENERGY_PRICE, Refusal, type Ledger } from './ledger.ts';

type Body = Record<string, unknown>;
type Answer = (body: Body) => Promise<unknown>;

export interface FacadeOptions {
  ledger: Ledger;
  /** Blocks below the tip from where nothing can be undone: nineteen on the main network. */
  solidLag: number;
}

export interface Facade {
  url: string;
  close(): Promise<void>;
}

const MOST_BYTES = 1 << 20;
const text = (value: unknown) => String(value ?? '');
/** Addresses come as hex or, when a client wants them readable, as text. */
const hexAddress = (value: unknown) => utils.address.toHex(text(value)).toLowerCase();

export async function openFacade(options: FacadeOptions): Promise<Facade> {
  const routes = { ...readings(options), ...writings(options), ...solidReadings(options) };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://facade').pathname.slice(1);
    let answer: unknown;
    try {
      answer = path in routes ? await routes[path](await bodyOf(request)) : { Error: `no such call: ${path}` };
    } catch (error) {
      answer = error instanceof Refusal ? { code: error.code, message: error.message } : { Error: (error as Error).message };
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) throw new Refusal('OTHER_ERROR', 'the request is too long');
    chunks.push(chunk as Buffer);
  }
  const asked = Buffer.concat(chunks).toString('utf8');
  return { ...Object.fromEntries(new URL(request.url ?? '/', 'http://facade').searchParams), ...(asked === '' ? {} : JSON.parse(asked)) };
}

function readings({ ledger }: FacadeOptions): Record<string, Answer> {
  const blockAt = async (height: number) => {
    const header = await ledger.header(height);
    return header === undefined ? {} : blockAnswer(header, await ledger.minedAt(height));
  };
  return {
    'wallet/getnowblock': async () => blockAt((await ledger.tip()).height),
    'wallet/getblock': async () => headerAnswer(await ledger.tip()),
    'wallet/getblockbynum': ({ num }) => blockAt(Number(num)),
    'wallet/gettransactioninfobyblocknum': async ({ num }) =>
      Promise.all((await ledger.minedAt(Number(num))).map((one) => infoAnswer(one, ledger))),
    'wallet/gettransactioninfobyid': async ({ value }) => {
      const mined = await ledger.mined(text(value));
      return mined === undefined ? {} : infoAnswer(mined, ledger);
    },
    'wallet/gettransactionbyid': async ({ value }) => {
      const mined = await ledger.mined(text(value));
      return mined === undefined ? {} : transactionAnswer(mined);
    },
    'wallet/gettransactionfrompending': async ({ value }) =>
      (await ledger.isPending(text(value))) ? transactionAnswer(ledger.sent(text(value))) : {},
    'wallet/getaccount': async ({ address }) => {
      const hex = hexAddress(address);
      const balance = Number(await ledger.balance(hex));
      return balance === 0 ? {} : { address: hex, balance };
    },
    'wallet/getchainparameters': async () => ({
      chainParameter: [
        { key: 'getEnergyFee', value: Number(ENERGY_PRICE) },
        { key: 'getTransactionFee', value: 1000 },
      ],
    }),
    'wallet/triggerconstantcontract': async ({ owner_address, contract_address, data, function_selector, parameter }) => {
      const called = text(data) || utils.ethersUtils.keccak256(Buffer.from(text(function_selector))).slice(2, 10) + text(parameter);
      const found = await ledger.call(hexAddress(owner_address), hexAddress(contract_address), called);
      if ('failure' in found)
        return { result: { result: true, message: Buffer.from(found.failure).toString('hex') }, constant_result: [''] };
      return { result: { result: true }, energy_used: found.energy, constant_result: [found.words] };
    },
  };
}

/** The view in which nothing can be undone: what is newer is not there. */
function solidReadings({ ledger, solidLag }: FacadeOptions): Record<string, Answer> {
  const solidHeight = async () => Math.max((await ledger.tip()).height - solidLag, 0);
  return {
    'walletsolidity/getnowblock': async () => {
      const height = await solidHeight();
      return blockAnswer((await ledger.header(height))!, await ledger.minedAt(height));
    },
    'walletsolidity/gettransactioninfobyid': async ({ value }) => {
      const mined = await ledger.mined(text(value));
      return mined === undefined || mined.receipt.blockNumber > (await solidHeight()) ? {} : infoAnswer(mined, ledger);
    },
    'walletsolidity/getaccount': async ({ address }) => ({
      address: hexAddress(address),
      balance: Number(await ledger.balance(hexAddress(address))),
    }),
  };
}

function writings({ ledger }: FacadeOptions): Record<string, Answer> {
  // One after the other: of two alike at once the second is known, as it is to a node.
  let last: Promise<unknown> = Promise.resolve();
  const take = (signed: string) => {
    const taken = last.catch(() => undefined).then(() => takeOne(signed));
    last = taken;
    return taken;
  };
  const takeOne = async (signed: string) => {
    const envelope = opened(signed);
    await refuseUnfit(envelope, ledger);
    await ledger.submit(envelope, signed);
    return { result: true, code: 'SUCCESS', txid: envelope.id };
  };
  return {
    'wallet/broadcasthex': ({ transaction }) => take(text(transaction)),
    'wallet/broadcasttransaction': (body) => take(signedFrom(body)),
  };
}
