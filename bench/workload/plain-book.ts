// A second order book for the same messages, as plain as one can be written: lists, and the best price searched for each time.
import { CANCEL, NEW, type Workload } from './public-workload.ts';
import { CANCEL_ACK, CANCEL_REJECT, MODIFY_ACK, MODIFY_REJECT, ORDER_ACK, type Reports, TRADE } from './reports.ts';

interface Resting {
  id: number;
  side: number;
  price: number;
  lots: number;
}

export class PlainBook {
  private readonly queues = [new Map<number, Resting[]>(), new Map<number, Resting[]>()];
  private readonly resting = new Map<number, Resting>();

  private readonly reports: Reports;

  constructor(reports: Reports) {
    this.reports = reports;
  }

  replay(flow: Workload): void {
    for (let k = 0; k < flow.length; k++) {
      const order = { id: flow.ids[k], side: flow.sides[k], price: flow.prices[k], lots: flow.lots[k] };
      if (flow.kinds[k] === NEW) this.add(k, order, flow.iocs[k] === 1);
      else if (flow.kinds[k] === CANCEL) this.cancel(k, order.id);
      else this.modify(k, order);
    }
  }

  private best(side: number): number | undefined {
    let best: number | undefined;
    for (const price of this.queues[side].keys()) if (best === undefined || (side === 0 ? price > best : price < best)) best = price;
    return best;
  }

  private add(k: number, order: Resting, isIoc: boolean): void {
    this.reports.add(ORDER_ACK, k, order.side, order.id, order.price, order.lots, 0);
    this.take(k, order);
    if (order.lots === 0) return;
    if (isIoc) this.reports.add(CANCEL_ACK, k, order.side, order.id, order.price, order.lots, 0);
    else this.rest(order);
  }

  private rest(order: Resting): void {
    const queue = this.queues[order.side].get(order.price);
    if (queue === undefined) this.queues[order.side].set(order.price, [order]);
    else queue.push(order);
    this.resting.set(order.id, order);
  }

  private remove(order: Resting): void {
    const queue = this.queues[order.side].get(order.price) ?? [];
    queue.splice(queue.indexOf(order), 1);
    if (queue.length === 0) this.queues[order.side].delete(order.price);
    this.resting.delete(order.id);
  }

  private cancel(k: number, id: number): void {
    const order = this.resting.get(id);
    if (order === undefined) return this.reports.add(CANCEL_REJECT, k, 0, id, 0, 0, 0);
    this.remove(order);
    this.reports.add(CANCEL_ACK, k, order.side, id, order.price, 0, 0);
  }

  private modify(k: number, wanted: Resting): void {
    const order = this.resting.get(wanted.id);
    const { side, id, price, lots } = wanted;
    if (order === undefined) return this.reports.add(MODIFY_REJECT, k, side, id, price, lots, 0);
    this.remove(order);
    this.take(k, wanted);
    if (wanted.lots > 0) this.rest(wanted);
    this.reports.add(MODIFY_ACK, k, side, id, price, lots, 0);
  }

  private take(k: number, taker: Resting): void {
    while (taker.lots > 0) {
      const price = this.best(1 - taker.side);
      if (price === undefined || (taker.side === 0 ? price > taker.price : price < taker.price)) return;
      const maker = (this.queues[1 - taker.side].get(price) ?? [])[0];
      const lots = Math.min(maker.lots, taker.lots);
      this.reports.add(TRADE, k, taker.side, maker.id, price, lots, taker.id);
      taker.lots -= lots;
      maker.lots -= lots;
      if (maker.lots === 0) this.remove(maker);
    }
  }
}
