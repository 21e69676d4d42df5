// Cold storage over real and honest nodes: what is above the share goes there by itself, comes back by files alone, and ledger and chain are equal
// between every two steps (issue 15, 2, 3 and 6; ADR 0082, 0083).
import { describe } from 'vitest';
import { coldStorage } from './testing/cold-storage.ts';
import { paysOut } from './testing/pays-out.ts';
import { btcStage, dogeStage, ethStage } from './testing/stage-chains.ts';

describe('cold storage', () => {
  paysOut('ETH', ethStage, [], coldStorage);
  paysOut('BTC', btcStage, [], coldStorage);
  paysOut('DOGE', dogeStage, [], coldStorage);
});
