// A slip of the hand costs no money: lines follow the way of the hand, what would trade at once is asked, closing says what it does.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { openTradePage } from './trade-page.ts';

const exchange = openServerAndBrowser();
let me: Visitor;
let page: Page;

beforeAll(async () => {
  me = await openTradePage(exchange, '/future/1');
  page = me.page;
});

const number = (text: string) => Number(text.replace(/[^\d.]/g, ''));
const last = async () => number(await page.getByTestId('last-price').innerText());
const orders = () => page.getByTestId('orders');
/** Asks at a market that has nothing at that moment (rules 3.3) once more. */
async function sent(side: 'BUY' | 'SELL', quantity: string): Promise<void> {
  const token = await page.evaluate("sessionStorage.getItem('maru.access')");
  const data = { futuresOptionId: 1, side, positionSide: 'BOTH', type: 'MARKET', quantity };
  await expect
    .poll(async () => {
      const answer = await page.request.post('/api/futures/order', { headers: { authorization: `Bearer ${token}` }, data });
      return ((await answer.json()) as { data?: { order?: { status: string } } }).data?.order?.status;
    })
    .toBe('FILLED');
}

describe('a line that is dragged (13.30)', () => {
  const line = () => page.locator('[data-line^="order"]').first();
  const shown = async () => number(await line().locator('[data-part="tag"]').innerText());
  const place = async (share: number) => {
    await page.getByTestId('ticket-price').fill(((await last()) * share).toFixed(1));
    await page.getByTestId('ticket-quantity').fill('0.05');
    await page.getByTestId('order-long').click();
    await line().waitFor({ state: 'attached' });
  };
  /** A pointer on the grip, away from its middle, as hands are. */
  const grip = async () => {
    const box = await line()
      .getByRole('button', { name: /주문 가격 옮기기/ })
      .boundingBox();
    const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height - 3];
    await page.mouse.move(x, y);
    await page.mouse.down();
    return (down: number) => page.mouse.move(x, y + down);
  };
  const cancel = async () => {
    await page.getByRole('tab', { name: /미체결/ }).click();
    await orders().getByRole('button', { name: '취소' }).first().click();
    await line().waitFor({ state: 'detached' });
  };

  it('moves nothing below 4 px, then as far as the hand went, also where its chip is docked at the edge', async () => {
    // Far below what is shown: the chip stands at the edge, away from its price.
    await place(0.9);
    await expect.poll(() => line().locator('[data-part="tag"]').getAttribute('data-docked')).toBe('bottom');
    const before = await shown();
    const to = await grip();
    await to(-3);
    await expect.poll(shown).toBe(before);
    await to(-10);
    await expect.poll(shown).toBeGreaterThan(before);
    const ten = (await shown()) - before;
    await to(-20);
    // Nothing told meanwhile covers what is in the hand.
    await expect.poll(() => page.evaluate("getComputedStyle(document.querySelector('.toasts')).visibility")).toBe('hidden');
    await expect.poll(async () => ((await shown()) - before) / ten).toBeCloseTo(2, 0);
    // Ten pixels of a plot of hundreds are a sliver of what it shows, not the way to its edge.
    expect(ten / before).toBeLessThan(0.02);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(shown).toBe(before);
    await cancel();
  });

  it('let go where it would trade at once asks first; put away, the order stays where it was', async () => {
    await place(0.998);
    const before = await shown();
    const y = async (of: string) => (await page.locator(`[data-line${of}] [data-part="tag"]`).first().boundingBox())!.y;
    const release = async () => {
      const to = await grip();
      await to((await y('="last"')) - (await y('^="order"')) - 60);
      await expect.poll(() => line().locator('[data-part="chip"]').innerText()).toContain('바로 체결');
      await page.mouse.up();
    };
    await release();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('옮기면 바로 체결돼요').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(shown).toBe(before);
    await release();
    await dialog.getByRole('button', { name: /옮기고 체결$/ }).click();
    await page.getByRole('tab', { name: /^포지션\s*\d/ }).click();
    await page
      .getByTestId('positions')
      .getByRole('row', { name: /BTCUSDT/ })
      .waitFor();
    expect(me.faults).toEqual([]);
  });
});

