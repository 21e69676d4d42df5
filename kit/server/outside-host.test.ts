// What counts as outside: no spelling of an inner address passes for one.
import { expect, it } from 'vitest';
import { isInsideAddress, isInsideHost, outsideAddressOf } from './outside-host.ts';

it('no spelling of loopback, private, link-local or meaningless addresses is outside', () => {
  const inside = ['localhost', 'db', 'smtp.internal', 'a.local', '127.0.0.1', '127.1', '0x7f.0.0.1', '2130706433', '0', '10.1.2.3'];
  const more = ['172.16.0.9', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', 'localhost.'];
  for (const host of [...inside, ...more]) expect([host, isInsideHost(host)]).toEqual([host, true]);
  for (const address of ['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', 'fd00::1', 'fe80::1', '64:ff9b::7f00:1', 'not an address'])
    expect([address, isInsideAddress(address)]).toEqual([address, true]);
  for (const host of ['smtp.example.com', '8.8.8.8', 'api.solapi.com']) expect([host, isInsideHost(host)]).toEqual([host, false]);
  expect(isInsideAddress('2606:4700::1111')).toBe(false);
});

it('a name that is inside is not even looked up', async () => {
  await expect(outsideAddressOf('localhost')).rejects.toThrow('not outside');
  await expect(outsideAddressOf('169.254.169.254')).rejects.toThrow('not outside');
});
