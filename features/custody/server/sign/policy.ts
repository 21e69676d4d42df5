// The signer's own rules, in a file that nobody else writes: what coins there are, how much may go out, and for what it wants persons.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ChainName } from '@maru/chains/chain.ts';
import { z } from 'zod/mini';

/** Amounts are text of whole units of the chain. */
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,40}$/)),
  z.transform((text: string) => BigInt(text)),
);

const coin = z.object({
  code: z.string(),
  contract: z.optional(z.string()),
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
      feeMost: units,
      coins: z.array(coin),
    }),
  ),
});
export type SignerPolicy = z.output<typeof shape>;
export type CoinPolicy = z.output<typeof coin>;
export type ChainPolicy = SignerPolicy['chains'][number];

/** Throws where the file is none of ours: a signer without rules signs nothing. */
export const readPolicy = (path: string): SignerPolicy => shape.parse(JSON.parse(readFileSync(path, 'utf8')));

export const chainPolicy = ({ chains }: SignerPolicy, chain: ChainName): ChainPolicy | undefined =>
  chains.find((row) => row.chain === chain);

/** The first contract that the first account of a demo's chain makes: the same on every machine. */
export const DEMO_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ETHER = 10n ** 18n;
const whole = (amount: bigint) => String(amount);

const demo = {
  chains: [
    {
      chain: 'ETH',
      chainId: '31337',
      feeMost: whole(ETHER / 10n),
      coins: [
        {
          code: 'ETH',
          decimals: 18,
          ledgerDecimals: 8,
          perHour: whole(50n * ETHER),
          perDay: whole(200n * ETHER),
          byRules: whole(2n * ETHER),
          byOne: whole(20n * ETHER),
        },
        {
          code: 'ETH_USDT',
          contract: DEMO_TOKEN,
          decimals: 6,
          ledgerDecimals: 6,
          perHour: '50000000000',
          perDay: '200000000000',
          byRules: '1000000000',
          byOne: '10000000000',
        },
      ],
    },
  ],
};

/** Of a demo alone; in production an operator writes it by hand. */
export function writeDemoPolicy(path: string): void {
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(demo, null, 2), { mode: 0o600 });
}
