// What the signer can sign: the chains that its policy names, with the coins, contracts and networks that stand there.
import { bitcoinSigning } from '@maru/chains/bitcoin/signing.ts';
import type { ChainName, CoinRow } from '@maru/chains/chain.ts';
import { bitcoins, derivers } from '@maru/chains/derivers.ts';
import { eosDeriver } from '@maru/chains/eos/accounts.ts';
import { eosDemoDeriver } from '@maru/chains/eos/demo-accounts.ts';
import { eosSigning } from '@maru/chains/eos/signing.ts';
import { ethSigning } from '@maru/chains/eth/signing.ts';
import { tronSigning } from '@maru/chains/tron/signing.ts';
import { xrpSigning } from '@maru/chains/xrp/signing.ts';
import type { ChainPolicy, SignerPolicy } from '@maru/custody/server/sign/policy.ts';
import type { ChainSigning } from '@maru/custody/server/sign/sign-payouts.ts';

const coinsOf = ({ coins }: ChainPolicy): CoinRow[] =>
  coins.map(({ code, contract, symbol, decimals }) => ({
    code,
    decimals,
    ...(contract === undefined ? {} : { contract }),
    ...(symbol === undefined ? {} : { symbol }),
  }));

function bitcoinOf(chain: 'BTC' | 'DOGE', { network = 'main' }: ChainPolicy): ChainSigning {
  return { signing: bitcoinSigning(bitcoins[network][chain]), deriver: derivers[network][chain] };
}

function eosOf(policy: ChainPolicy): ChainSigning {
  const { chainHash: chainId, network, accounts = {} } = policy;
  if (chainId === undefined) throw new Error('the policy names no chainHash of EOS');
  const coins = coinsOf(policy);
  if (network !== 'demo') return { signing: eosSigning({ chainId, coins, publicKeys: accounts }), deriver: eosDeriver(accounts) };
  // A demo's accounts are called after their keys: whose key an account has is known as soon as it was asked for.
  const publicKeys: Record<string, string> = {};
  return {
    signing: eosSigning({ chainId, coins, publicKeys }),
    deriver: eosDemoDeriver(({ name, publicKey }) => void (publicKeys[name] = publicKey)),
  };
}

const openers: Record<ChainName, (policy: ChainPolicy) => ChainSigning> = {
  ETH(policy) {
    if (policy.chainId === undefined) throw new Error('the policy names no chainId of ETH');
    return { signing: ethSigning({ chainId: policy.chainId, coins: coinsOf(policy) }), deriver: derivers.main.ETH };
  },
  TRON: (policy) => ({ signing: tronSigning({ coins: coinsOf(policy) }), deriver: derivers.main.TRON }),
  BTC: (policy) => bitcoinOf('BTC', policy),
  DOGE: (policy) => bitcoinOf('DOGE', policy),
  XRP: (policy) => ({ signing: xrpSigning({ coins: coinsOf(policy) }), deriver: derivers.main.XRP }),
  EOS: eosOf,
};

export const signingOf = ({ chains }: SignerPolicy): ReadonlyMap<ChainName, ChainSigning> =>
  new Map(chains.map((policy) => [policy.chain, openers[policy.chain](policy)]));
