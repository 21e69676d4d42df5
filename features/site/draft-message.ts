// What the editor tells the page in its frame after every change: the parts of a draft that an open page can put on.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

export interface DraftMessage {
  type: 'maru.draft';
  mode: SiteConfig['theme']['defaultMode'];
  site: Pick<SiteConfig, 'name' | 'type' | 'theme'> & { texts: NonNullable<SiteConfig['texts']> };
}

export function draftMessage({ name, type, theme, texts = {} }: SiteConfig, mode: DraftMessage['mode']): DraftMessage {
  return { type: 'maru.draft', mode, site: { name, type, theme, texts } };
}

export function isDraftMessage(data: unknown): data is DraftMessage {
  return typeof data === 'object' && data !== null && (data as { type?: unknown }).type === 'maru.draft';
}
