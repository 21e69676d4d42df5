// The thread that draws first screens, one after the other: the app keeps its site and language in modules.
import './browser-names.ts';
import { parentPort } from 'node:worker_threads';
import { drawFirstScreen, type FirstScreenAsk } from './first-screen.tsx';

const port = parentPort!;
let last = Promise.resolve();

port.on('message', ({ id, ask }: { id: number; ask: FirstScreenAsk }) => {
  last = last.then(async () => {
    try {
      port.postMessage({ id, ...(await drawFirstScreen(ask)) });
    } catch (error) {
      port.postMessage({ id, fault: String(error) });
    }
  });
});
