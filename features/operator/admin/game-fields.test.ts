// Who approves a change of a game reads words and figures of the game, not the row's own.
import { expect, test } from 'vitest';
import { gameFieldName, gameFieldValue } from './game-fields.ts';
import { ledgerRowsOf } from './ledger-rows.ts';

test('each field of a game has words in both languages, and a figure that people read', () => {
  const said = (path: string, value: unknown) => `${gameFieldName(path, 'ko')}: ${gameFieldValue(path, value, 'ko') ?? String(value)}`;
  expect(said('rounds.options.0.oddsUp', 192_000_000)).toBe('1번 게임 · 상승 배당: 1.92');
  expect(said('rounds.options.3.cutoffMs', 5_000)).toBe('4번 게임 · 마감: 5초');
  expect(said('rounds.options.3.saleVolatility', 10_000)).toBe('4번 게임 · 1초 변동성: 0.01%');
  expect(said('rounds.options.3.minStake', '2.5')).toBe('4번 게임 · 1회 최소: 2.5');
  expect(said('rounds.options.16.drawOdds.PB_ODD', 190_000_000)).toBe('17번 게임 · 파워볼 홀 배당: 1.9');
  expect(said('rounds.options.3.hours.days', '1111100')).toBe('4번 게임 · 여는 요일: 월 화 수 목 금');
  expect(gameFieldName('rounds.options.3.maxSideExposure', 'en')).toBe('Game 4 · Total on one side');
  expect(gameFieldValue('rounds.options.3.isPlay', false, 'en')).toBe('no');
  expect(gameFieldName('bank.name', 'ko')).toBeUndefined();
});

test('two limits of a game that change together are no posting', () => {
  const limits = (least: string, most: string) => ({ 'rounds.options.0.minStake': least, 'rounds.options.0.maxStake': most });
  expect(ledgerRowsOf(limits('1', '10'), limits('2', '20'), {})).toBeUndefined();
  expect(ledgerRowsOf({ USDT: '1', FUTURES: '2' }, { USDT: '2', FUTURES: '1' }, {})).toHaveLength(2);
});