describe('closing by one button (13.31)', () => {
  const row = () => page.getByTestId('positions').getByRole('row', { name: /BTCUSDT/ });
  const close = () => row().getByRole('button', { name: /시장가 종료/ });
  const card = () => page.getByTestId('share-card');
  /** A menu at this width: three beside each other stood over the exits. */
  const share = async (name: string) => {
    await row()
      .getByRole('button', { name: /^종료할 비율/ })
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  it('says quantity and expected result for the share chosen beside it, and asks before it is done', async () => {
    await page.getByRole('tab', { name: /^포지션\s*\d/ }).click();
    await expect.poll(() => close().innerText()).toMatch(/종료 0\.050\s*[+−]\d+\.\d\d/);
    await share('50%');
    await expect.poll(() => close().innerText()).toMatch(/종료 0\.025/);
    await close().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^0\.025 BTC 종료 · [+−][\d,.]+ USDT$/ }).waitFor();
    await dialog.getByRole('button', { name: /^25%/ }).click();
    await dialog.getByRole('button', { name: /^0\.012 BTC 종료/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => row().innerText()).toContain('0.050');
  });

  it('by choice it is held: a press that is let go does nothing, one that is held closes, and no card covers the screen', async () => {
    await page.getByRole('button', { name: '주문 설정' }).click();
    await page.getByText('종료 버튼을 길게 눌러 바로 종료').click();
    await page.keyboard.press('Escape');
    const held = row().getByRole('button', { name: /길게 눌러 종료$/ });
    await share('100%');
    await held.click();
    await expect.poll(() => row().innerText()).toContain('0.050');
    // Held again where the market had nothing to buy from.
    await expect
      .poll(
        async () => {
          if ((await row().count()) === 0) return 0;
          await held.hover();
          await page.mouse.down();
          await row()
            .waitFor({ state: 'detached', timeout: 4_000 })
            .catch(() => {});
          await page.mouse.up();
          return row().count();
        },
        { interval: 500 },
      )
      .toBe(0);
    const told = page
      .locator('.toasts')
      .getByText(/포지션 종료/)
      .first();
    await told.waitFor();
    await expect.poll(() => page.locator('.toasts').innerText()).toMatch(/순손익 [+−][\d,.]+ USDT \(수수료·펀딩 반영\)/);
    await expect.poll(() => card().count()).toBe(0);
  });

  it('a net loss never opens the card, even before somebody who only looks on', async () => {
    await sent('BUY', '0.02');
    await row().waitFor();
    // Nobody has pressed anything for a while: the page's own clock is what it judges by.
    await page.evaluate('const now = performance.now.bind(performance); performance.now = () => now() + 60_000');
    await sent('SELL', '0.02');
    await page.getByText('열린 포지션이 없어요').waitFor();
    await page
      .locator('.toasts')
      .getByText(/포지션 종료 −/)
      .last()
      .waitFor();
    await expect.poll(() => card().count()).toBe(0);
    expect(me.faults).toEqual([]);
  });
});

describe('the ticket holds no trap (13.32)', () => {
  const box = () => page.getByTestId('ticket').getByRole('checkbox', { name: '감소 전용' });

  it('reduce only needs a position, goes with its order, and goes with the position', async () => {
    await expect.poll(() => box().isDisabled()).toBe(true);
    await sent('BUY', '0.04');
    await page.getByRole('tab', { name: '지정가' }).click();
    await box().check();
    await page.getByTestId('ticket-price').fill(((await last()) * 1.01).toFixed(1));
    await page.getByTestId('ticket-quantity').fill('0.02');
    // A long is not reduced by buying.
    const long = page.getByTestId('order-long');
    await expect.poll(() => long.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => long.innerText()).toContain('줄일 포지션이 없어요');
    await page.getByTestId('order-short').click();
    await page.getByRole('tab', { name: /미체결\s*1/ }).waitFor();
    await expect.poll(() => page.evaluate("sessionStorage.getItem('maru.notices')")).toContain('BTCUSDT 롱 종료 0.020 ·');
    await expect.poll(() => box().isChecked()).toBe(false);
    await box().check();
    await sent('SELL', '0.04');
    await expect.poll(() => box().isChecked()).toBe(false);
    await expect.poll(() => box().isDisabled()).toBe(true);
  });

  it('while it shows a mistake its button is shut and says so; put right, it is open', async () => {
    const long = page.getByTestId('order-long');
    await page.getByTestId('ticket-quantity').fill('');
    await long.click();
    await expect.poll(() => long.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => long.innerText()).toContain('적은 내용을 확인해 주세요');
    await page.getByTestId('ticket-quantity').fill('0.01');
    await expect.poll(() => long.getAttribute('aria-disabled')).toBeNull();
    // What no balance opens is shown while it is typed.
    await page.getByTestId('ticket-quantity').fill('90');
    await expect.poll(() => long.getAttribute('aria-disabled')).toBe('true');
    await page.getByTestId('ticket-quantity').fill('');
  });
});

