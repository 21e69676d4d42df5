// A pool that notices a database which neither answers nor hangs up: frozen, out of reach, stuck on its disk. Then nobody waits on it.
//
// How long a statement may take says nothing about that: a report may take seconds. So while somebody waits, a connection of its own
// asks for nothing at all; without an answer the connections in use are ended, and until there is one again new callers are refused.
import pg from 'pg';

const LOOK_EVERY_MS = 300;
/**
 * A database that for so many looks neither answers "SELECT 1" nor sends a byte to anybody serves nobody; whoever called is told within
 * three seconds. Looks and not milliseconds: on a machine with no time left the looks are late too, and the database is only slow.
 */
const SILENT_LOOKS = 6;

/** What the mapper of errors knows as a database that is away. */
const silence = () => new Error('Connection terminated: the database does not answer');

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;

export class WatchedPool extends pg.Pool {
  readonly #config: pg.PoolConfig;
  /** Since when, and how much each had sent when it was last looked at. */
  readonly #used = new Map<pg.PoolClient, { since: number; heard: number }>();
  /** Calls that wait for a connection, by when they came. */
  readonly #waiting = new Map<(error: Error) => void, number>();
  #timer: NodeJS.Timeout | undefined;
  #isSilent = false;
  #asked: { client: pg.Client; looks: number; heard: number } | undefined;
  #asker: pg.Client | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.#config = config;
    // A connection lost while in use fails its statement; lost while idle it is simply replaced. Neither may end the process.
    this.on('error', () => {});
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.#isHeard();
    });
    this.on('acquire', (client) => {
      this.#used.set(client, { since: performance.now(), heard: streamOf(client).bytesRead });
      this.#watch();
    });
    this.on('release', (_error, client) => this.#used.delete(client as pg.PoolClient));
    this.on('remove', (client) => this.#used.delete(client as pg.PoolClient));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Taken): void;
  override connect(done?: Taken): Promise<pg.PoolClient> | void {
    if (done !== undefined) return this.#take(done);
    return new Promise((resolve, reject) => {
      this.#take((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#forgetAsker();
    return done === undefined ? super.end() : super.end(done);
  }

  /** A connection, or the word that the database is silent, whichever comes first; a connection that comes too late goes back. */
  #take(done: Taken): void {
    if (this.#isSilent) return void process.nextTick(done, silence(), undefined, () => {});
    let isOver = false;
    const giveUp = (error: Error) => {
      isOver = true;
      done(error, undefined, () => {});
    };
    this.#waiting.set(giveUp, performance.now());
    this.#watch();
    super.connect((error, client, release) => {
      this.#waiting.delete(giveUp);
      if (!isOver) done(error, client, release);
      else if (client !== undefined) release();
    });
  }

  #watch(): void {
    if (this.ending) return;
    this.#timer ??= setTimeout(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    const since = [...this.#used.values()].map((used) => used.since);
    const oldest = Math.min(...since, ...this.#waiting.values());
    const asked = this.#asked;
    if (asked !== undefined) {
      asked.looks = this.#hasSent(asked.client, asked) ? 0 : asked.looks + 1;
      // An answer may lie there unread, where this very thread was busy: it is read before this is believed.
      if (asked.looks >= SILENT_LOOKS) setImmediate(() => setImmediate(() => this.#asked === asked && this.#fallSilent()));
    } else if (this.#isSilent || now - oldest >= LOOK_EVERY_MS) this.#ask();
    if (this.#used.size > 0 || this.#waiting.size > 0 || this.#isSilent || this.#asked !== undefined) this.#watch();
  }

  /** Since the last look, on any connection in use or on the asking one. */
  #hasSent(asker: pg.Client, asked: { heard: number }): boolean {
    let isAlive = false;
    for (const [client, known] of [...this.#used, [asker, asked] as const]) {
      const { bytesRead } = streamOf(client);
      if (bytesRead !== known.heard) isAlive = true;
      known.heard = bytesRead;
    }
    return isAlive;
  }

  #isHeard(): void {
    if (this.#asked !== undefined) this.#asked.looks = 0;
  }

  #ask(): void {
    const isNew = this.#asker === undefined;
    this.#asker ??= this.#newAsker();
    const asked = { client: this.#asker, looks: 0, heard: streamOf(this.#asker).bytesRead };
    this.#asked = asked;
    // An error is an answer too: what it means every caller hears on a connection of its own.
    const answered = () => {
      if (this.#asked !== asked) return;
      this.#asked = undefined;
      this.#isSilent = false;
    };
    const begun = isNew ? asked.client.connect() : Promise.resolve();
    begun
      .then(() => asked.client.query('SELECT 1'))
      .then(answered, () => {
        if (this.#asker === asked.client) this.#forgetAsker();
        answered();
      });
  }

  #newAsker(): pg.Client {
    const { connectionString, host, port, user, password, database } = this.#config;
    const address = connectionString === undefined ? { host, port, user, password, database } : { connectionString };
    const client = new pg.Client({ ...address, application_name: `${this.#config.application_name ?? 'maru'} watch` });
    client.on('error', () => {});
    return client;
  }

  #forgetAsker(): void {
    const asker = this.#asker;
    this.#asker = undefined;
    if (asker !== undefined) hangUp(asker);
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#asked = undefined;
    this.#forgetAsker();
    for (const giveUp of this.#waiting.keys()) giveUp(silence());
    this.#waiting.clear();
    // Statements under way fail, transactions are rolled back by the server when it sees that nobody is there.
    for (const client of this.#used.keys()) hangUp(client);
  }
}

const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { bytesRead: number; destroy(): void } } }).connection.stream;

/** Without a good-bye, which would wait for an answer too. */
const hangUp = (client: pg.ClientBase) => streamOf(client).destroy();
