// What of the wallets' moves no answer has told of: the question whether a list has to be asked.
import { expect, it } from 'vitest';
import type { DnwEntry, Wallet } from '../contract.ts';
import { movedBy, OpenMoves } from './open-moves.ts';

const wallet = (type: Wallet['type'], point: string, more: Partial<Wallet> = {}): Wallet => ({
  type,
  currency: 'USDT',
  point,
  gameWaitPoint: '0',
  ...more,
});
const line = (walletType: Wallet['type'], point: string) => ({ walletType, point }) as DnwEntry;

it('an own act is answered and told, in either order; whatever else moved stays open', () => {
  const lines = [line('USDT', '-100.399422'), line('USDT', '-0.100578'), line('BINARY', '138752')];
  for (const isTold of [true, false]) {
    const moves = new OpenMoves();
    if (!isTold) moves.answered(lines);
    moves.told('USDT', movedBy(wallet('USDT', '1000.000000'), wallet('USDT', '899.500000')) as string);
    expect(moves.isOpen).toBe(true);
    moves.told('BINARY', '138752');
    if (isTold) moves.answered(lines);
    expect(moves.isOpen).toBe(false);
    moves.told('USDT', '5');
    expect(moves.isOpen).toBe(true);
    moves.clear();
    expect(moves.isOpen).toBe(false);
  }
});

it('one message of two moves at once, of which one is the own act’s, is open', () => {
  const moves = new OpenMoves();
  moves.answered([line('USDT', '-100')]);
  moves.told('USDT', '-95');
  expect(moves.isOpen).toBe(true);
});

it('the futures wallet does not move with the mark, nor does one that is told as it stood; of stakes that wait, and of one unknown, nobody knows', () => {
  const futures = (realPoint: string, pnl: string) => wallet('FUTURES', realPoint, { realPoint, pnl });
  expect(movedBy(futures('1010', '10'), futures('990', '-10'))).toBeUndefined();
  expect(movedBy(futures('1010', '10'), futures('890', '-10'))).toBe('-100');
  expect(movedBy(wallet('BINARY', '5'), wallet('BINARY', '5'))).toBeUndefined();
  expect(movedBy(wallet('BINARY', '5'), wallet('BINARY', '5', { gameWaitPoint: '2' }))).toBe('');
  expect(movedBy(undefined, wallet('BINARY', '5'))).toBe('');
  const moves = new OpenMoves();
  moves.told('BINARY', '');
  expect(moves.isOpen).toBe(true);
});
