// What a professional expects of the trade screen: exits on entries, conditions, one-click and keys behind their guards, risk that is told, and why.
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axe, logIn, pressOrder, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
let me: Visitor;
let page: Page;
const lines: WebSocketRoute[] = [];

/** Browsers play sound where no test can hear it: what was asked of Web Audio is counted instead. */
const listenToSound = `window.knocks = 0; const start = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (...a) { window.knocks++; return start.apply(this, a); };`;

const undoAtOnce = `new MutationObserver((_, seen) => {
  const undo = [...document.querySelectorAll('button')].find((button) => button.textContent === '되돌리기');
  if (!undo) return;
  seen.disconnect();
  undo.click();
}).observe(document.body, { childList: true, subtree: true })`;

const isUncovered = `(() => {
  const cell = document.querySelector('[data-testid="tpsl-cell"]');
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return [left + 2, right - 2].every((x) => cell.contains(document.elementFromPoint(x, (top + bottom) / 2)));
})()`;

beforeAll(async () => {
  me = await exchange.visit({});
  page = me.page;
  await me.context.addInitScript(listenToSound);
  await page.routeWebSocket(/bx_ws/, (route) => {
    lines.push(route);
    route.connectToServer();
  });
  await logIn(page);
  await page.goto('/future/1');
  await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
});

const last = async () => Number((await page.getByTestId('last-price').innerText()).replace(/[^\d.]/g, ''));
const orders = () => page.getByTestId('orders');
const openOrders = () => page.getByRole('tab', { name: /미체결/ }).click();

describe('exits that an entry brings', () => {
  it('TP and SL by price and by return stand on the position and on the chart, and change by dialog', async () => {
    const at = await last();
    await page.getByRole('tab', { name: '시장가' }).click();
    await page.getByTestId('ticket-quantity').fill('0.2');
    await page.getByTestId('ticket').getByText('익절·손절').click();
    await page.getByTestId('tpsl-takeProfit').fill((at * 1.02).toFixed(1));
    await page.getByRole('textbox', { name: '손절 수익률' }).fill('-20');
    await expect.poll(async () => Number((await page.getByTestId('tpsl-stopLoss').inputValue()).replaceAll(',', ''))).toBeLessThan(at);
    await expect.poll(() => page.locator('[data-line="draft-takeProfit"]').count()).toBe(1);
    await pressOrder(page, 'order-long');
    const cell = page.getByTestId('tpsl-cell');
    await expect.poll(() => cell.innerText()).toMatch(/[\d,.]+ \/ [\d,.]+/);
    await expect.poll(() => page.locator('[data-line^="exit"]').count()).toBe(2);
    // Whole in sight: at this width the row's actions stood over it.
    await expect.poll(() => page.evaluate(isUncovered)).toBe(true);
    await cell.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByTestId('tpsl-stopLoss').fill('');
    await dialog.getByRole('button', { name: '저장' }).click();
    await dialog.waitFor({ state: 'detached' });
    // What opened a dialog has the focus again, or keys would start at the top of the page.
    await page.locator('[data-testid="tpsl-cell"]:focus').waitFor();
    await expect.poll(() => cell.innerText()).toMatch(/[\d,.]+ \/ --/);
    expect(me.faults).toEqual([]);
  });

  it('a line of an exit moves by keys with its money on it, and goes back with undo', async () => {
    const chip = page.locator('[data-line^="exit"]');
    const before = await chip.innerText();
    await chip.getByRole('button', { name: /주문 가격 옮기기/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => chip.innerText()).not.toBe(before);
    // Its three seconds are a person's: from inside the page none of them is lost on a busy machine.
    await page.evaluate(undoAtOnce);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('tpsl-cell').innerText()).toContain('/ --');
  });
});

