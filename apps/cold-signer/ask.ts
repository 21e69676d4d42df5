// Asks the person at the machine, line by line: what is secret is not shown while it is typed.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Asker {
  ask(words: string): Promise<string>;
  secret(words: string): Promise<string>;
  close(): void;
}

export function openAsker(): Asker {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const waiting: { done(line: string): void; fail(error: Error): void }[] = [];
  const typed: string[] = [];
  lines.on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) typed.push(line);
    else next.done(line);
  });
  // Half an answer is none.
  lines.on('close', () => {
    for (const { fail } of waiting.splice(0)) fail(new Error('입력이 끝났어요 · the input ended'));
  });
  const next = (): Promise<string> => {
    const line = typed.shift();
    return line === undefined ? new Promise((done, fail) => waiting.push({ done, fail })) : Promise.resolve(line);
  };
  return {
    async ask(words) {
      process.stderr.write(`${words}: `);
      return (await next()).trim();
    },
    async secret(words) {
      process.stderr.write(`${words}: `);
      isHidden = true;
      const line = await next();
      isHidden = false;
      process.stderr.write('\n');
      return line;
    },
    close: () => lines.close(),
  };
}
