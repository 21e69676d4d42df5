// What holds of cold storage on every chain that pays out: what moves there and back, and what neither tool nor server takes.
import { decideRequest } from './decide-request.ts';
import { codeOf, type ColdOrder, readOrder, writeOrder } from '@maru/chains/cold-order.ts';
import { demoCold } from '@maru/chains/demo-cold.ts';
import { reconcileSite } from '@maru/custody/server/reconcile/reconcile-job.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { mnemonicToSeedSync } from '@scure/bip39';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signOrder } from '../../cold-signer/check-order.ts';
import type { ColdKey } from '../../cold-signer/key-file.ts';
import { type ColdTool, openColdTool, PHRASE } from './cold-tool.ts';
import type { Payer } from './pays-out.ts';
import { HANOK, MARU, type TestMember } from './test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const COLD = '/api/admin/custody/cold';

async function read({ stage, pool }: Payer): Promise<void> {
  const { clock } = stage.exchange.server.context;
  await stage.follow();
  expect(await readBalances({ pool, reader: stage.reader, now: () => clock.now(), goesOn: () => true })).toBe(true);
}

async function compare(payer: Payer): Promise<void> {
  const { stage, pool } = payer;
  const { context } = stage.exchange.server;
  await read(payer);
  await expect.poll(async () => (await stage.follow(), await reconcileSite(context, MARU)).isWhole).toBe(true);
  const { rows } = await pool.query('SELECT asset, difference::text, differences FROM custody_run WHERE NOT is_equal');
  expect(rows).toEqual([]);
}

/** What the server's own job says of what is read from now on. It judges one read after the other: none of before is under way any more. */
async function judged(payer: Payer, coin: string): Promise<string[]> {
  const { stage, pool } = payer;
  const { rows: last } = await pool.query<{ id: string }>('SELECT coalesce(max(run_id), 0)::text AS id FROM custody_run');
  const since = stage.exchange.server.context.clock.now();
  await read(payer);
  const runs = async () =>
    (
      await pool.query<{ differences: { fault: string }[] }>(
        `SELECT r.differences FROM custody_run r JOIN custody_coin c USING (site_id, asset)
         WHERE r.site_id = $1 AND c.wallet_type = $2 AND r.run_id > $3 AND r.read_ms >= $4 ORDER BY run_id DESC LIMIT 1`,
        [MARU, coin, last[0].id, since],
      )
    ).rows;
  await expect.poll(async () => (await stage.follow(), (await runs()).length), { timeout: 20_000 }).toBe(1);
  return (await runs())[0].differences.map(({ fault }) => fault);
}

/** Each step of each process in its turn. `isClose`: compared after each of them, else after all. */
async function steps(payer: Payer, times: number, isClose = false): Promise<void> {
  const { stage } = payer;
  const inTurn = [stage.prepare, stage.toCold, stage.sign, stage.server, stage.send, () => stage.mine(2), stage.send, stage.server];
  for (let n = 0; n < times; n++)
    for (const step of inTurn) {
      await step();
      if (isClose || step === inTurn.at(-1)) await compare(payer);
    }
}

const setAddress = (by: Caller, chain: string, address: string) =>
  by.post(`${COLD}/address`, { chain, address, reason: 'the vault in the safe' });

/** As the watcher would have answered a moment ago, where names are looked up. */
const namesAreKnown = ({ pool }: Payer) =>
  pool.query(
    `INSERT INTO custody_account (chain, name, asked_ms, looked_ms, is_there)
     SELECT 'EOS', name, $2, $2, true FROM (SELECT $1 AS name UNION SELECT address FROM custody_hot WHERE chain = 'EOS') n
     WHERE name IS NOT NULL ON CONFLICT DO NOTHING`,
    [demoCold.EOS, Date.now()],
  );

interface Shown {
  coins: { walletType: string; hot: string; cold: string; share: string | null }[];
  addresses: { coldId: number; address: string; isOpen: boolean; setBy: string[] }[];
}

