// Which sites a fresh database starts with; from then on sites are rows.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hanok } from './hanok.ts';
import { maru } from './maru.ts';
import { neutral } from './neutral.ts';

export function seedSites(demo: boolean): readonly SiteConfig[] {
  return demo ? [maru, hanok] : [neutral];
}
