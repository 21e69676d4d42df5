// Settings of real chains: where their nodes are, which network they are of, tokens, accounts of EOS, and where the signer's files lie.
import type { Setting } from './config-settings.ts';

export const nodeChains = ['BTC', 'DOGE', 'ETH', 'TRON', 'XRP', 'EOS'] as const;
export type NodeChain = (typeof nodeChains)[number];

/** One node, or a second one that is asked for what is large. */
export type NodeAddresses = readonly [first: string, second?: string];

const isHttp = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

function nodesOf(text: string): NodeAddresses | undefined {
  const [first, second, ...more] = text.split(/\s+/);
  if (more.length > 0 || !isHttp(first) || (second !== undefined && (!isHttp(second) || second === first))) return undefined;
  return second === undefined ? [first] : [first, second];
}

/** `NAME=value,NAME=value`, each name once. */
const pairsOf =
  (name: RegExp, value: RegExp) =>
  (text: string): Readonly<Record<string, string>> | undefined => {
    const pairs = text.split(',').map((part) => part.trim().split('='));
    const isGood = pairs.every((pair) => pair.length === 2 && name.test(pair[0]) && value.test(pair[1]));
    return isGood && new Set(pairs.map(([key]) => key)).size === pairs.length ? Object.fromEntries(pairs) : undefined;
  };

const node = (chain: NodeChain, about: string): Setting<NodeAddresses | undefined> => ({
  name: `MARU_${chain}_NODE`,
  fallback: undefined,
  shown: 'none: its coins are switched off',
  form: 'http(s)://…, or two of them with a space between',
  formKo: 'http(s)://… 주소 하나, 또는 빈칸으로 나눈 둘',
  about,
  isSecret: true,
  parse: nodesOf,
});

const none: Readonly<Record<string, string>> = {};

export const chainSettings = {
  btcNode: node(
    'BTC',
    'A node of Bitcoin, with user and password. A second address on each of these lines is another node, which large deposits are asked of too.',
  ),
  dogeNode: node('DOGE', 'A node of Dogecoin, with user and password.'),
  ethNode: node('ETH', 'A node of Ethereum: ETH and USDT on it.'),
  tronNode: node('TRON', 'A full node of TRON: TRX and USDT on it; a key of its host as `https://:key@host/`.'),
  xrpNode: node('XRP', 'A rippled or Clio by JSON-RPC.'),
  eosNode: node('EOS', 'A node of EOS (Vaulta) with the trace interface. Needs MARU_EOS_ACCOUNTS.'),
  chainNetworks: {
    name: 'MARU_CHAIN_NETWORKS',
    fallback: none,
    shown: 'the main networks',
    form: 'CHAIN=network, comma separated, of chains that have a node',
    formKo: '체인=네트워크를 쉼표로 나눈 목록(노드가 있는 체인만)',
    about:
      'Other networks than the main ones, as they name themselves: ETH by its chain id, EOS by its own, XRP by its network id, BTC, DOGE and TRON by the hash of their first block. A node of another network is not read.',
    parse: pairsOf(new RegExp(`^(${nodeChains.join('|')})$`), /^[0-9a-zA-Z]{1,64}$/),
  },
  tokens: {
    name: 'MARU_TOKENS',
    fallback: none,
    shown: 'USDT of the main networks',
    form: 'COIN=contract, comma separated',
    formKo: '코인=컨트랙트를 쉼표로 나눈 목록',
    about: 'Contracts of tokens (`ETH_USDT`, `TRON_USDT`; `EOS=contract:symbol`) where they are not those of the main networks.',
    parse: pairsOf(/^[A-Z_]{2,16}$/, /^[0-9a-zA-Z.:]{3,64}$/),
  },
  eosAccounts: {
    name: 'MARU_EOS_ACCOUNTS',
    fallback: none,
    shown: 'none',
    form: 'account=PUB_K1_…, comma separated',
    formKo: '계정=PUB_K1_…을 쉼표로 나눈 목록',
    about: 'The site’s accounts on EOS with the keys that `npm run signer -- addresses` prints: one for deposits, one for payouts.',
    parse: pairsOf(/^[a-z1-5.]{1,12}$/, /^PUB_K1_[0-9A-Za-z]{40,60}$/),
  },
  signerDir: {
    name: 'MARU_SIGNER_DIR',
    fallback: undefined,
    shown: 'none: the signer runs elsewhere',
    form: 'a directory',
    formKo: '폴더',
    about: 'Folder of the signer’s sealed key and policy (`npm run signer -- new`). Set beside nodes, `npm start` starts the signer too.',
    parse: (text: string) => text,
  },
  passphraseFile: {
    name: 'MARU_SIGNER_PASSPHRASE_FILE',
    fallback: undefined,
    shown: 'none',
    form: 'a file of mode 600',
    formKo: '권한이 600인 파일',
    about: 'File with the passphrase of the signer’s key; the signer alone reads it.',
    parse: (text: string) => text,
  },
} satisfies Record<string, Setting<NodeAddresses | Readonly<Record<string, string>> | string | undefined>>;