function movesThere(payerOf: () => Payer): void {
  it('an address is set by two persons; nobody sets one of the site’s own, or a second one beside it', async () => {
    const { exchange, chain } = payerOf().stage;
    const [first, second] = [await exchange.operator(), await exchange.operator()];
    const address = demoCold[chain.chain];
    await namesAreKnown(payerOf());
    const asked = await setAddress(first, chain.chain, address);
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect(((await first.get(COLD)).body.data as Shown).addresses).toEqual([]);
    const { requestId } = asked.body.data;
    expect((await decideRequest(first, requestId)).status).not.toBe(200);
    const agreed = await decideRequest(second, requestId);
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
    const [{ setBy, ...set }] = ((await first.get(COLD)).body.data as Shown).addresses;
    expect(set).toMatchObject({ address, isOpen: true });
    expect(new Set(setBy).size).toBe(2);
    const hot = (
      await payerOf().pool.query<{ address: string }>('SELECT address FROM custody_hot WHERE site_id = $1 AND chain = $2', [
        MARU,
        chain.chain,
      ])
    ).rows[0];
    expect((await setAddress(first, chain.chain, hot.address)).body.code).toBe('COLD_OURS');
    const other = await chain.stranger();
    expect((await setAddress(first, chain.chain, other.address)).body.code).toBe('COLD_OPEN');
    expect((await setAddress(first, chain.chain, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).status).toBe(400);
    const reader = await exchange.operator(['custody.read']);
    expect((await setAddress(reader, chain.chain, other.address)).body.code).toBe('NO_PERMISSION');
    const theirs = await exchange.operator(undefined, HANOK);
    expect(((await theirs.get(COLD)).body.data as Shown).addresses).toEqual([]);
  });

  it('what is above the share goes there; ledger and chain stay equal, and four fifths are cold', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    await compare(payer);
    await steps(payer, 2, true);
    await compare(payer);
    await steps(payer, 2, true);
    const { rows } = await pool.query(`SELECT coin, state FROM custody_sweep WHERE kind = 'TO_COLD' ORDER BY coin`);
    expect(rows).toEqual(stage.chain.coins.map(({ code }) => ({ coin: code, state: 'DONE' })));
    const { coins } = (await (await stage.exchange.operator()).get(COLD)).body.data as Shown;
    for (const { code } of stage.chain.coins) {
      const { share, cold } = coins.find(({ walletType }) => walletType === code)!;
      expect([code, Number(share) >= 79.99, Number(cold) > 0]).toEqual([code, true, true]);
      expect(await stage.chain.balanceOf(demoCold[stage.chain.chain], code)).toBeGreaterThan(0n);
    }
  });

  it('coins that leave cold storage by nobody’s word stop their coin', async () => {
    const payer = payerOf();
    const { stage, pool } = payer;
    const code = stage.chain.coins[0].code;
    await pool.query(`UPDATE custody_sweep SET amount = amount + 1 WHERE kind = 'TO_COLD' AND coin = $1`, [code]);
    expect(await judged(payer, code)).toContain('COLD_LESS');
    expect((await pool.query('SELECT 1 FROM custody_stop WHERE lifted_ms IS NULL')).rows).toHaveLength(1);
    await pool.query(`UPDATE custody_sweep SET amount = amount - 1 WHERE kind = 'TO_COLD' AND coin = $1`, [code]);
    expect(await judged(payer, code)).toEqual([]);
    await pool.query('DELETE FROM custody_stop');
    await pool.query('DELETE FROM custody_run WHERE NOT is_equal');
    await compare(payer);
  });
}

interface Move {
  moveId: number;
  state: string;
  why: string | null;
  code: string | null;
  until: string;
  txHash: string | null;
  fee: { amount: string } | null;
  agreedBy: string[];
}

const moves = async (by: Caller) => ((await by.get(COLD)).body.data as { moves: Move[] }).moves;

/** Asked by one, agreed to by another, and the watcher has made its file; a token's fee is brought there first. */
async function ready(payer: Payer, [first, second]: readonly Caller[], coin: string, amount: string): Promise<Move> {
  const { coldId } = ((await first.get(COLD)).body.data as Shown).addresses[0];
  const asked = await first.post(`${COLD}/ask`, { coldId, walletType: coin, amount, reason: 'the hot address runs dry' });
  expect(asked.body.code, JSON.stringify(asked.body)).toBe('APPROVAL_REQUIRED');
  expect((await decideRequest(first, asked.body.data.requestId)).status).not.toBe(200);
  expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
  for (let n = 0; n < 4 && (await moves(first))[0].state !== 'READY'; n++) {
    await payer.stage.fromCold();
    await compare(payer);
    if ((await moves(first))[0].state !== 'READY') await steps(payer, 1);
  }
  const [move] = await moves(first);
  expect(move).toMatchObject({ state: 'READY', code: expect.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/) });
  return move;
}

