// The price that stands in an untouched ticket is the market's, not that of the page's first minute; a half-written order is its member's.
import { beforeEach, describe, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const { clearTicketFigures, followPrice, offerPrice, orderSent, setTicket, useTicket } = await import('./ticket-store.ts');
const { dropSession, setUser } = await import('@maru/kit/web/session.ts');
const priceNow = () => useTicket.getState().fields.price;

beforeEach(() => {
  clearTicketFigures();
  offerPrice('61803.90');
});

describe('an offered price', () => {
  test('follows the market while nobody has begun an order', () => {
    followPrice('61622.00', false);
    expect(priceNow()).toBe('61622.00');
  });

  test('stands still under a finger, and once a size or an exit is written', () => {
    followPrice('61622.00', true);
    expect(priceNow()).toBe('61803.90');
    for (const begun of [{ quantity: '0.1' }, { takeProfit: '62000' }, { stopLoss: '61000' }]) {
      setTicket(begun);
      followPrice('61622.00', false);
      expect(priceNow()).toBe('61803.90');
      setTicket({ quantity: '', takeProfit: '', stopLoss: '' });
    }
    followPrice('61622.00', false);
    expect(priceNow()).toBe('61622.00');
  });

  test('is theirs once written, picked or cleared, even as the same price', () => {
    for (const price of ['61803.90', '60000', '']) {
      setTicket({ price });
      followPrice('61622.00', false);
      expect(priceNow()).toBe(price);
      clearTicketFigures();
      offerPrice('61803.90');
    }
  });

  test('is not offered over a written one, nor kept through a reload', () => {
    setTicket({ hasTpsl: true });
    expect(JSON.parse(kept.get('maru.ticket') ?? '{}')).toMatchObject({ price: '', hasTpsl: true });
    setTicket({ price: '60000' });
    offerPrice('61622.00');
    expect(priceNow()).toBe('60000');
    expect(JSON.parse(kept.get('maru.ticket') ?? '{}')).toMatchObject({ price: '60000' });
  });
});

test('the figures of a half-written order are gone with the session, what was chosen stays', () => {
  setUser({ id: 7 } as Parameters<typeof setUser>[0]);
  setTicket({ type: 'LIMIT', price: '60000', quantity: '0.5', hasTpsl: true, stopLoss: '59000' });
  setUser({ id: 7, nick: 'renamed' } as Parameters<typeof setUser>[0]);
  expect(useTicket.getState().fields.quantity).toBe('0.5');
  dropSession();
  const gone = { type: 'LIMIT', hasTpsl: true, price: '', quantity: '', stopLoss: '' };
  expect(useTicket.getState().fields).toMatchObject(gone);
  expect(JSON.parse(kept.get('maru.ticket') ?? '{}')).toMatchObject(gone);
});

describe('the answer to an order', () => {
  const sent = { price: '60000', quantity: '0.5', takeProfit: '62000', stopLoss: '' };
  test('takes its size and exits out of the ticket; the written price stays', () => {
    setTicket(sent);
    orderSent(useTicket.getState().fields);
    expect(useTicket.getState().fields).toMatchObject({ price: '60000', quantity: '', takeProfit: '' });
  });

  test('leaves what was written of the next order while it was on its way', () => {
    for (const next of [{ quantity: '0.7' }, { stopLoss: '59000' }]) {
      setTicket(sent);
      const { fields } = useTicket.getState();
      setTicket(next);
      orderSent(fields);
      expect(useTicket.getState().fields).toMatchObject({ ...sent, ...next });
    }
  });
});
