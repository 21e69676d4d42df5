// Sending a form once, where a refusal stands and how long, and what counts as changed.
import { describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { FormMemory, refusalOf, type Sender } from './form-memory.ts';

const start = { title: '', days: 7 };
type Values = typeof start;

function formOf(sender: Partial<Sender<Values>> = {}) {
  const sent: Values[] = [];
  let refused = 0;
  const form = new FormMemory<Values>(start);
  form.follow({
    isSound: ({ title }) => title !== '',
    send: async (values) => void sent.push(values),
    fieldOf: (thrown) => (thrown instanceof Failure && thrown.field === 'title' ? 'title' : undefined),
    refused: () => void (refused += 1),
    ...sender,
  });
  form.api.mount();
  return { form, sent, refused: () => refused };
}
const refusal = (field?: string) => new Failure(400, 'INVALID_FIELD', 'no', field === undefined ? {} : { field });

describe('sending', () => {
  it('sends nothing while a field is wrong, and says so each time', async () => {
    const { form, sent, refused } = formOf();
    await form.submit();
    await form.submit();
    expect([sent, refused()]).toEqual([[], 2]);
  });

  it('a second press while it is on its way is none', async () => {
    let let_ = () => {};
    const sent: Values[] = [];
    const { form } = formOf({ send: (values) => (sent.push(values), new Promise<void>((done) => (let_ = done))) });
    form.set({ title: 'x' });
    const first = form.submit();
    await form.submit();
    expect(form.api.state.isSubmitting).toBe(true);
    await expect.poll(() => sent.length).toBe(1);
    let_();
    await first;
    expect([sent.length, form.api.state.isSubmitting]).toEqual([1, false]);
  });
});

describe('a refusal', () => {
  it('of a field stands until that field changes', async () => {
    const { form } = formOf({ send: () => Promise.reject(refusal('title')) });
    form.set({ title: 'x' });
    await form.submit();
    form.set({ days: 8 });
    expect(refusalOf(form.api.state)?.field).toBe('title');
    form.set({ title: 'y' });
    expect(refusalOf(form.api.state)).toBeUndefined();
  });

  it('of no field goes with the next change, and keeps nobody from asking again', async () => {
    let asked = 0;
    const { form } = formOf({ send: () => ((asked += 1), Promise.reject(refusal())) });
    form.set({ title: 'x' });
    await form.submit();
    await form.submit();
    expect([asked, refusalOf(form.api.state)?.thrown instanceof Failure]).toEqual([2, true]);
    form.set({ days: 9 });
    expect(refusalOf(form.api.state)).toBeUndefined();
  });
});

describe('what was changed', () => {
  it('is not what was typed and taken back, nor what was begun anew', () => {
    const { form } = formOf();
    const isDirty = () => !form.api.state.isDefaultValue;
    const seen = [isDirty()];
    form.set({ title: 'x' });
    seen.push(isDirty());
    form.set({ title: '' });
    seen.push(isDirty());
    form.set({ title: 'x' });
    form.reset();
    seen.push(isDirty());
    expect([seen, form.api.state.values]).toEqual([[false, true, false, false], start]);
  });
});

describe('what leaving would lose', () => {
  const typed = async (sender: Partial<Sender<Values>>) => {
    const { form } = formOf(sender);
    const seen = [form.isUnsaved];
    form.set({ title: 'x' });
    seen.push(form.isUnsaved);
    const sent = form.submit();
    await expect.poll(() => form.api.state.submissionAttempts).toBe(1);
    await sent;
    seen.push(form.isUnsaved);
    form.set({ title: 'xy' });
    return [...seen, form.isUnsaved];
  };
  it('is what was typed, until it was sent, and what was typed since', async () =>
    expect(await typed({})).toEqual([false, true, false, true]));
  it('is nothing while it is on its way, for a page that its answer leads to', async () => {
    let during: boolean | undefined;
    const { form } = formOf({ send: async () => void (during = form.isUnsaved) });
    form.set({ title: 'x' });
    await form.submit();
    expect(during).toBe(false);
  });
  it('is nothing when a second person was asked, and all of it when it was refused', async () => {
    const waiting = new Failure(202, 'APPROVAL_REQUIRED', '', { requestId: 7 });
    expect(await typed({ send: () => Promise.reject(waiting) })).toEqual([false, true, false, true]);
    expect(await typed({ send: () => Promise.reject(refusal()) })).toEqual([false, true, true, true]);
  });
  it('is nothing of what somebody gave up', () => {
    const { form } = formOf();
    form.set({ title: 'x' });
    form.letGo();
    expect(form.isUnsaved).toBe(false);
  });
});

it('a code is empty again after a refusal, whose words stand', async () => {
  const { form } = formOf({ spent: ['title'], send: () => Promise.reject(refusal('title')) });
  form.set({ title: 'x' });
  await form.submit();
  expect([form.api.state.values.title, refusalOf(form.api.state)?.field]).toEqual(['', 'title']);
});
