// A spin that is told and the lists that a page remembers: only one that is whole goes on with it.
import { socket } from '@maru/kit/web/socket.ts';
import { queryClient, queryKey } from '@maru/kit/web/query.ts';
import { afterEach, expect, it } from 'vitest';
import { listSpins, type SlotSpin } from '../contract.ts';
import { takeSpin } from './told-spins.ts';

const key = (size: string) => queryKey(listSpins, { page: '0', size });
const none = { content: [], size: 12, totalElements: 0, days: [], next: null };
const totalOf = (size: string) => queryClient.getQueryData<typeof none>(key(size))?.totalElements;
const spin = (spinId: number) => ({ spinId, point: '1', payout: '0', profit: '-1', time: '2026-11-28T03:00:00.000Z' }) as SlotSpin;

afterEach(() => queryClient.clear());

it('goes into a list that is whole; one that missed news before stays to be read', async () => {
  socket.state.setState({ status: 'open' });
  queryClient.setQueryData(key('8'), none);
  queryClient.setQueryData(key('50'), none);
  await queryClient.invalidateQueries({ queryKey: key('50') });
  takeSpin(spin(1));
  expect([totalOf('8'), totalOf('50')]).toEqual([1, 0]);
  expect([key('8'), key('50')].map((each) => queryClient.getQueryState(each)?.isInvalidated)).toEqual([false, true]);
});
