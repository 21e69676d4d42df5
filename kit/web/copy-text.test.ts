// What is copied is told, and so is what could not be: over plain http there is no clipboard at all.
import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';
import { useToasts } from './toasts/toast-list.ts';

const told = () => useToasts.getState().shown.map(({ title, kind }) => `${kind} ${title}`);

afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ shown: [], kept: [], unseen: 0 });
});

it('says that it is copied, in the words given for it', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
  await copyText('0xabc', { title: '주소를 복사했어요' });
  expect([written, told()]).toEqual([['0xabc'], ['done 주소를 복사했어요']]);
});

it('without a clipboard, or where it is forbidden, it says so', async () => {
  vi.stubGlobal('navigator', {});
  await copyText('0xabc');
  expect(told()).toEqual(['warn 복사하지 못했어요. 눌러서 골라 주세요.']);
});
