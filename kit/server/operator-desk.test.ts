// Deny by default: what a route under /api/admin/ must say before a server starts with it.
import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { everyone, members, operators } from '../contract/role.ts';
import { ENTRY_RIGHT, OWN_RIGHT, type Route } from '../contract/route.ts';
import { rightFault } from './operator-desk.ts';

const sound: Route = {
  name: 'saveNotice',
  method: 'POST',
  path: '/api/admin/notice/save',
  roles: operators,
  right: 'notice.write',
  summary: { ko: '', en: '' },
  reply: z.object({}),
};
const faultOf = (change: Partial<Route>, isAudited: true | undefined = true) =>
  rightFault({ route: { ...sound, ...change } as Route, ...(isAudited && { isAudited }) });

it('a right of its own, operators alone, and a handler that writes the audit log', () => {
  expect(faultOf({})).toBeUndefined();
  expect(faultOf({ right: OWN_RIGHT })).toBeUndefined();
  expect(faultOf({ method: 'GET' }, undefined)).toBeUndefined();
  expect(rightFault({ route: { ...sound, right: ENTRY_RIGHT, roles: everyone } })).toBeUndefined();
  const { right: _, ...open } = sound;
  expect(rightFault({ route: { ...open, path: '/api/notice', roles: members } })).toBeUndefined();
});

it.each([
  ['no right under /api/admin/', () => rightFault({ route: { ...sound, right: undefined } as unknown as Route })],
  ['a right elsewhere', () => faultOf({ path: '/api/notice/save' })],
  ['a right that is no <thing>.<verb>', () => faultOf({ right: 'notice' })],
  ['a pattern as a right', () => faultOf({ right: 'notice.*' })],
  ['members beside operators', () => faultOf({ roles: [...members, 'operator'] })],
  ['a way in that shuts guests out', () => faultOf({ right: ENTRY_RIGHT })],
  ['all sites without a right to grant', () => faultOf({ right: OWN_RIGHT, everywhere: true })],
  ['a change without an audit log', () => rightFault({ route: sound })],
])('does not start: %s', (_, fault) => {
  expect(fault()).toContain('saveNotice');
});
