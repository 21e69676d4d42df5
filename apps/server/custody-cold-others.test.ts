// Cold storage on TRON, XRP and EOS: as custody-cold.test.ts on Ethereum and the Bitcoin family (issue 15, 2, 3 and 6; ADR 0082, 0083).
import { describe } from 'vitest';
import { coldStorage } from './testing/cold-storage.ts';
import { paysOut } from './testing/pays-out.ts';
import { eosStage, tronStage, xrpStage } from './testing/stage-chains.ts';

describe('cold storage', () => {
  paysOut('TRON', tronStage, [], coldStorage);
  paysOut('XRP', xrpStage, [], coldStorage);
  paysOut('EOS', eosStage, [], coldStorage);
});
