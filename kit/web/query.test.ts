// The memory of requests: what was said in one language is asked again in the other.
import { QueryObserver } from '@tanstack/react-query';
import { afterAll, expect, it } from 'vitest';
import { i18n, setLanguage } from './i18n/language.ts';
import { queryClient } from './query.ts';

afterAll(() => setLanguage('ko'));

it('another language asks what is on screen again, and only that; the same language nothing', async () => {
  setLanguage('ko');
  const asked: string[] = [];
  const ask = (name: string) => ({
    queryKey: [name],
    queryFn: () => asked.push(`${name} ${i18n.locale}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = new QueryObserver(queryClient, ask('notices')).subscribe(() => undefined);
  await queryClient.fetchQuery(ask('left before'));
  await expect.poll(() => asked.toSorted()).toEqual(['left before ko', 'notices ko']);
  setLanguage('ko');
  setLanguage('en');
  await expect.poll(() => asked.at(-1)).toBe('notices en');
  expect(asked).toHaveLength(3);
  leave();
  queryClient.clear();
});