describe('orders that wait', () => {
  it('a condition names itself by the side it lies on, is edited in place and cancelled', async () => {
    const at = await last();
    await page.getByTestId('ticket-other-types').click();
    await page.getByRole('menuitem', { name: '조건 시장가' }).click();
    await page.getByTestId('ticket-stopPrice').fill((at * 1.03).toFixed(1));
    await page.getByTestId('ticket-quantity').fill('0.02');
    await page.getByTestId('order-long').click();
    await openOrders();
    const row = orders().getByRole('row', { name: /조건 시장가/ });
    await row.filter({ hasText: '≥' }).waitFor();
    const own = row.filter({ hasText: '≥' });
    await own.getByRole('button', { name: '정정' }).click();
    const next = (at * 1.04).toFixed(1);
    const edited = orders()
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: '저장' }) });
    await edited.getByRole('textbox', { name: '발동가' }).fill(next);
    await edited.getByRole('button', { name: '저장' }).click();
    await expect.poll(() => orders().innerText()).toContain(`≥ ${Number(next).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
    await orders().getByRole('row').filter({ hasText: '≥' }).filter({ hasText: '0.020' }).getByRole('button', { name: '취소' }).click();
    await expect.poll(() => orders().getByRole('row').filter({ hasText: '0.020' }).count()).toBe(0);
  });
});

it('the chart is drawn to scale again after another tab', async () => {
  const lastY = async () => {
    const tag = await page.locator('[data-line="last"] [data-part="tag"]').boundingBox();
    const plot = await page.getByTestId('price-lines').boundingBox();
    return tag && plot ? tag.y - plot.y : 0;
  };
  // Above the candles is room for the legend: a chart without its scale puts every price there.
  await expect.poll(lastY).toBeGreaterThan(40);
  for (const tab of ['깊이', '펀딩']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    // Nor do its prices stand over what is in front.
    await page.locator('[data-line="last"]').waitFor({ state: 'hidden' });
  }
  await page.getByRole('tab', { name: '차트', exact: true }).click();
  await expect.poll(lastY).toBeGreaterThan(40);
});

describe('drawn on the chart', () => {
  /** Under the member's own name: notes are private. */
  const kept = async () => {
    const layout = JSON.parse((await page.evaluate("localStorage['maru.layout'] ?? '{}'")) as string);
    return layout[Object.keys(layout).find((name) => /^chart\.drawings\.BINANCE:BTCUSDT member \d+$/.test(name)) ?? ''] ?? [];
  };
  const at = async (x: number, y: number) => {
    const box = await page.getByTestId('chart').boundingBox();
    return [box!.x + x, box!.y + y] as const;
  };
  const take = async (tool: string) => {
    const button = page.getByRole('button', { name: tool, exact: true });
    await button.click();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
  };
  const press = async (x: number, y: number) => {
    const point = await at(x, y);
    await page.mouse.move(...point);
    await page.mouse.click(...point);
  };

  it('a ruler stands between two points and is kept', async () => {
    const tools = async () => (await kept()).map(({ tool }: { tool: string }) => tool);
    const draw = async () => {
      if ((await tools()).length > 0) return tools();
      await page.keyboard.press('Escape');
      await take('자');
      await press(120, 260);
      await press(260, 160);
      return tools();
    };
    // On a slow machine the chart takes presses a moment after its button.
    await expect.poll(draw, { interval: 3_000 }).toEqual(['ruler']);
    const [{ points }] = await kept();
    expect(points[1].value).toBeGreaterThan(points[0].value);
    expect(points[1].timestamp).toBeGreaterThan(points[0].timestamp);
    await expect.poll(() => page.getByRole('button', { name: '십자선' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('a note is typed where it stands, changed by a double press, and is there after a reload', async () => {
    const words = page.getByRole('textbox', { name: '차트 메모' });
    const text = async () => (await kept()).find(({ tool }: { tool: string }) => tool === 'note')?.text;
    await take('메모');
    await press(300, 90);
    // It takes the keys a moment after it is seen.
    await words.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('돌파하면 롱');
    await page.keyboard.press('Enter');
    await expect.poll(text).toBe('돌파하면 롱');
    await page.reload();
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    // Its tool comes once more, a moment after the candles.
    await expect
      .poll(async () => {
        await page.mouse.dblclick(...(await at(320, 90)));
        return words.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await words.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' 0.1');
    // A press beside it keeps it too.
    await page.mouse.click(...(await at(420, 300)));
    await expect.poll(text).toBe('돌파하면 롱 0.1');
    await page.mouse.click(...(await at(320, 90)));
    await page.keyboard.press('Delete');
    await expect.poll(text).toBeUndefined();
    await page.getByRole('button', { name: '그림 모두 지우기' }).click();
    await expect.poll(kept).toEqual([]);
  });
});

describe('found and seen as one likes', () => {
  it('the book shows both sides, bids alone or asks alone, and keeps it over a reload', async () => {
    const rows = "document.querySelector('[data-testid=book-canvas]').paintedRows()";
    const sides = () => page.evaluate(`[${rows}.asks.length > 0, ${rows}.bids.length > 0].join()`);
    const choose = async (view: string) => {
      await page.getByRole('combobox', { name: /^호가 보기/ }).click();
      await page.getByRole('option', { name: view, exact: true }).click();
    };
    await expect.poll(sides).toBe('true,true');
    await choose('매수');
    await expect.poll(sides).toBe('false,true');
    await choose('매도');
    await expect.poll(sides).toBe('true,false');
    await page.reload();
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    await expect.poll(sides).toBe('true,false');
    await choose('전체');
    await expect.poll(sides).toBe('true,true');
  });

  it('"/" opens the search from anywhere, arrows and Enter go to what it found, and in a field it is only a character', async () => {
    const field = page.getByRole('combobox', { name: '종목·메뉴 찾기' });
    await page.getByTestId('ticket-quantity').focus();
    await page.keyboard.press('/');
    await expect.poll(() => field.count()).toBe(0);
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('/');
    await field.waitFor();
    await page.locator('[role="combobox"][aria-controls="search-hits"]:focus').waitFor();
    await page.keyboard.type('usdt');
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1);
    await expect.poll(() => page.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    // Other words begin at their first hit, wherever the list was scrolled to beneath the pointer.
    const hits = page.getByRole('listbox');
    await page.getByRole('option').first().hover();
    await hits.evaluate((list) => list.scrollTo(0, 300));
    await page.keyboard.press('Backspace');
    await expect.poll(() => hits.evaluate((list) => list.scrollTop)).toBeLessThan(60);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await field.fill('이더리움');
    await page.getByRole('option', { name: /ETHUSDT/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/future\/2$/);
    await page.goto('/future/1');
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
  });
});

describe('quick hands, guarded', () => {
  it('a click on the ladder orders only while armed, and never above the cap', async () => {
    await openOrders();
    await page.getByRole('tab', { name: '지정가' }).click();
    await page.getByTestId('ticket-quantity').fill('0.01');
    await page.getByRole('button', { name: '주문 설정' }).click();
    await page.getByText('호가를 눌러 바로 주문하기').click();
    await page.keyboard.press('Escape');
    await page.getByTestId('one-click-bar').waitFor();
    await page.getByRole('combobox', { name: '호가 묶음 단위' }).click();
    await page.getByRole('option', { name: '10', exact: true }).click();
    const rows = `document.querySelector('[data-testid="book-canvas"]').paintedRows()`;
    await expect.poll(() => page.evaluate(`${rows}.bids.length >= 7 && ${rows}.bids.every((row) => row.price % 1000 === 0)`)).toBe(true);
    const canvas = page.getByTestId('book-canvas');
    await canvas.focus();
    // The deepest bid of rows of ten dollars each: it rests.
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => orders().getByRole('row').filter({ hasText: '0.010' }).count()).toBe(1);
    await page.getByTestId('ticket-quantity').fill('0.5');
    await canvas.focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('원클릭 주문을 보내지 않았어요').first().waitFor();
    await expect.poll(() => orders().getByRole('row').filter({ hasText: '0.500' }).count()).toBe(0);
    await page.getByTestId('one-click-bar').getByRole('button').click();
  });

  it('Alt+C cancels nothing until keys are armed, then all of the symbol', async () => {
    const resting = () => orders().getByRole('row').filter({ hasText: '0.010' }).count();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Alt+c');
    await page.waitForTimeout(400);
    await expect.poll(() => resting()).toBe(1);
    await page.getByRole('button', { name: '주문 설정' }).click();
    await page.getByText(/단축키 사용/).click();
    await page.keyboard.press('Escape');
    // Beneath what is open keys do nothing.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+c');
    await page.getByText('기다리는 주문이 없어요').waitFor();
  });
});

describe('risk is told', () => {
  const tell = (type: string, id: number) => {
    const body = {
      type,
      eventId: `900000${id}-0`,
      sequence: 9_000_000 + id,
      marketType: 'FUTURES',
      futuresOptionId: 1,
      futuresPositionId: 1,
      time: new Date().toISOString(),
    };
    const subscription = subscriptions.get('/user/queue/futures') ?? '';
    const frame = `MESSAGE\nsubscription:${subscription}\nmessage-id:t${id}\ndestination:/user/queue/futures\nevent-id:${body.eventId}\ncontent-type:application/json\n\n${JSON.stringify(body)}\0`;
    lines.at(-1)?.send(frame);
  };
  const subscriptions = new Map<string, string>();

  it('POSITION_WARN rings and says so; POSITION_LIQUID takes the position away, speaks, and offers the reason', async () => {
    // A line of our own from here on, so that the server's silence about a liquidation can be broken.
    await page.routeWebSocket(/bx_ws/, (route) => {
      lines.push(route);
      const up = route.connectToServer();
      route.onMessage((message) => {
        const found =
          /SUBSCRIBE[\s\S]*?\nid:([^\n]+)[\s\S]*?\ndestination:([^\n]+)|SUBSCRIBE[\s\S]*?\ndestination:([^\n]+)[\s\S]*?\nid:([^\n]+)/.exec(
            String(message),
          );
        if (found) subscriptions.set((found[2] ?? found[3] ?? '').replaceAll('\\c', ':'), found[1] ?? found[4] ?? '');
        up.send(message);
      });
    });
    await page.reload();
    await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
    await page
      .getByTestId('positions')
      .getByRole('row', { name: /BTCUSDT/ })
      .waitFor();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await expect.poll(() => subscriptions.has('/user/queue/futures')).toBe(true);
    const before = (await page.evaluate('window.knocks')) as number;
    tell('POSITION_WARN', 1);
    await page.getByText('청산위험').first().waitFor();
    await expect.poll(() => page.evaluate('window.knocks')).toBeGreaterThan(before);
    tell('POSITION_LIQUID', 2);
    await page.getByText('열린 포지션이 없어요').waitFor();
    await expect.poll(() => page.getByTestId('spoken').innerText()).toContain('청산');
    await page.getByRole('button', { name: '왜 청산됐는지 보기' }).waitFor();
  });
});

describe('figures and reasons', () => {
  it('the calculator answers, a fill explains itself, and the history page narrows', async () => {
    await page.getByTestId('calculator').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '종료가' }).fill('90000');
    await dialog.getByRole('textbox', { name: /수량/ }).fill('0.1');
    await expect.poll(() => page.getByTestId('calculator-answer').innerText()).toMatch(/\+[\d,]+\.\d+/);
    await page.keyboard.press('Escape');
    await page.goto('/dnw_history/future_list');
    await page.getByRole('tab', { name: '체결', exact: true }).click();
    await page.getByRole('button', { name: '왜 이렇게 됐는지 보기' }).first().click();
    await page.getByTestId('explanation').getByText('원장 기록과 일치').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: '방향' }).click();
    await page.getByRole('option', { name: '매도' }).click();
    await page.getByText('이 기간에는 내역이 없어요').waitFor();
    expect(me.faults).toEqual([]);
  });

  it('a day of the calendar opens into the lines that it is the sum of', async () => {
    await page.goto('/dnw_history/calendar');
    await page.getByTestId('day-equal').getByText('건의 합과 같아요').waitFor();
    await expect.poll(() => page.getByTestId('day-lines').getByText('거래 수수료').count()).toBeGreaterThan(0);
    expect(me.faults).toEqual([]);
  });
});
