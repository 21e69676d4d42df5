// Who signs Pyth's updates, by the name that evidence carries. Confirm the newest against Pyth's current contract before going live.
import type { SignerSet } from './pyth-update.ts';

/** Keys that everybody knows: the demo's stand-in for Hermes signs with them. Nothing is proven by it. */
export const PRACTICE_SIGNERS = 'practice';

export const pythSignerSets: readonly SignerSet[] = [
  {
    name: PRACTICE_SIGNERS,
    quorum: 3,
    signers: [
      'da04097eacc98a1541b46c200b43ee9173d1722b',
      'f3bd64e5c64f5cecc7840d421d1cd54b98a5bca9',
      '477f621847a66bece791e9172d3bcbeaf1ca412b',
      '2fe69739da456b3a010f5f012611a1c2a7f4ad38',
      '7fcb67245cac033020fc554049b599b8432a453d',
    ],
  },
  {
    // From August 2026 on: five routers, three of whom must sign.
    name: 'pyth-routers-2026',
    quorum: 3,
    signers: [
      '41534bb176e461a3fb30479400f210549ecce638',
      '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
      '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
      'd9d7d4529577864352c9a6539a48238fcd447052',
      '1663a5a822336ece48559b1dfb1e93a017a7dac3',
    ],
  },
  {
    // Wormhole's guardian set 4, under which the update recorded for our tests was signed.
    name: 'wormhole-4',
    quorum: 13,
    signers: [
      '5893b5a76c3f739645648885bdccc06cd70a3cd3',
      'ff6cb952589bde862c25ef4392132fb9d4a42157',
      '114de8460193bdf3a2fcf81f86a09765f4762fd1',
      '107a0086b32d7a0977926a205131d8731d39cbeb',
      '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
      '11b39756c042441be6d8650b69b54ebe715e2343',
      '54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd',
      '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
      '74a3bf913953d695260d88bc1aa25a4eee363ef0',
      '000ac0076727b35fbea2dac28fee5ccb0fea768e',
      'af45ced136b9d9e24903464ae889f5c8a723fc14',
      'f93124b7c738843cbb89e864c862c38cddcccf95',
      'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
      'da798f6896a3331f64b48c12d1d57fd9cbe70811',
      '71aa1be1d36cafe3867910f99c09e347899c19c3',
      '8192b6e7387ccd768277c17dab1b7a5027c0b3cf',
      '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
      '5e1487f35515d02a92753504a8d75471b9f49edb',
      '6fbebc898f403e4773e95feb15e80c9a99c8348d',
    ],
  },
];

export const pythSignerSet = (name: string): SignerSet | undefined => pythSignerSets.find((set) => set.name === name);
