// The signer as a process below the server, which tells it a database and a folder, and never a passphrase.
import { keepChild } from '@maru/kit/server/child-process.ts';
import { runSigner } from './run-signer.ts';

await keepChild(runSigner);
