// Rounds of drand's public networks as they were published, and what their chains are: to verify against.
import type { BeaconEntropy, BeaconInfo } from '../evidence.ts';
import { beaconRoundAt } from '../evidence-beacon.ts';

export const quicknet: BeaconInfo = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: '3',
  genesisSeconds: '1692803367',
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  scheme: 'bls-unchained-g1-rfc9380',
  beaconId: 'quicknet',
};

export const defaultNet: BeaconInfo = {
  chain: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce',
  publicKey: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
  periodSeconds: '30',
  genesisSeconds: '1595431050',
  groupHash: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
  scheme: 'pedersen-bls-chained',
  beaconId: 'default',
};

const roundOf = (
  beacon: BeaconInfo,
  round: number,
  fields: Pick<BeaconEntropy, 'randomness' | 'signature' | 'previousSignature'>,
): BeaconEntropy => ({
  kind: 'beacon',
  beacon,
  // A cut-off one second before the round.
  after: `${beaconRoundAt(beacon, round) - 1_000}`,
  round: `${round}`,
  ...fields,
});

export const quicknetRound = roundOf(quicknet, 657_413, {
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
  signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  previousSignature: null,
});

export const defaultRound = roundOf(defaultNet, 3_311_596, {
  randomness: '647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920',
  signature:
    'a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f900e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754',
  previousSignature:
    '8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b430e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8',
});
