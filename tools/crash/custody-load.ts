// Members who bring test coins in and send them out again, each to an address of its own, and repeat a request under its key until they are told its fate.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { base58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import { type Answer, PatientClient } from './patient-client.ts';
import type { Random } from './random.ts';

/** What the server acknowledged: this withdrawal exists from now on, and what comes of it goes to this address and nowhere else. */
export interface AckedWithdrawal {
  withdrawalId: number;
  coin: string;
  address: string;
}

interface Told {
  withdrawalId: number;
  address: string | null;
  totalElements: number;
  content: { state: string }[];
}

interface LoadOptions {
  url: string;
  run: string;
  clients: number;
  random: Random;
}

const LOGIN = 'a-long-passphrase';
const PASSWORD = '274913';
const MEMBERS = ['comer', 'goer'];
const PAUSE_MS = 400;
/** Test coins that were asked for last have come by then. */
const QUIET_MS = 12_000;

const coins = [
  { coin: 'ETH_USDT', point: () => '20', address: () => mixedCase(`0x${randomBytes(20).toString('hex')}`) },
  { coin: 'ETH', point: () => '0.05', address: () => mixedCase(`0x${randomBytes(20).toString('hex')}`) },
  { coin: 'BTC', point: () => '0.002', address: () => base58check(sha256).encode(Uint8Array.from([0x6f, ...randomBytes(20)])) },
] as const;

export class CustodyLoad {
  readonly acked: AckedWithdrawal[] = [];
  readonly contradictions: string[] = [];
  readonly refused = new Map<string, number>();
  /** What was under way when somebody last looked. */
  open: string[] = [];
  readonly #options: LoadOptions;
  readonly #client: PatientClient<Told>;
  readonly #until = new AbortController();
  #clients: Promise<void>[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#client = new PatientClient(options.url, LOGIN, options.random);
  }

  get sent(): number {
    return this.#client.sent;
  }

  /** Members of its own: what everybody shares has no withdrawal password. */
  async prepare(): Promise<void> {
    for (const [i, username] of MEMBERS.entries()) {
      const form = {
        username,
        password: LOGIN,
        name: 'Kim',
        nick: `n_${username}`,
        phone: `010-7777-${1000 + i}`,
        email: `${username}@example.com`,
      };
      const headers = { 'content-type': 'application/json' };
      const signed = await fetch(`${this.#options.url}/api/player`, { method: 'POST', headers, body: JSON.stringify(form) });
      if (!signed.ok) throw new Error(`${username} could not sign up: ${await signed.text()}`);
      const set = await this.#client.settle(username, '/api/player/update_withdraw_password', { password: PASSWORD, loginPassword: LOGIN });
      if (set.status !== 200) throw new Error(`${username} has no withdrawal password: ${set.code}`);
    }
  }

  start(): void {
    this.#clients = Array.from({ length: this.#options.clients }, (_, i) => this.#act(i));
  }

  async end(): Promise<void> {
    this.#until.abort();
    await Promise.all(this.#clients);
  }

  /** Coins have come in, and the first of them are asked out again. */
  async begun(withinMs: number): Promise<void> {
    for (const until = performance.now() + withinMs; this.acked.length === 0; await sleep(100))
      if (performance.now() > until) throw new Error(`no withdrawal was taken: ${JSON.stringify([...this.refused])}`);
  }

  /** Nothing is on its way any more but what waits for a person. */
  async over(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    for (let quietSince = performance.now(); performance.now() - quietSince < QUIET_MS; ) {
      this.open = [];
      for (const member of MEMBERS) {
        await this.#look(member);
        this.open.push(...(await this.#states(member, '/api/dnw/withdraw/list?isOpen=true&size=100', ['REVIEW'])));
        this.open.push(...(await this.#states(member, '/api/dnw/deposit/list?size=100', ['UNLOCKED', 'ORPHANED'])));
      }
      if (this.open.length > 0) quietSince = performance.now();
      if (performance.now() > until) return false;
      await sleep(500);
    }
    return true;
  }

  /** Those that are in none of the `ended`, in words. */
  async #states(member: string, path: string, ended: readonly string[]): Promise<string[]> {
    const { data } = await this.#client.settle(member, path, undefined);
    return (data.content ?? []).filter(({ state }) => !ended.includes(state)).map((one) => JSON.stringify(one));
  }

  /** As the page of deposits does: else nobody would start what was killed. */
  #look = (member: string) => this.#client.settle(member, '/api/site_info/dnw', undefined);

  async #act(i: number): Promise<void> {
    const { run, random } = this.#options;
    const member = MEMBERS[i % MEMBERS.length];
    for (let n = 0; !this.#until.signal.aborted; n++) {
      const { coin, point, address } = coins[Math.floor(random() * coins.length)];
      const key = `${run}-${i}-${n}`;
      await this.#look(member);
      this.#note(await this.#client.settle(member, '/api/wallet/generate', { coinName: coin }));
      this.#note(await this.#client.settle(member, '/api/dnw/deposit/test_coins', { coinName: coin }, `${key}-in`));
      await this.#withdraw(member, { walletType: coin, point: point(), address: address(), password: PASSWORD }, key);
      await sleep(PAUSE_MS * (1 + random()));
    }
  }

  async #withdraw(member: string, body: { walletType: string; address: string } & Record<string, string>, key: string): Promise<void> {
    const answer = await this.#client.settle(member, '/api/dnw/withdraw/apply', body, key);
    if (!this.#note(answer)) return;
    const withdrawalId = answer.data.withdrawalId as number;
    this.acked.push({ withdrawalId, coin: body.walletType, address: body.address });
    if (this.#options.random() > 0.3) return;
    const again = await this.#client.settle(member, '/api/dnw/withdraw/apply', body, key);
    if (again.data.withdrawalId !== withdrawalId)
      this.contradictions.push(`${key}: ${withdrawalId}, then ${again.status} ${again.code} ${again.data.withdrawalId}`);
  }

  /** False: refused for a reason of its own. */
  #note({ status, code }: Answer<Told>): boolean {
    if (status === 200) return true;
    this.refused.set(code, 1 + (this.refused.get(code) ?? 0));
    return false;
  }
}
