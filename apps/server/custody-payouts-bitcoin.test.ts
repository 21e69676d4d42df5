// Withdrawals of Bitcoin and Dogecoin from the member's call to a confirmed transaction: outputs of ours as rows, change, and a higher fee (issue 15, 3).
import { litecoinAsBtc } from '@maru/chains/bitcoin/network.ts';
import { startLitecoind } from '@maru/chains/testing/litecoin-node.ts';
import { expect, it } from 'vitest';
import { findLitecoind, withoutLitecoind } from '../../tools/test/litecoind.ts';
import { type PaidCoin, type Payer, paysOut } from './testing/pays-out.ts';
import { paysTogether } from './testing/pays-together.ts';
import { btcStage, dogeStage, onNode } from './testing/stage-chains.ts';

const btcCoin: PaidCoin = { coin: 'BTC', asset: 2, decimals: 8, deposit: 5_000_000n, point: '0.01', arrives: 980_000n };
const dogeCoin: PaidCoin = { coin: 'DOGE', asset: 5, decimals: 8, deposit: 500_000_000_000n, point: '1000', arrives: 99_500_000_000n };

function bumps(paid: PaidCoin, payerOf: () => Payer): void {
  const { coin, deposit, arrives } = paid;

  it(`${coin}: a stuck one goes on with a higher fee over the same outputs, and one of both is mined`, async () => {
    const payer = payerOf();
    const { stage } = payer;
    const ivan = await stage.rich(`iv${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(ivan, paid, to);
    await payer.approved(ivan, id);
    await stage.prepare();
    await stage.sign();
    await stage.server();
    await stage.send();
    await stage.server();
    expect(await stage.bump(-1)).toBe(1);
    expect(await stage.bump(-1)).toBe(0);
    await stage.sign();
    await stage.send();
    await stage.settle();
    expect((await payer.detail(ivan, id)).state).toBe('CONFIRMED');
    const rows = await payer.payouts(id);
    expect(rows.map(({ state }) => state)).toEqual(['REPLACED', 'SIGNED']);
    expect(rows[1].reserved).toEqual(rows[0].reserved);
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
  });

  it(`${coin}: what was mined in a block that is gone is sent again, and spent outputs are unspent until then`, async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const node = stage.node as { reorganise(depth: number, blocks: number): Promise<void> };
    const olga = await stage.rich(`ol${coin.toLowerCase()}`, coin, deposit);
    const to = await stage.chain.stranger();
    const id = await payer.apply(olga, paid, to);
    await payer.approved(olga, id);
    await stage.prepare();
    await stage.sign();
    await stage.server();
    await stage.send();
    await stage.mine(1);
    const [{ reserved, hash }] = await payer.payouts(id);
    const spentBy = async () => {
      const { rows } = await pool.query<{ by: string | null }>('SELECT spent_by AS by FROM custody_output WHERE output = ANY($1)', [
        reserved,
      ]);
      return new Set(rows.map(({ by }) => by));
    };
    expect(await spentBy()).toEqual(new Set([hash]));
    await node.reorganise(1, 2);
    await stage.follow();
    expect(await spentBy()).toEqual(new Set([null]));
    await stage.settle();
    expect((await payer.detail(olga, id)).state).toBe('CONFIRMED');
    expect(await spentBy()).toEqual(new Set([hash]));
    expect(await stage.chain.balanceOf(to.address, coin)).toBe(arrives);
  });

  paysTogether(paid, payerOf);
}

paysOut('BTC, on the demo’s node', btcStage, [btcCoin], (payer) => bumps(btcCoin, payer));
paysOut('DOGE, on the demo’s node', dogeStage, [dogeCoin], (payer) => bumps(dogeCoin, payer));

const program = findLitecoind();
if (program === undefined) it(withoutLitecoind, () => expect(findLitecoind()).toBeUndefined());
else
  paysOut(
    'BTC, on litecoind',
    onNode(litecoinAsBtc, () => startLitecoind(program)),
    [btcCoin],
    (payer) => bumps(btcCoin, payer),
  );
