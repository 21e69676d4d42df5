// What the settings of chains come to: which have nodes, and what contradicts or is only half said.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chainSettings, type NodeAddresses, type NodeChain, nodeChains } from './config-chain-settings.ts';
import type { Setting } from './config-settings.ts';

export interface ChainConfig {
  /** By chain; one without a node is switched off. */
  readonly nodes: Readonly<Partial<Record<NodeChain, NodeAddresses>>>;
  /** Networks other than the main one. */
  readonly networks: Readonly<Record<string, string>>;
  /** Contracts by coin, where they are not the main networks'. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Public keys by account of EOS. */
  readonly eosAccounts: Readonly<Record<string, string>>;
  /** undefined = the signer runs on another machine, or nowhere. */
  readonly signer: SignerPlace | undefined;
}
export interface SignerPlace {
  dir: string;
  passphraseFile: string;
}

/** A demo's own chains are always there; elsewhere a chain is on as soon as it has a node. */
export const isChainOn = ({ demo, chains }: { demo: boolean; chains: ChainConfig }, chain: string): boolean =>
  demo || chain in chains.nodes;

/** Networks that the demo's own chains are of: whoever names one would take coins that are worth nothing for real ones. */
const demoNetworks: Readonly<Record<string, string>> = { ETH: '31337' };

type Read = <T>(setting: Setting<T>) => T;

export function chainsOf(read: Read, demo: boolean, faults: string[]): ChainConfig {
  const before = faults.length;
  const found = nodeChains.map((chain) => [chain, read(nodeSetting(chain))] as const);
  const nodes: ChainConfig['nodes'] = Object.fromEntries(found.filter(([, addresses]) => addresses !== undefined));
  const [networks, tokens] = [read(chainSettings.chainNetworks), read(chainSettings.tokens)];
  const eosAccounts = read(chainSettings.eosAccounts);
  const [dir, passphraseFile] = [read(chainSettings.signerDir), read(chainSettings.passphraseFile)];
  const isSet = [...Object.keys(nodes).map((chain) => `MARU_${chain}_NODE`), ...(dir === undefined ? [] : ['MARU_SIGNER_DIR'])];
  if (demo) for (const name of isSet) faults.push(notInDemo(name));
  for (const [chain, network] of Object.entries(networks)) {
    if (!(chain in nodes)) faults.push(missing(`MARU_${chain}_NODE`, `MARU_CHAIN_NETWORKS=${chain}=…`));
    if (demoNetworks[chain] === network)
      faults.push(`MARU_CHAIN_NETWORKS=${chain}=${network}: 데모의 체인입니다 · is the network of a demo`);
  }
  if (nodes.EOS !== undefined && Object.keys(eosAccounts).length === 0) faults.push(missing('MARU_EOS_ACCOUNTS', 'MARU_EOS_NODE'));
  if (dir !== undefined && Object.keys(nodes).length === 0) faults.push(missing('MARU_…_NODE', 'MARU_SIGNER_DIR'));
  const signer = signerOf(dir, passphraseFile, faults);
  if (signer !== undefined && faults.length === before) faults.push(...faultsOfSigner(signer));
  return { nodes, networks, tokens, eosAccounts, signer };
}

function nodeSetting(chain: NodeChain): Setting<NodeAddresses | undefined> {
  const { btcNode, dogeNode, ethNode, tronNode, xrpNode, eosNode } = chainSettings;
  return { BTC: btcNode, DOGE: dogeNode, ETH: ethNode, TRON: tronNode, XRP: xrpNode, EOS: eosNode }[chain];
}

const notInDemo = (name: string) =>
  `${name}: 데모에서는 쓸 수 없습니다. 비우거나 MARU_DEMO=off로 두세요 · is not for a demo; leave it empty, or set MARU_DEMO=off`;
const missing = (name: string, beside: string) => `${name}: ${beside}에 필요합니다 · is needed beside ${beside}`;

/** Both or none. */
export function signerOf(dir: string | undefined, passphraseFile: string | undefined, faults: string[]): SignerPlace | undefined {
  if (dir !== undefined && passphraseFile !== undefined) return { dir: resolve(dir), passphraseFile: resolve(passphraseFile) };
  if (dir !== undefined) faults.push(missing('MARU_SIGNER_PASSPHRASE_FILE', 'MARU_SIGNER_DIR'));
  if (passphraseFile !== undefined) faults.push(missing('MARU_SIGNER_DIR', 'MARU_SIGNER_PASSPHRASE_FILE'));
  return undefined;
}

export const seedPath = (dir: string): string => join(dir, 'seed');
export const policyPath = (dir: string): string => join(dir, 'signer-policy.json');

/** What has to lie there before a signer can start; nothing of it is opened here. */
export function faultsOfSigner({ dir, passphraseFile }: SignerPlace): string[] {
  const faults: string[] = [];
  if (!existsSync(seedPath(dir)))
    faults.push(`MARU_SIGNER_DIR=${dir}: 키가 없습니다. npm run signer -- new로 만드세요 · has no key: make one by npm run signer -- new`);
  else if (!existsSync(policyPath(dir)))
    faults.push(
      `MARU_SIGNER_DIR=${dir}: 규칙 파일이 없습니다. npm run signer -- policy로 만드세요 · has no policy: write it by npm run signer -- policy`,
    );
  if (!existsSync(passphraseFile)) faults.push(`MARU_SIGNER_PASSPHRASE_FILE=${passphraseFile}: 파일이 없습니다 · is not there`);
  else if ((statSync(passphraseFile).mode & 0o077) !== 0)
    faults.push(
      `MARU_SIGNER_PASSPHRASE_FILE=${passphraseFile}: 다른 사용자가 읽을 수 있습니다. chmod 600 하세요 · others can read it; chmod 600`,
    );
  return faults;
}
