// Which contract a token's coin is of: those of the main networks as their issuers publish them, or what the settings say.
export interface TokenContract {
  contract: string;
  /** EOS: what the contract calls it. */
  symbol?: string;
}

export const mainContracts: Readonly<Record<string, TokenContract>> = {
  ETH_USDT: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  TRON_USDT: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  EOS: { contract: 'eosio.token', symbol: 'EOS' },
};

export const isToken = (coin: string): boolean => coin in mainContracts;

/** `contract`, or `contract:symbol` on EOS. */
export function readContract(text: string): TokenContract {
  const [contract, symbol] = text.split(':');
  return symbol === undefined ? { contract } : { contract, symbol };
}

/** Undefined: a chain's own coin, or a token on another network whose contract nobody named. */
export function contractOf(
  { tokens, networks }: { tokens: Readonly<Record<string, string>>; networks: Readonly<Record<string, string>> },
  coin: string,
  chain: string,
): TokenContract | undefined {
  if (tokens[coin] !== undefined) return readContract(tokens[coin]);
  return networks[chain] === undefined ? mainContracts[coin] : undefined;
}
