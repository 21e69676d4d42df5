// The signer's command: makes its key, prints addresses, writes its policy by questions, and runs it where no server starts it.
import { existsSync, mkdirSync } from 'node:fs';
import { ConfigError } from '@maru/kit/server/config.ts';
import { policyPath, seedPath } from '@maru/kit/server/config-chains.ts';
import { loadSignerConfig, readPassphrase, signerDirOf } from '@maru/kit/server/config-signer.ts';
import { openSeed, writeSeed } from '@maru/custody/server/sign/seed-file.ts';
import { type Asker, openAsker } from '../cold-signer/ask.ts';
import { askNewKey, PASSPHRASE, sayWords } from '../cold-signer/ask-key.ts';
import { askPolicy, listCold } from './ask-policy.ts';
import { runSigner } from './run-signer.ts';
import { siteAddresses } from './site-addresses.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

const USAGE = `npm run signer -- <command>   (MARU_SIGNER_DIR)

  new                       키 만들기 · make the key of all hot addresses, or take it from its words
  addresses [site …]        주소 보기 · hot addresses and keys of EOS, of site 1 or of these
  policy                    규칙 묻고 쓰기 · write signer-policy.json by questions
  cold <chain> <address>    콜드 주소 더하기 · let it pay an address of cold storage
  run                       실행 · run it here (DATABASE_URL, MARU_SIGNER_PASSPHRASE_FILE)`;

const env = process.env;

async function make(asker: Asker, dir: string): Promise<void> {
  if (existsSync(seedPath(dir))) throw new Error(`${seedPath(dir)}: 키가 이미 있어요 · there is a key already`);
  const { seed, passphrase, made } = await askNewKey(asker, '서명기 암호 · passphrase of the signer');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeSeed(seedPath(dir), passphrase, seed);
  sayWords(made, say);
  say(`${seedPath(dir)}\n다음: npm run signer -- policy · next: npm run signer -- policy`);
}

/** From its file where one is named, else from the person. */
async function openKey(asker: Asker, dir: string): Promise<Buffer> {
  const file = env.MARU_SIGNER_PASSPHRASE_FILE;
  const passphrase = file === undefined || file === '' ? await asker.secret(PASSPHRASE) : readPassphrase(file);
  return openSeed(seedPath(dir), passphrase, { isFirst: false });
}

async function run(): Promise<void> {
  const { dir, passphraseFile, databaseUrl } = loadSignerConfig(env);
  const stop = await runSigner({ address: { connectionString: databaseUrl }, folder: dir, passphraseFile, isDemo: false });
  const end = () => void stop().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end);
}

async function dispatch(asker: Asker, [command = 'run', ...rest]: string[]): Promise<void> {
  if (command === 'run') return run();
  const dir = signerDirOf(env);
  if (command === 'new') return make(asker, dir);
  if (command === 'policy') return askPolicy(asker, policyPath(dir), say);
  if (command === 'cold' && rest.length === 2) return listCold(asker, policyPath(dir), rest[0], rest[1], say);
  if (command !== 'addresses') throw new Error(USAGE);
  const seed = await openKey(asker, dir);
  for (const site of rest.length === 0 ? [1] : rest.map(Number)) siteAddresses(seed, site).forEach(say);
}

const asker = openAsker();
dispatch(asker, process.argv.slice(2))
  .catch((error: unknown) => {
    const isOurs = error instanceof Error && !(error instanceof ConfigError);
    process.stderr.write(`${isOurs ? error.message : String(error)}\n`);
    process.exit(1);
  })
  .finally(() => asker.close());
