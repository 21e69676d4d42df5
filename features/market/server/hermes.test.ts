// Hermes over its HTTP interface, served by the stand-in: the bytes of the first update from a moment on, by the feeds of the address.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hermesAccountOf, openHermes } from './hermes.ts';
import { type HermesStandIn, openHermesStandIn, PRACTICE_SIGNERS, practiceFeed } from './hermes-stand-in.ts';

const ETH = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
const update = readFileSync(new URL('../../rounds/testing/pyth-update-20240513.b64', import.meta.url), 'utf8').trim();
let standIn: HermesStandIn;

beforeAll(async () => {
  standIn = await openHermesStandIn({ recorded: { update, feeds: [ETH], publishTime: 1_715_627_146 } });
});
afterAll(() => standIn.close());

describe('the address', () => {
  it('names key, signers and feeds; two feeds are known', () => {
    const account = hermesAccountOf(`https://:k%40y@pyth.example/hermes/?signers=mine&PYTH:NDX=${ETH}&PYTH:SPX=no&other=${ETH}`);
    expect(account).toMatchObject({ base: 'https://pyth.example/hermes', key: 'k@y', signerSet: 'mine' });
    expect(Object.keys(account.feeds).sort()).toEqual(['PYTH:EURUSD', 'PYTH:NDX', 'PYTH:XAUUSD']);
    expect(hermesAccountOf('https://pyth.example').signerSet).toBe('pyth-routers-2026');
  });
});

describe('updates', () => {
  it('of the stand-in are signed by the practice keys, for seconds that have passed', async () => {
    const source = openHermes(standIn.url);
    const at = Date.now() - 5_000;
    expect(await source.firstFrom('PYTH:EURUSD', at)).toEqual({
      feed: practiceFeed('PYTH:EURUSD'),
      signerSet: PRACTICE_SIGNERS,
      update: expect.stringMatching(/^UE5BVQ/),
    });
    expect(await source.firstFrom('PYTH:EURUSD', Date.now() + 60_000)).toBeUndefined();
    expect([source.has('PYTH:SPX'), source.has('BINANCE:BTCUSDT')]).toEqual([true, false]);
    expect(await source.firstFrom('BINANCE:BTCUSDT', at)).toBeUndefined();
  });

  it('a recorded one is replayed at its time', async () => {
    const source = openHermes(`${standIn.url}&PYTH:NDX=${ETH}`.replace(`PYTH:NDX=${practiceFeed('PYTH:NDX')}&`, ''));
    expect(await source.firstFrom('PYTH:NDX', 1_715_627_145_500)).toMatchObject({ feed: ETH, update });
    expect(await source.firstFrom('PYTH:NDX', 1_715_627_147_000)).toBeUndefined();
  });
});