it('a trailing stop says its trigger now and its best price so far, in the list and on the chart (13.33)', async () => {
  const at = await last();
  await page.getByTestId('ticket-other-types').click();
  await page.getByRole('menuitem', { name: '추적 손절' }).click();
  await page.getByRole('textbox', { name: '추적 폭' }).fill('1.5');
  await page.getByTestId('ticket-quantity').fill('0.02');
  await page.getByTestId('order-short').click();
  await page.getByRole('tab', { name: /미체결/ }).click();
  const row = orders().getByRole('row', { name: /추적 손절/ });
  await expect.poll(() => row.innerText()).toMatch(/≤ [\d,.]+ .*최고 [\d,.]+에서 1\.5%/s);
  const [, trigger, best] = /≤ ([\d,.]+) .*최고 ([\d,.]+)에서/s.exec(await row.innerText())!.map(number);
  expect(best / at).toBeCloseTo(1, 1);
  expect(trigger / best).toBeCloseTo(0.985, 4);
  const line = page.locator('[data-line^="order"]').filter({ hasText: '추적 손절' });
  await expect.poll(async () => number(await line.locator('[data-part="tag"]').innerText())).toBeGreaterThanOrEqual(Math.floor(trigger));
  await expect.poll(() => line.locator('[data-part="chip"]').innerText()).toMatch(/최고 [\d,.]+에서 1\.5%/);
  await row.getByRole('button', { name: '취소' }).click();
  await row.waitFor({ state: 'detached' });
  expect(me.faults).toEqual([]);
});

describe('an address names a symbol, a phone shows what a fill led to (13.36)', () => {
  it('by number, by pair and by whole name', async () => {
    for (const name of ['ETHUSDT', 'BINANCE:ETHUSDT', '2']) {
      await page.goto(`/future/${name}`);
      await page.getByRole('heading', { name: 'ETHUSDT' }).first().waitFor({ state: 'attached' });
    }
    const guest = await exchange.visit();
    await guest.page.goto('/futureView/ethusdt');
    await guest.page.getByRole('heading', { name: 'ETHUSDT' }).first().waitFor({ state: 'attached' });
    await guest.close();
  });

  it('a dear symbol’s ladder begins by whole units, and its steps are chosen as before', async () => {
    await page.goto('/future/BTCUSDT');
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByRole('combobox', { name: '호가 묶음 단위' }).innerText()).toBe('1');
    const rows = "document.querySelector('[data-testid=book-canvas]').paintedRows()";
    await expect.poll(() => page.evaluate(`${rows}.bids.length > 3 && ${rows}.bids.every((row) => row.price % 100 === 0)`)).toBe(true);
  });

  it('the ticket closes after a fill, the position stands in sight, no product of the header is cut', async () => {
    const phone = await exchange.visit({ width: 390 });
    await logIn(phone.page, 'demo2');
    await phone.page.goto('/future/BTCUSDT');
    await phone.page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    await phone.page.getByRole('tab', { name: /미체결/ }).click();
    await phone.page.getByTestId('dock-long').click();
    const sheet = phone.page.getByTestId('ticket-sheet');
    await sheet.getByRole('tab', { name: '시장가' }).click();
    await sheet.getByTestId('ticket-quantity').fill('0.01');
    // A market that has nothing at that moment (rules 3.3) is asked again.
    while ((await sheet.count()) > 0) {
      await sheet
        .getByTestId('order-long')
        .click({ timeout: 2_000 })
        .catch(() => {});
      await sheet.waitFor({ state: 'detached', timeout: 3_000 }).catch(() => {});
    }
    const card = phone.page.locator('[data-position="1"]');
    await card.waitFor();
    const dock = await phone.page.getByTestId('dock-long').boundingBox();
    const pnl = card.getByTestId('position-pnl');
    await expect.poll(async () => ((await pnl.boundingBox())?.y ?? 9_999) + 30 < dock!.y).toBe(true);
    // A whole word or none: what does not fit is on a line out of sight.
    const cut = await phone.page.getByRole('navigation', { name: '상품' }).evaluate((nav) => {
      const { right, bottom } = nav.getBoundingClientRect();
      return [...nav.children].filter(
        (link) => link.getBoundingClientRect().top < bottom - 4 && link.getBoundingClientRect().right > right + 1,
      ).length;
    });
    expect(cut).toBe(0);
    expect(phone.faults).toEqual([]);
    await phone.close();
  });
});

