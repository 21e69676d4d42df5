// npm run operator -- create|link|confirm|anywhere|list|lock|unlock|audit: operators from the host itself, as the first one comes to be.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { systemClock } from '@maru/kit/server/clock.ts';
import { createLog } from '@maru/kit/server/log.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import {
  confirmFromHost,
  listFromHost,
  openFromHost,
  lockFromHost,
  makeFromHost,
  linkFromHost,
  type HostDesk,
} from '@maru/operator/server/from-host.ts';
import { checkChain, noteAnchor } from '@maru/operator/server/audit-check.ts';
import { ensurePresetRoles } from '@maru/operator/server/preset-roles.ts';
import { type Installation, withInstallation } from './places.ts';

const USAGE = `npm run operator -- create <username> [--name "…"] [--role owner] [--site <code>]
npm run operator -- link <username> [--forget-app]
npm run operator -- confirm <username>
npm run operator -- anywhere [<username>]
npm run operator -- list | lock <username> | unlock <username> | audit`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' }, role: { type: 'string' }, site: { type: 'string' }, 'forget-app': { type: 'boolean' } },
});
const [command = '', username = ''] = positionals;

await withInstallation(async (installation) => {
  const { config } = installation;
  const pool = new pg.Pool({ ...installation.places.address, max: 2 });
  const clock = systemClock();
  const desk: HostDesk = { pool, clock, config, log: createLog({ ...config, logFile: undefined, logLevel: 'error' }) };
  try {
    await ensurePresetRoles(pool);
    await run(desk, installation);
  } finally {
    await pool.end();
  }
});

async function run(desk: HostDesk, installation: Installation): Promise<void> {
  if (command === 'list') {
    for (const row of await listFromHost(desk)) console.log(row);
  } else if (command === 'audit') {
    await audit(desk);
  } else if (command === 'anywhere') {
    await openFromHost(desk, username || undefined);
    console.log(`operator ${username || 'all'} may come from any address${username === '' ? ' that its own list allows' : ''}`);
  } else if (username === '') {
    throw new OperatorFault(USAGE, '');
  } else if (command === 'create') {
    const name = values.name ?? username;
    await tellLink(desk, installation, await makeFromHost(desk, { username, name, role: values.role ?? 'owner', site: values.site }));
  } else if (command === 'link') {
    await tellLink(desk, installation, await linkFromHost(desk, username, values['forget-app'] === true));
  } else if (command === 'confirm') {
    await confirmFromHost(desk, username);
    console.log(`operator ${username} confirmed as a person of its own`);
  } else if (command === 'lock' || command === 'unlock') {
    await lockFromHost(desk, username, command === 'lock');
    console.log(`operator ${username} ${command}ed`);
  } else {
    throw new OperatorFault(USAGE, '');
  }
}

/** The token stands behind #: no server and no proxy writes it into a log. */
async function tellLink(desk: HostDesk, { config }: Installation, { token, hours }: { token: string; hours: number }): Promise<void> {
  const { rows } = await desk.pool.query<{ host: string }>(
    "SELECT config->'hosts'->>0 AS host FROM site_site WHERE given_up_at IS NULL ORDER BY id LIMIT 1",
  );
  const host = config.adminHost ?? rows[0]?.host ?? 'localhost';
  const isHere = host === 'localhost' || host.endsWith('.localhost');
  const origin = isHere ? `http://${host}:${config.port}` : `https://${host}`;
  console.log(`${origin}/admin/setup#${token}`);
  console.log(`한 번만, ${hours}시간 안에 쓸 수 있습니다 · good once, within ${hours} hours`);
}

async function audit({ pool, clock, config }: HostDesk): Promise<void> {
  const found = await checkChain(pool, clock.now(), config.dataDir);
  if (found.broken !== null) {
    console.log(`audit rows=${found.rows} broken=${found.broken.seq} why=${found.broken.why}`);
    process.exitCode = 1;
    return;
  }
  await noteAnchor(pool, clock.now(), config.dataDir);
  console.log(`audit rows=${found.rows} whole head=${found.head?.seq ?? 0} hash=${found.head?.hash ?? '-'}`);
}
