// Jobs of a server: work again and again, never twice at once, in one process of all that share the database.
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { LEASE_MS, type Lease, LeaseLost, keepAlive, leaveAll, takeLease, underLease } from './lease.ts';
import { holderName } from './lease-holder.ts';
import { besideTransaction } from './transaction.ts';

export interface JobRun {
  /** First under this lease: what memory knows was another's, or is from before, and is read anew. */
  readonly isNew: boolean;
  /** False as soon as the server stops: what takes long asks between its steps. */
  goesOn(): boolean;
}

export interface Job {
  /** Now, or behind the run that is under way. Nothing where another process has the job: that one looks by itself. Never rejects. */
  hurry(): Promise<void>;
  /** No more runs begin; answers when the last has ended. */
  stop(): Promise<void>;
}

export interface JobOptions {
  /** Unique, `feature.job`. */
  name: string;
  everyMs: number;
  /** Said in the log when the work throws. */
  fault: string;
}

export interface Jobs {
  /** All transactions of `work` are fenced: they commit only while this process holds the job. */
  every(options: JobOptions, work: (run: JobRun) => Promise<unknown>): Job;
  /** Nothing runs before: a job may need what every feature offers. */
  begin(): void;
  /** A job by its name, now. */
  hurry(name: string): void;
  /** Ends all of them, and gives back what is held: before the features are stopped that they belong to. */
  stop(): Promise<void>;
}

export interface JobsParts {
  pool: Pool;
  log: Pick<Logger, 'warn' | 'info'>;
  holder?: string;
  leaseMs?: number;
}

/** Until a database that is away is asked again. */
const AGAIN_MS = 1_000;

export function createJobs({ pool, log, holder = holderName(), leaseMs = LEASE_MS }: JobsParts): Jobs {
  const leases = new Leases(pool, holder, leaseMs);
  const jobs = new Map<string, Job>();
  const wanted = new Set<string>();
  let hasBegun = false;
  return {
    every({ name, everyMs, fault }, work) {
      if (jobs.has(name)) throw new Error(`there are two jobs called ${name}`);
      let seen: number | undefined;
      let isStopped = false;
      const goesOn = () => !isStopped;
      const once = async () => {
        if (!hasBegun) return void wanted.add(name);
        const lease = await leases.of(name);
        if (lease === undefined) return;
        await underLease({ lease, leaseMs, onLost: () => leases.lost(name) }, () => work({ isNew: seen !== lease.epoch, goesOn }));
        seen = lease.epoch;
      };
      const onFault = (error: unknown) => {
        if (error instanceof LeaseLost) log.info({ job: name }, 'another process has taken over a job');
        else log.warn({ err: error, job: name }, fault);
      };
      const job = repeat(everyMs, once, onFault);
      const stop = async () => {
        isStopped = true;
        jobs.delete(name);
        await job.stop();
      };
      jobs.set(name, { ...job, stop });
      return { ...job, stop };
    },
    begin() {
      hasBegun = true;
      for (const name of wanted) void jobs.get(name)?.hurry();
      wanted.clear();
    },
    hurry: (name) => void jobs.get(name)?.hurry(),
    async stop() {
      await Promise.all([...jobs.values()].map((job) => job.stop()));
      await leases.stop();
    },
  };
}

/** What this process holds: taken when first needed, kept as long as it says in time that it lives. */
class Leases {
  readonly #pool: Pool;
  readonly #holder: string;
  readonly #leaseMs: number;
  readonly #held = new Map<string, Lease>();
  /** When those of others were last looked at. */
  readonly #lookedAt = new Map<string, number>();
  #livesUntil = -Infinity;
  #sayAgainAt = -Infinity;
  #saying: Promise<void> | undefined;
  #heart: Job | undefined;

  constructor(pool: Pool, holder: string, leaseMs: number) {
    this.#pool = pool;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
  }

  async of(job: string): Promise<Lease | undefined> {
    // A third of its time is left for what begins now.
    this.#heart ??= repeat(
      this.#leaseMs / 3,
      () => this.#say(),
      () => undefined,
    );
    if (performance.now() >= this.#livesUntil) {
      // While the database is away one job a second finds out, and says so.
      if (this.#saying !== undefined) await this.#saying.catch(() => undefined);
      else if (performance.now() >= this.#sayAgainAt) await this.#say();
      if (performance.now() >= this.#livesUntil) return undefined;
    }
    const held = this.#held.get(job);
    if (held !== undefined) return held;
    const now = performance.now();
    if (now - (this.#lookedAt.get(job) ?? -Infinity) < this.#leaseMs / 3) return undefined;
    this.#lookedAt.set(job, now);
    const taken = await takeLease(this.#pool, job, this.#holder);
    if (taken !== undefined) this.#held.set(job, taken);
    return taken;
  }

  lost(job: string): void {
    this.#held.delete(job);
    this.#lookedAt.set(job, performance.now());
  }

  async stop(): Promise<void> {
    await this.#heart?.stop();
    // What cannot be given back now runs out.
    if (this.#heart !== undefined) await leaveAll(this.#pool, this.#holder).catch(() => undefined);
    this.#heart = undefined;
  }

  /** Who was silent for too long may have been followed: each lease is asked for again. */
  #say(): Promise<void> {
    const say = async () => {
      const now = performance.now();
      if (now >= this.#livesUntil) this.#held.clear();
      this.#sayAgainAt = now + AGAIN_MS;
      await keepAlive(this.#pool, this.#holder, this.#leaseMs);
      this.#livesUntil = now + this.#leaseMs;
    };
    this.#saying ??= say().finally(() => (this.#saying = undefined));
    return this.#saying;
  }
}

/** Work again and again, never twice at once; also for what every process does for itself. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onFault: (error: unknown) => void): Job {
  let running: Promise<void> | undefined;
  const state = { isAsked: false, isStopped: false };
  const run = async () => {
    do {
      state.isAsked = false;
      await work().catch(onFault);
    } while (state.isAsked && !state.isStopped);
  };
  const begin = () => {
    if (state.isStopped) return Promise.resolve();
    // The caller's transaction, or its job, is none of this work's.
    running ??= besideTransaction(run).finally(() => (running = undefined));
    return running;
  };
  const timer = setInterval(begin, everyMs).unref();
  return {
    hurry() {
      state.isAsked = true;
      return begin();
    },
    async stop() {
      state.isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