it('indicators are many, named in the page\u2019s language, and wear the colours chosen for them (13.35)', async () => {
  await page.getByRole('button', { name: '지표', exact: true }).click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThan(27);
  const legend = page.getByTestId('chart-legend');
  await page.getByRole('checkbox', { name: '볼린저 밴드' }).check();
  await expect
    .poll(() => legend.innerText())
    .toMatch(/볼린저 밴드 \(20, 2\)\s*상단\s[\d,]+\.\d\d\s*중심\s[\d,]+\.\d\d\s*하단\s[\d,]+\.\d\d/);
  // Each has a pane of its own: the candles' is lower for it.
  const plotHeight = async () => Number((await page.getByTestId('chart').locator('canvas').first().boundingBox())?.height);
  const before = await plotHeight();
  await page.getByRole('checkbox', { name: '상대강도 RSI' }).check();
  await page.getByRole('checkbox', { name: 'MACD' }).check();
  await expect.poll(plotHeight).toBeLessThan(before - 60);
  await page.getByLabel('볼린저 밴드 1번 선 색').fill('#0a7f55');
  const painted = "[...document.querySelectorAll('[data-testid=chart-legend] b')].map((b) => getComputedStyle(b).color).join(' ')";
  await expect.poll(() => page.evaluate(painted)).toContain('rgb(10, 127, 85)');
  await page.keyboard.press('Escape');
  expect(me.faults).toEqual([]);
});

it('TP and SL of a part are written in the same dialog and wait as orders of their own (13.38)', async () => {
  await sent('BUY', '0.04');
  await page.getByRole('tab', { name: /^포지션\s*1/ }).click();
  await page.getByTestId('tpsl-cell').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '일부 수량' }).click();
  await dialog.getByRole('button', { name: '25%' }).click();
  await expect.poll(() => dialog.getByTestId('tpsl-quantity').inputValue()).toBe('0.010');
  await dialog.getByTestId('tpsl-takeProfit').fill(((await last()) * 1.04).toFixed(1));
  await dialog.getByTestId('tpsl-stopLoss').fill(((await last()) * 0.97).toFixed(1));
  await dialog.getByRole('button', { name: '저장' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /미체결\s*2/ }).click();
  await expect.poll(() => orders().innerText()).toMatch(/익절 시장가[\s\S]*손절 시장가|손절 시장가[\s\S]*익절 시장가/);
  await expect.poll(() => orders().getByRole('row').filter({ hasText: '0.010' }).count()).toBe(2);
  await page.getByTestId('cancel-row').getByRole('button', { name: '모두 취소' }).click();
  await page.getByText('기다리는 주문이 없어요').waitFor();
  await sent('SELL', '0.04');
  expect(me.faults).toEqual([]);
});

it('open orders are cancelled by kind in one row (13.38)', async () => {
  const at = await last();
  const token = await page.evaluate("sessionStorage.getItem('maru.access')");
  const place = (order: object) =>
    page.request.post('/api/futures/order', {
      headers: { authorization: `Bearer ${token}` },
      data: { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', quantity: '0.01', ...order },
    });
  for (const part of [0.97, 0.96]) await place({ type: 'LIMIT', price: (at * part).toFixed(2) });
  await place({ type: 'STOPLOSS', stopPrice: (at * 1.03).toFixed(2), workingType: 'MARK_PRICE' });
  await page.getByRole('tab', { name: /미체결\s*3/ }).click();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/order/cancel') && asked.push(new URL(request.url()).pathname)));
  await page.getByTestId('cancel-row').getByRole('button', { name: '지정가 2건 취소' }).click();
  await page.getByRole('tab', { name: /미체결\s*1/ }).waitFor();
  // One request, however many there are.
  expect(asked).toEqual(['/api/futures/order/cancel_some']);
  await expect.poll(() => orders().innerText()).toContain('조건 시장가');
  await page.getByTestId('cancel-row').getByRole('button', { name: '모두 취소' }).click();
  await page.getByText('기다리는 주문이 없어요').waitFor();
  expect(me.faults).toEqual([]);
});

it('a market order is told by one toast with its quantity and price, then what follows by its own (13.28, 13.34)', async () => {
  await page.evaluate(`window.told = []; new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.matches?.('.toasts > li')) told.push(node.innerText);
  }).observe(document.querySelector('.toasts'), { childList: true })`);
  const told = async (words: RegExp) => ((await page.evaluate('told')) as string[]).filter((text) => words.test(text));
  await sent('BUY', '0.02');
  // Events come in order: when the next act is told, all of the first was there.
  const token = await page.evaluate("sessionStorage.getItem('maru.access')");
  const order = {
    futuresOptionId: 1,
    side: 'BUY',
    positionSide: 'BOTH',
    type: 'LIMIT',
    quantity: '0.01',
    price: ((await last()) * 0.9).toFixed(2),
  };
  await page.request.post('/api/futures/order', { headers: { authorization: `Bearer ${token}` }, data: order });
  await expect.poll(() => told(/주문 완료/)).toHaveLength(1);
  await expect.poll(() => told(/체결/)).toEqual([expect.stringMatching(/BTCUSDT 롱[\s\S]*0\.02\d*[\s\S]*\d,\d{3}\.\d/)]);
  await page.request.post('/api/futures/order/cancel_all', { headers: { authorization: `Bearer ${token}` }, data: {} });
  await sent('SELL', '0.02');
  expect(me.faults).toEqual([]);
});
