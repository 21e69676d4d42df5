// `npm run messages`: writes docs/messages.md, the catalogue of every error code, from the registries as they stand.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messagesPage, readMessages } from './messages/catalogue.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const messages = await readMessages(root);
writeFileSync(`${root}docs/messages.md`, messagesPage(messages));
const unproved = messages.filter(({ tests }) => tests.length === 0).map(({ code }) => code);
console.log(`${messages.length} messages; without a test that names them: ${unproved.length === 0 ? 'none' : unproved.join(', ')}`);
