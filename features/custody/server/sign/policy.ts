// The signer's own rules, in a file that nobody else writes: what coins there are, how much may go out, and for what it wants persons.
import { readFileSync } from 'node:fs';
import type { ChainName } from '@maru/chains/chain.ts';
import { DEMO_CHAIN_ID } from '@maru/chains/eos/demo-accounts.ts';
import { z } from 'zod/mini';

/** Amounts are text of whole units of the chain. */
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,40}$/)),
  z.transform((text: string) => BigInt(text)),
);

const coin = z.object({
  code: z.string(),
  contract: z.optional(z.string()),
  /** EOS: what the contract calls it. */
  symbol: z.optional(z.string()),
  decimals: z.number(),
  /** Of the ledger's amounts. */
  ledgerDecimals: z.number(),
  perHour: units,
  perDay: units,
  /** Up to this the rules' yes is enough, up to the next one person's; above that two persons'. */
  byRules: units,
  byOne: units,
});

const shape = z.object({
  chains: z.array(
    z.object({
      chain: z.enum(['ETH', 'TRON', 'BTC', 'DOGE', 'XRP', 'EOS']),
      chainId: z.optional(units),
      /** Bitcoin family: whose addresses; absent: the real network's. */
      network: z.optional(z.enum(['main', 'demo'])),
      /** EOS: the chain's own id, 64 digits. */
      chainHash: z.optional(z.string()),
      /** EOS: public keys of the site's accounts, by name. */
      accounts: z.optional(z.record(z.string(), z.string())),
      feeMost: units,
      /** Addresses of cold storage: the only ones outside its seed that the hot address pays without persons. */
      cold: z.optional(z.array(z.string())),
      coins: z.array(coin),
    }),
  ),
});
export type SignerPolicy = z.output<typeof shape>;
export type CoinPolicy = z.output<typeof coin>;
export type ChainPolicy = SignerPolicy['chains'][number];

/** Throws where the file is none of ours: a signer without rules signs nothing. */
export const readPolicy = (path: string): SignerPolicy => shape.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Networks of a demo in a real signer's rules: coins that are worth nothing would be paid for real ones. */
export function refuseDemo({ chains }: SignerPolicy): void {
  const found = chains.find(({ network, chainId, chainHash }) => network === 'demo' || chainId === 31_337n || chainHash === DEMO_CHAIN_ID);
  if (found !== undefined) throw new Error(`signer-policy.json: ${found.chain} is of a demo's network`);
}

export const chainPolicy = ({ chains }: SignerPolicy, chain: ChainName): ChainPolicy | undefined =>
  chains.find((row) => row.chain === chain);
