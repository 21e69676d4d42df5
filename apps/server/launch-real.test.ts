// An installation of real money: its launch list takes no sample text, and no address that this machine alone knows.
import { documentKinds } from '@maru/site/contract.ts';
import type { LaunchState } from '@maru/site/launch-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrandOperator, brandOperator } from './testing/brand-desk.ts';
import { exchange } from './testing/exchange.ts';
import { type Floor, openFloor } from './testing/floor.ts';

const env = { NODE_ENV: 'production', MARU_DEMO: 'off', MARU_ADMIN_HOST: 'desk.test' };
let floor: Floor;
let owner: BrandOperator;

beforeAll(async () => {
  floor = await openFloor({ env });
  owner = await brandOperator(floor);
});
afterAll(() => floor.stop());

const atDesk = { host: 'desk.test' };
const checkOf = async (item: string) => {
  const { checks } = (await owner.get('/api/admin/site/launch', {}, atDesk)).body.data as LaunchState;
  return checks.find((check) => check.item === item);
};
const sampleOf = async (kind: string) =>
  (await owner.get('/api/admin/documents/version', { kind, version: '0' }, atDesk)).body.data as Record<
    'ko' | 'en',
    { title: string; body: string }
  >;
const publish = (kind: string, follows: number, { ko, en }: Awaited<ReturnType<typeof sampleOf>>) => {
  const effectiveAt = new Date(floor.server.context.clock.now()).toISOString();
  return owner.post('/api/admin/documents/publish', { kind, follows, ko, en, effectiveAt, needsConsent: false, reason: '개점' }, atDesk);
};

it('a sample is a draft: nobody puts it in force as it stands, in no language and with no other line breaks', async () => {
  expect(await checkOf('documents')).toMatchObject({ isGreen: false });
  for (const kind of documentKinds) {
    const sample = await sampleOf(kind);
    const own = { title: sample.ko.title, body: `${sample.ko.body}\n\n## 부칙\n주식회사 누리의 약관입니다.` };
    expect((await publish(kind, 0, sample)).body).toMatchObject({ code: 'DOCUMENT_SAMPLE', data: { field: 'body' } });
    expect((await publish(kind, 0, { ...sample, ko: own })).body.code).toBe('DOCUMENT_SAMPLE');
    const broken = { title: 'Terms', body: sample.en.body.replaceAll('\n\n', '\n \n\n') };
    expect((await publish(kind, 0, { ko: own, en: broken })).body.code).toBe('DOCUMENT_SAMPLE');
    const en = { title: sample.en.title, body: `${sample.en.body}\n\n## Appendix\nTerms of Nuri Co., Ltd.` };
    expect((await publish(kind, 0, { ko: own, en })).body.status).toBe('success');
  }
  expect(await checkOf('documents')).toMatchObject({ isGreen: true });
});

it('samples that a release before this one put in force count as drafts', async () => {
  const { ko } = await sampleOf('risk');
  const { pool } = floor.server.context;
  await pool.query("UPDATE site_document SET body = $1 WHERE kind = 'risk' AND language = 'ko'", [ko.body]);
  expect(await checkOf('documents')).toMatchObject({ isGreen: false, says: { en: '1 are drafts still: publish your own.' } });
});

it('names that open on this machine alone are no address of members', async () => {
  expect(await checkOf('hosts')).toMatchObject({ isGreen: false, page: '/brand', says: { en: expect.stringContaining('127.0.0.1, ::1') } });
});

it('before a brand is open its hosts tell nothing of what stands behind them: no calls, no description of them', async () => {
  for (const path of ['/', '/api/site_info/code', '/api/docs', '/api/openapi.json', '/fapi/v1/ping']) {
    for (const host of ['localhost', 'unknown.test']) {
      const { status } = await exchange(floor.port, 'GET', path, undefined, { host });
      expect([host, path, status]).toEqual([host, path, 404]);
    }
  }
  expect((await exchange(floor.port, 'GET', '/api/docs', undefined, atDesk)).status).toBe(200);
});
