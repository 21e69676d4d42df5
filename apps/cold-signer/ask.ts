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
  const waiting: ((line: string) => void)[] = [];
  const typed: string[] = [];
  lines.on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) typed.push(line);
    else next(line);
  });
  const next = (): Promise<string> => {
    const line = typed.shift();
    return line === undefined ? new Promise((done) => waiting.push(done)) : Promise.resolve(line);
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
