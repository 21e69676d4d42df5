// A client of drand's HTTP interface: what a chain is, and its rounds, each verified before anyone sees it.
import { Worker } from 'node:worker_threads';
import { z } from 'zod/mini';
import type { BeaconEntropy, BeaconInfo } from '../evidence.ts';
import { beaconRoundAfter, beaconRoundAt, beaconSchemes, chainHashOf } from '../evidence-beacon.ts';

const ANSWER_MS = 4_000;
/** A round that is not there yet is asked for again. */
const AGAIN_MS = 1_000;
const KEPT = 100;

const hex = z.string().check(z.regex(/^([0-9a-f]{2}){1,200}$/));
const infoAnswer = z.object({
  public_key: hex,
  period: z.number(),
  genesis_time: z.number(),
  groupHash: hex,
  schemeID: z.optional(z.string()),
  metadata: z.optional(z.object({ beaconID: z.optional(z.string()) })),
});
const roundAnswer = z.object({ round: z.number(), randomness: hex, signature: hex, previous_signature: z.optional(hex) });

export interface BeaconClient {
  readonly chain: string;
  info(): Promise<BeaconInfo>;
  /** The round for a cut-off, once it is there and verifies; undefined: not yet. `now` by the clock that the cut-off is of. */
  after(closeAt: number, now: number): Promise<BeaconEntropy | undefined>;
  close(): void;
}

/** `address`: https://host/<hash of the chain>. */
export function openBeacon(address: string): BeaconClient {
  const url = new URL(address);
  const chain = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const base = address.replace(/\/+$/, '');
  const found = new Map<number, BeaconEntropy>();
  const asked = new Map<number, number>();
  const signatures = new SignatureThread();
  let info: Promise<BeaconInfo> | undefined;

  const knownInfo = () => {
    info ??= readInfo(base, chain);
    info.catch(() => (info = undefined));
    return info;
  };
  return {
    chain,
    info: knownInfo,
    async after(closeAt, now) {
      const beacon = await knownInfo();
      const round = beaconRoundAfter(beacon, closeAt);
      const known = found.get(round);
      if (known !== undefined) return { ...known, after: String(closeAt) };
      if (now < beaconRoundAt(beacon, round) || performance.now() - (asked.get(round) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS)
        return undefined;
      asked.set(round, performance.now());
      const entropy = await readRound(base, beacon, round, closeAt);
      if (entropy === undefined || !(await signatures.isSigned(entropy))) return undefined;
      found.set(round, entropy);
      for (const map of [found, asked]) for (const [oldest] of map) if (map.size > KEPT) map.delete(oldest);
      return entropy;
    },
    close: () => signatures.close(),
  };
}

async function ask(address: string): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
  return answer.ok ? answer.json() : undefined;
}

/** Whoever answers: the key is believed because the chain's hash is of it. */
async function readInfo(base: string, chain: string): Promise<BeaconInfo> {
  const told = infoAnswer.safeParse(await ask(`${base}/info`));
  if (!told.success) throw new Error(`the beacon ${chain.slice(0, 8)}… did not say what it is`);
  const { public_key: publicKey, period, genesis_time: genesis, groupHash, schemeID = 'pedersen-bls-chained', metadata } = told.data;
  const info: BeaconInfo = {
    chain,
    publicKey,
    periodSeconds: String(period),
    genesisSeconds: String(genesis),
    groupHash,
    scheme: schemeID,
    beaconId: metadata?.beaconID ?? 'default',
  };
  if (chainHashOf(info) !== chain) throw new Error(`what answers for the beacon ${chain.slice(0, 8)}… is another one`);
  if (beaconSchemes[schemeID] === undefined)
    throw new Error(`the beacon ${chain.slice(0, 8)}… signs by ${schemeID}, which is not known here`);
  return info;
}

async function readRound(base: string, beacon: BeaconInfo, round: number, closeAt: number): Promise<BeaconEntropy | undefined> {
  const told = roundAnswer.safeParse(await ask(`${base}/public/${round}`));
  if (!told.success || told.data.round !== round) return undefined;
  const { randomness, signature, previous_signature: previous } = told.data;
  const previousSignature = beaconSchemes[beacon.scheme].isChained ? (previous ?? null) : null;
  return { kind: 'beacon', beacon, after: String(closeAt), round: String(round), randomness, signature, previousSignature };
}

/** A pairing takes tens of milliseconds: in a thread of its own, so that nobody's bet waits for it. */
class SignatureThread {
  #worker: Worker | undefined;
  #waiting: ((isSigned: boolean) => void)[] = [];

  isSigned(entropy: BeaconEntropy): Promise<boolean> {
    this.#worker ??= this.#start();
    this.#worker.postMessage(entropy);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./beacon-thread.ts', import.meta.url), { name: 'beacon' });
    worker.unref();
    worker.on('message', (isSigned: boolean) => this.#waiting.shift()?.(isSigned));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const resolve of this.#waiting.splice(0)) resolve(false);
    });
    worker.on('error', () => {});
    return worker;
  }

  close(): void {
    void this.#worker?.terminate();
  }
}
