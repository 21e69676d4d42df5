// Part of the theme into the form; an optional part that is undefined goes.
import type { SiteTheme } from '@maru/kit/contract/site-config.ts';
import type { SiteForm } from './use-site-form.ts';

type ThemePart = { [K in keyof SiteTheme]?: SiteTheme[K] | undefined };

export function setTheme({ config, set }: SiteForm, part: ThemePart): void {
  const theme = { ...config.theme, ...part } as SiteTheme;
  for (const key of ['appIcon', 'favicon', 'upDown', 'heroImage'] as const) if (theme[key] === undefined) delete theme[key];
  set('theme', theme);
}
