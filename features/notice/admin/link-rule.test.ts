// CNT-05 in the editor: what may be linked is what the server's cleaner lets through.
import { expect, it } from 'vitest';
import { isAllowedLink } from './link-rule.ts';

it.each(['/future', '/service/notice/3?from=popup', 'https://example.com/a?b=1#c'])('%s leads somewhere', (href) => {
  expect(isAllowedLink(href)).toBe(true);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'http://example.com',
  '//evil.example',
  '/\\evil.example',
  'mailto:a@b.c',
  '',
])('%s leads nowhere', (href) => {
  expect(isAllowedLink(href)).toBe(false);
});
