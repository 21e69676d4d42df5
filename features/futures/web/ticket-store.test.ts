// The price that stands in an untouched ticket is the market's, not that of the page's first minute.
import { beforeEach, describe, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const { clearTicketFigures, followPrice, offerPrice, setTicket, useTicket } = await import('./ticket-store.ts');
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
