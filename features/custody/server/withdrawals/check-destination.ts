// Where a withdrawal may go: an address of this very network with its checksum, the memo that the network has, and nobody's own address.
import { isAddress, isDemoAddress, isTestNetwork, whoseAddress } from '@maru/chains/address/is-address.ts';
import { mixedCase, witnessProgram } from '@maru/chains/address/checksums.ts';
import { classicOf } from '@maru/chains/address/x-address.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { refuseMissing } from './refuse-missing.ts';

export interface Destination {
  /** As the chain writes it. */
  address: string;
  memo: string | null;
  /** Whose address of this site it is; null: outside. */
  payee: number | null;
}

interface Asked {
  site: number;
  account: number;
  chain: ChainName;
  address: string;
  memo: string | undefined;
}

type DestinationContext = Pick<AppContext, 'pool' | 'config' | 'clock' | 'services'>;

const MOST_TAG = 2 ** 32 - 1;

export async function checkDestination(context: DestinationContext, asked: Asked): Promise<Destination> {
  const { pool, config } = context;
  const { chain, site, account } = asked;
  if (!(config.demo && isDemoAddress(chain, asked.address))) refuseAddress(chain, asked.address, config.demo);
  const { address, memo } = plainPlace(chain, asked.address, checkMemo(chain, asked.memo));
  const { rows } = await pool.query<{ account: number }>(
    `SELECT account FROM custody_address WHERE site_id = $1 AND chain = $2 AND address = $3 AND coalesce(memo, '') = coalesce($4, '')`,
    [site, chain, address, memo],
  );
  const payee = rows[0]?.account ?? null;
  if (payee === account) throw new Refusal('ADDRESS_OWN');
  if (payee === null && (await isOurOwn(pool, chain, address))) throw new Refusal('ADDRESS_BAD', { chain });
  if (payee === null) await refuseMissing(context, chain, address);
  return { address, memo, payee };
}

/** An address of the house's own elsewhere, as the chain writes it: there is no tag or memo at it, and where the chain knows names it is there. */
export async function coldDestination(context: DestinationContext, chain: ChainName, text: string): Promise<string> {
  const { config } = context;
  if (!(config.demo && isDemoAddress(chain, text))) refuseAddress(chain, text, config.demo);
  const { address, memo } = plainPlace(chain, text, null);
  if (memo !== null) throw new Refusal('ADDRESS_BAD', { chain });
  await refuseMissing(context, chain, address);
  return address;
}

/** As bytes of the chain have it: the signer compares letter by letter, and our own addresses are found by it. */
function plainPlace(chain: ChainName, address: string, memo: string | null): { address: string; memo: string | null } {
  if (chain === 'ETH') return { address: mixedCase(address.toLowerCase()), memo };
  // Bech32 may be written in capitals; older addresses tell them apart.
  if (chain === 'BTC' && address === address.toUpperCase() && witnessProgram(address) !== undefined)
    return { address: address.toLowerCase(), memo };
  const found = chain === 'XRP' ? classicOf(address) : undefined;
  if (found === undefined) return { address, memo };
  // One address that has its tag within, and another one beside it: nobody knows which is meant.
  if (found.tag !== null && memo !== null && memo !== String(found.tag)) throw new Refusal('MEMO_BAD');
  return { address: found.address, memo: found.tag === null ? memo : String(found.tag) };
}

/** Where payouts are made of, cold storage, or where all members' deposits of a chain with memos come in: paid to there it would be nobody's. */
async function isOurOwn(pool: AppContext['pool'], chain: ChainName, address: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 FROM custody_hot WHERE chain = $1 AND address = $2
     UNION ALL SELECT 1 FROM custody_cold WHERE chain = $1 AND address = $2
     UNION ALL SELECT 1 FROM custody_address WHERE chain = $1 AND address = $2 AND memo IS NOT NULL`,
    [chain, address],
  );
  return rows.length > 0;
}

/** A demo's own chain pays to no real address of the Bitcoin family: its coins are worth nothing there. */
function refuseAddress(chain: ChainName, text: string, isDemo: boolean): void {
  if (!isDemo && isAddress(chain, text)) return;
  if (!isDemo && isTestNetwork(text)) throw new Refusal('ADDRESS_TEST_NETWORK');
  const other = whoseAddress(text);
  if (other !== undefined && other !== chain) throw new Refusal('ADDRESS_OTHER_COIN', { chain, other });
  throw new Refusal('ADDRESS_BAD', { chain });
}

function checkMemo(chain: ChainName, memo: string | undefined): string | null {
  if (memo === undefined || memo === '') return null;
  if (chain === 'EOS') return memo;
  if (chain !== 'XRP') throw new Refusal('MEMO_NOT_USED', { chain });
  if (!/^\d{1,10}$/.test(memo) || Number(memo) > MOST_TAG) throw new Refusal('MEMO_BAD');
  return String(Number(memo));
}
