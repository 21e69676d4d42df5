// What the signer can sign: the chains that its policy names, with the coins, contracts and networks that stand there.
import { btc, btcDemo, doge, dogeDemo } from '@maru/chains/bitcoin/network.ts';
import { deriverOf } from '@maru/chains/bitcoin/deriver.ts';
import { bitcoinSigning } from '@maru/chains/bitcoin/signing.ts';
import type { ChainName, CoinRow } from '@maru/chains/chain.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { ethSigning } from '@maru/chains/eth/signing.ts';
import { eosDemoDeriver } from '@maru/chains/eos/demo-accounts.ts';
import { eosSigning } from '@maru/chains/eos/signing.ts';
import { tronDeriver } from '@maru/chains/tron/deriver.ts';
import { tronSigning } from '@maru/chains/tron/signing.ts';
import { xrpDeriver } from '@maru/chains/xrp/deriver.ts';
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

const networks = { BTC: { main: btc, demo: btcDemo }, DOGE: { main: doge, demo: dogeDemo } };

function bitcoinOf(chain: 'BTC' | 'DOGE', { network = 'main' }: ChainPolicy): ChainSigning {
  const found = networks[chain][network];
  return { signing: bitcoinSigning(found), deriver: deriverOf(found) };
}

/** A demo's accounts are called after their keys: whose key an account has is known as soon as it was asked for. */
function eosOf(policy: ChainPolicy): ChainSigning {
  if (policy.chainHash === undefined || policy.network !== 'demo')
    throw new Error('EOS pays out on a demo alone: accounts have no names here');
  const publicKeys: Record<string, string> = {};
  return {
    signing: eosSigning({ chainId: policy.chainHash, coins: coinsOf(policy), publicKeys }),
    deriver: eosDemoDeriver(({ name, publicKey }) => void (publicKeys[name] = publicKey)),
  };
}

const openers: Record<ChainName, (policy: ChainPolicy) => ChainSigning> = {
  ETH(policy) {
    if (policy.chainId === undefined) throw new Error('the policy names no chainId of ETH');
    return { signing: ethSigning({ chainId: policy.chainId, coins: coinsOf(policy) }), deriver: ethDeriver };
  },
  TRON: (policy) => ({ signing: tronSigning({ coins: coinsOf(policy) }), deriver: tronDeriver }),
  BTC: (policy) => bitcoinOf('BTC', policy),
  DOGE: (policy) => bitcoinOf('DOGE', policy),
  XRP: (policy) => ({ signing: xrpSigning({ coins: coinsOf(policy) }), deriver: xrpDeriver }),
  EOS: eosOf,
};

export const signingOf = ({ chains }: SignerPolicy): ReadonlyMap<ChainName, ChainSigning> =>
  new Map(chains.map((policy) => [policy.chain, openers[policy.chain](policy)]));
