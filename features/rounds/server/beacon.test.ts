// Beacons: real rounds of drand's two networks verify, every kind of forgery does not; the client over the real interface, served by the stand-in.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeaconEntropy } from '../evidence.ts';
import { beaconRoundAfter, beaconRoundAt, chainHashOf, isBeaconRound, knownBeacons } from '../evidence-beacon.ts';
import { isBeaconSigned } from '../evidence-beacon-signed.ts';
import { defaultNet, defaultRound, quicknet, quicknetRound } from '../testing/beacon-rounds.ts';
import { type BeaconClient, openBeacon } from './beacon-client.ts';
import { STAND_IN_ID } from './beacon-stand-in.ts';

describe('recorded rounds', () => {
  it.each([
    ['quicknet, unchained, signature on G1', quicknetRound],
    ['default, chained, signature on G2', defaultRound],
  ])('%s', (_name, round) => {
    expect(isBeaconSigned(round)).toBe(true);
  });

  it('a chain is the hash of what its rounds are checked by', () => {
    for (const info of [quicknet, defaultNet]) {
      expect(chainHashOf(info)).toBe(info.chain);
      expect(knownBeacons[info.chain]).toBeDefined();
    }
    expect(chainHashOf({ ...quicknet, periodSeconds: '4' })).not.toBe(quicknet.chain);
  });

  const changes: [string, Partial<BeaconEntropy>][] = [
    ['another round', { round: '657414' }],
    ['another moment', { after: `${Number(quicknetRound.after) + 3_000}` }],
    ['another value', { randomness: `${quicknetRound.randomness.slice(0, -1)}8` }],
    ['a signature before, where there is none', { previousSignature: quicknetRound.signature }],
    ['another key', { beacon: { ...quicknet, publicKey: `${quicknet.publicKey.slice(0, -1)}b` } }],
    ['another chain', { beacon: { ...quicknet, chain: defaultNet.chain } }],
    ['a scheme nobody knows', { beacon: { ...quicknet, scheme: 'mine' } }],
  ];
  it.each(changes)('%s is found without the curve', (_name, change) => {
    expect(isBeaconRound({ ...quicknetRound, ...change })).toBe(false);
    expect(isBeaconSigned({ ...quicknetRound, ...change })).toBe(false);
  });

  it('the first round whose time is after the cut-off: at its own time it is the next', () => {
    const at = beaconRoundAt(quicknet, 1_000);
    expect([at - 3_001, at - 3_000, at - 1, at].map((ms) => beaconRoundAfter(quicknet, ms))).toEqual([999, 1_000, 1_000, 1_001]);
    expect(beaconRoundAfter(quicknet, 0)).toBe(1);
  });
});

describe('the client', () => {
  let child: ChildProcess;
  let url: string;
  let beacon: BeaconClient;

  beforeAll(async () => {
    child = fork(fileURLToPath(new URL('./beacon-stand-in-process.ts', import.meta.url)), { env: {}, execArgv: [] });
    [url] = (await once(child, 'message')) as [string];
    beacon = openBeacon(url);
  });
  afterAll(() => {
    beacon.close();
    child.kill();
  });

  it('reads what the beacon is, and its rounds, verified by its key', async () => {
    expect(await beacon.info()).toMatchObject({ chain: url.slice(-64), beaconId: STAND_IN_ID, periodSeconds: '3' });
    const closeAt = Date.now() - 10_000;
    const entropy = await beacon.after(closeAt, Date.now());
    expect(entropy).toMatchObject({ kind: 'beacon', after: `${closeAt}`, round: `${beaconRoundAfter(await beacon.info(), closeAt)}` });
    expect(isBeaconSigned(entropy!)).toBe(true);
    expect(isBeaconSigned({ ...entropy!, signature: quicknetRound.signature, randomness: quicknetRound.randomness })).toBe(false);
    // The same round answers for another cut-off before it.
    expect(await beacon.after(closeAt, Date.now())).toEqual(entropy);
  });

  it('a round that is not there yet is no value', async () => {
    expect(await beacon.after(Date.now() + 60_000, Date.now())).toBeUndefined();
    expect(await beacon.after(Date.now() + 60_000, Date.now() + 90_000)).toBeUndefined();
  });

  it('whoever answers for another chain is not believed', async () => {
    const other = openBeacon(url.slice(0, -64) + quicknet.chain);
    await expect(other.info()).rejects.toThrow('did not say what it is');
    other.close();
  });
});