const fileOf = async (by: Caller, { moveId }: Move) => (await by.get(`${COLD}/file`, { moveId })).body.data.text as string;
const bring = (by: Caller, { moveId }: Move, text: string) => by.post(`${COLD}/signed`, { moveId, text });
const other = (hex: string) => hex.replace(/[0-9a-f](?=[^0-9a-f]*$)/i, (digit) => (digit === '1' ? '2' : '1'));

function comesBack(payerOf: () => Payer): void {
  let tool: ColdTool;
  beforeAll(async () => void (tool = await openColdTool()));
  afterAll(() => tool?.close());
  isSignedByTheTool(payerOf, () => tool);
  isNotAltered(payerOf, () => tool);
  isNobodyElses(payerOf);
}

function isSignedByTheTool(payerOf: () => Payer, toolOf: () => ColdTool): void {
  it('what comes back is agreed to by two, signed by the tool from a file, looked at, sent and booked', async () => {
    const payer = payerOf();
    const tool = toolOf();
    const { stage, pool } = payer;
    const persons = [await stage.exchange.operator(), await stage.exchange.operator()];
    const [first] = persons;
    const { rows: hot } = await pool.query<{ address: string }>('SELECT address FROM custody_hot WHERE site_id = $1 AND chain = $2', [
      MARU,
      stage.chain.chain,
    ]);
    expect((await tool.allow(stage.chain.chain, hot[0].address)).code).toBe(0);
    for (const { code: coin } of stage.chain.coins.toReversed()) {
      const { cold } = ((await first.get(COLD)).body.data as Shown).coins.find(({ walletType }) => walletType === coin)!;
      const amount = String(Math.floor(Number(cold) / 3));
      const move = await ready(payer, persons, coin, amount);
      const before = await stage.chain.balanceOf(hot[0].address, coin);
      const order = await fileOf(first, move);
      const { said, signed } = await tool.sign(order, move.code as string);
      expect(signed, said).toBeDefined();
      expect(said).toContain(`${amount}.0`);
      expect(said).toContain(hot[0].address);
      expect((await bring(first, move, signed as string)).status).toBe(200);
      await compare(payer);
      await Promise.all([stage.takeSigned(), stage.sign()]);
      await compare(payer);
      expect((await moves(first))[0]).toMatchObject({ state: 'SIGNED', why: null });
      expect((await bring(first, move, signed as string)).body.code).toBe('COLD_LATE');
      await stage.crash();
      for (let n = 0; n < 6 && (await moves(first))[0].state !== 'DONE'; n++) await steps(payer, 1);
      const [done] = await moves(first);
      expect(done).toMatchObject({ state: 'DONE', txHash: JSON.parse(signed as string).txHash });
      expect(new Set(done.agreedBy).size).toBe(2);
      expect((await stage.chain.balanceOf(hot[0].address, coin)) > before).toBe(true);
      const { rows } = await payer.pool.query<{ fee: string; entries: number }>(
        `SELECT network_fee::text AS fee, (SELECT count(*)::int FROM custody_entry e WHERE e.name = 'SWEEP|' || s.sweep_id AND e.is_booked) AS entries
         FROM custody_sweep s WHERE sweep_id = $1`,
        [done.moveId],
      );
      expect(rows[0].entries).toBe(rows[0].fee === '0' ? 0 : 1);
      // It is not sent back before anybody could use it.
      expect(await stage.toCold()).toBe(0);
    }
  });
}

