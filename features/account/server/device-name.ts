// What a browser calls itself, in the names people know.
import Bowser from 'bowser';
import type { DeviceName } from '../profile-contract.ts';

/** Kept short: the header is the visitor's own text. */
const SHORT = 40;

export function deviceNameOf(userAgent: string): DeviceName {
  const { os, browser, platform } = Bowser.parse(userAgent === '' ? 'unknown' : userAgent);
  const name = (browser.name ?? '').replace(/ for Android$/, '');
  const version = (browser.version ?? '').split('.')[0];
  return {
    system: (os.name ?? '').slice(0, SHORT),
    browser: [name, name === '' ? '' : version].join(' ').trim().slice(0, SHORT),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  };
}
