// Staleness table of the decisions: 3 s no new exposure, 10 s halted; our own silence counts like the feed's.
import { describe, expect, it } from 'vitest';
import { freshnessOf, type Quote } from './feed-freshness.ts';

const quote = (over: Partial<Quote>): Quote => ({ feed: 'live', ageMs: 0, receivedAtMs: 0, ...over }) as Quote;

describe('feed freshness', () => {
  it.each([
    ['fresh', quote({}), 400, 'live'],
    ['a quiet second is no news', quote({ ageMs: 2_000 }), 1_400, 'live'],
    ['the feed is old', quote({ ageMs: 3_000 }), 0, 'stale'],
    ['the socket is silent', quote({}), 3_000, 'stale'],
    ['both together', quote({ ageMs: 6_000 }), 4_000, 'halted'],
    ['the server says so', quote({ feed: 'halted' }), 0, 'halted'],
    ['a step that is not believed', quote({ feed: 'unsafe' }), 0, 'unsafe'],
    ['closed is closed however old', quote({ feed: 'closed', ageMs: 99_000 }), 99_000, 'closed'],
  ])('%s', (_, q, now, state) => {
    expect(freshnessOf(q, now).state).toBe(state);
  });
  it('a lost connection makes them old at once, but opens no market', () => {
    expect(freshnessOf(quote({}), 0, true).state).toBe('stale');
    expect(freshnessOf(quote({ feed: 'halted' }), 0, true).state).toBe('halted');
    expect(freshnessOf(quote({ feed: 'closed' }), 0, true).state).toBe('closed');
  });
  it('without a quote nothing may be opened', () => expect(freshnessOf(undefined, 0).state).toBe('stale'));
  it('says how old in whole seconds', () => expect(freshnessOf(quote({ ageMs: 6_900 }), 0).seconds).toBe(6));
});