function isNotAltered(payerOf: () => Payer, toolOf: () => ColdTool): void {
  it('another destination, amount, chain or time is refused by the tool, and what it did not sign by the server', async () => {
    const payer = payerOf();
    const tool = toolOf();
    const { stage, pool } = payer;
    const persons = [await stage.exchange.operator(), await stage.exchange.operator()];
    const [first] = persons;
    const [{ code: coin }] = stage.chain.coins;
    const move = await ready(payer, persons, coin, '1');
    const text = await fileOf(first, move);
    const { order } = readOrder(text);
    const stranger = (await stage.chain.stranger()).address;
    const changes: [Partial<ColdOrder>, RegExp][] = [
      [{ to: stranger }, /pays to|not among/],
      [{ amount: String(BigInt(order.amount) * 2n) }, /it pays/],
      [{ network: stage.chain.chain === 'EOS' ? '0'.repeat(64) : '1' }, /chain|network|address|not for/],
      [{ until: 1 }, /time of this file is over/],
      [{ feeLimit: '1' }, /fee/],
    ];
    const key: ColdKey = {
      network: 'demo',
      seed: Buffer.from(mnemonicToSeedSync(PHRASE)).toString('hex'),
      allowed: { [stage.chain.chain]: [order.to] },
    };
    const sign = (file: string, code: string) => () =>
      signOrder(readOrder(file), { key, code, now: stage.exchange.server.context.clock.now() });
    for (const [change, why] of changes) {
      // By whoever carries it: the hash does not fit any more.
      expect(sign(JSON.stringify({ ...JSON.parse(text), ...change }), move.code as string)).toThrow(/does not have the hash/);
      // By whoever writes a new hash: the code that the desk shows is another one.
      const made = writeOrder({ ...order, ...change });
      expect(sign(made, move.code as string)).toThrow(/code is not that/);
      // By whoever has the code as well: the bytes, the key's network and the addresses it pays are asked.
      expect(sign(made, codeOf(readOrder(made).hash))).toThrow(why);
    }
    expect((await tool.sign(text, '0000-0000-0000-0000')).said).toMatch(/code is not that/);
    const { signed } = await tool.sign(text, move.code as string);
    const parts = JSON.parse(signed as string) as { order: string; raw: string };
    expect((await bring(first, move, '{}')).body.code).toBe('COLD_NO_FILE');
    expect((await bring(first, move, JSON.stringify({ ...parts, order: '0'.repeat(64) }))).body.code).toBe('COLD_OTHER_FILE');
    expect((await bring(first, move, JSON.stringify({ ...parts, raw: other(parts.raw) }))).status).toBe(200);
    await stage.takeSigned();
    expect((await moves(first))[0]).toMatchObject({ state: 'READY', why: expect.any(String) });
    // The rows were changed behind both persons' backs.
    await pool.query('UPDATE custody_sweep SET target = $2 WHERE sweep_id = $1', [move.moveId, stranger]);
    expect((await bring(first, move, signed as string)).status).toBe(200);
    expect(await stage.takeSigned()).toBe(0);
    expect((await moves(first))[0].why).toMatch(/not what two persons agreed to/);
    await pool.query('UPDATE custody_sweep SET target = $2 WHERE sweep_id = $1', [move.moveId, order.to]);
    await pool.query('UPDATE custody_cold_move SET until_ms = 1 WHERE sweep_id = $1', [move.moveId]);
    expect((await bring(first, move, signed as string)).body.code).toBe('COLD_EXPIRED');
    await stage.fromCold();
    expect((await moves(first))[0]).toMatchObject({ state: 'DROPPED', why: expect.stringMatching(/./) });
    const { rows } = await pool.query('SELECT 1 FROM custody_reservation WHERE sweep_id = $1', [move.moveId]);
    expect(rows).toEqual([]);
    await compare(payer);
  });
}

function isNobodyElses(payerOf: () => Payer): void {
  it('who may not, or is of another brand, takes nothing out and gets no file; more than there is is refused', async () => {
    const payer = payerOf();
    const { exchange, chain } = payer.stage;
    const first = await exchange.operator();
    const { coldId } = ((await first.get(COLD)).body.data as Shown).addresses[0];
    const [{ code: walletType }] = chain.coins;
    const ask = (by: Caller, amount: string) => by.post(`${COLD}/ask`, { coldId, walletType, amount, reason: 'more than there is' });
    expect((await ask(first, '999999999')).body.code).toBe('COLD_TOO_MUCH');
    const reader = await exchange.operator(['custody.read']);
    const [move] = await moves(first);
    for (const answer of [await ask(reader, '1'), await reader.get(`${COLD}/file`, { moveId: move.moveId })])
      expect(answer.body.code).toBe('NO_PERMISSION');
    const theirs = await exchange.operator(undefined, HANOK);
    for (const answer of [await ask(theirs, '1'), await theirs.get(`${COLD}/file`, { moveId: move.moveId })])
      expect(answer.status).toBe(404);
  });
}

export function coldStorage(payerOf: () => Payer): void {
  movesThere(payerOf);
  comesBack(payerOf);
}
