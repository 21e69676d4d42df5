// Where a network pays only whom it knows already, a name is looked up before anything is asked for: the watcher asks the chain, by a row.
import type { ChainName } from '@maru/chains/chain.ts';
import { MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { custodyProcesses } from '../../process-contract.ts';

type Context = Pick<AppContext, 'pool' | 'clock' | 'services'>;

/** An account that was there a moment ago is there: none is ever taken away. */
const GOOD_MS = 10 * MINUTE_MS;
/** How long a call waits for the watcher's word: it mostly takes less than a second. */
const ANSWERED_WITHIN_MS = 4_000;
const LOOK_MS = 100;

const hasNames = (chain: ChainName): boolean => chain === 'EOS';

/** Nobody's word is no word: without an answer nothing is taken to be there. */
export async function refuseMissing(context: Context, chain: ChainName, name: string): Promise<void> {
  if (!hasNames(chain)) return;
  const isThere = await lookUp(context, chain, name);
  if (isThere === undefined) throw new Refusal('ADDRESS_NOT_CHECKED', { chain });
  if (!isThere) throw new Refusal('ADDRESS_NOT_THERE', { chain, address: name });
}

async function lookUp({ pool, clock, services }: Context, chain: ChainName, name: string): Promise<boolean | undefined> {
  services.use(custodyProcesses).wake();
  const now = clock.now();
  const known = await read(pool, chain, name, now - GOOD_MS);
  if (known === true) return true;
  await pool.query(
    `INSERT INTO custody_account (chain, name, asked_ms) VALUES ($1, $2, $3)
     ON CONFLICT (chain, name) DO UPDATE SET asked_ms = greatest(custody_account.asked_ms, excluded.asked_ms)`,
    [chain, name, now],
  );
  const until = performance.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    const told = await read(pool, chain, name, now);
    if (told !== undefined || performance.now() > until) return told;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/** To a question that was asked then or later. */
async function read(pool: AppContext['pool'], chain: string, name: string, since: number): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    'SELECT is_there AS "isThere" FROM custody_account WHERE chain = $1 AND name = $2 AND looked_ms >= $3',
    [chain, name, since],
  );
  return rows.at(0)?.isThere;
}
