// A site's own web app manifest and icons: installed on a phone, it is the brand and not the platform.
import type { SiteConfig, SiteTheme } from '../contract/site-config.ts';

interface ManifestIcon {
  src: string;
  sizes: string;
  type: string;
  purpose: 'any' | 'maskable';
}

/** `GET /manifest.webmanifest`: name, colours and icons of the site that the host names. */
export function manifestOf(site: SiteConfig): Record<string, unknown> {
  const colours = startColours(site.theme);
  return {
    id: '/',
    name: site.name.ko,
    short_name: site.name.ko,
    lang: site.languages[0] ?? 'ko',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    categories: ['finance'],
    background_color: colours.background,
    theme_color: colours.background,
    icons: iconsOf(site.theme),
  };
}

/** What the head of a page says of the icon, before any script runs. */
export function iconLinks(theme: SiteTheme): string {
  const icon = `<link rel="icon" href="${escapePath(theme.favicon ?? (theme.logo || '/logo.svg'))}">`;
  return theme.appIcon === undefined ? icon : `${icon}<link rel="apple-touch-icon" href="${escapePath(theme.appIcon)}-180.png">`;
}

/** What a link to the site shows in messengers and searches. Posters must be named by their whole address there. */
export function shareTags({ name, share, theme }: SiteConfig, origin: string): string {
  const words = share?.words?.ko ?? name.ko;
  const poster = share?.poster ?? (theme.appIcon === undefined ? undefined : `${theme.appIcon}-512.png`);
  const tags: [key: 'name' | 'property', name: string, content: string][] = [
    ['name', 'description', words],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', name.ko],
    ['property', 'og:title', name.ko],
    ['property', 'og:description', words],
    ['name', 'twitter:card', share?.poster === undefined ? 'summary' : 'summary_large_image'],
  ];
  if (poster !== undefined) tags.push(['property', 'og:image', `${origin}${escapePath(poster)}`]);
  return tags.map(([key, tag, content]) => `<meta ${key}="${tag}" content="${escapeText(content)}">`).join('');
}

const escapeText = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// Browsers want 192 and 512 pixels; a site that has only its logo is installed with that.
function iconsOf(theme: SiteTheme): ManifestIcon[] {
  const logo: ManifestIcon = { src: theme.logo || '/logo.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' };
  if (theme.appIcon === undefined) return [logo];
  const png = (size: number, purpose: 'any' | 'maskable'): ManifestIcon => ({
    src: `${theme.appIcon}-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return [png(192, 'any'), png(512, 'any'), png(512, 'maskable')];
}

function startColours(theme: SiteTheme): { background: string } {
  const tokens = theme.defaultMode === 'dark' ? theme.dark : theme.light;
  return { background: tokens['bg'] ?? '#F4F6F9' };
}

const escapePath = (path: string) => path.replace(/[^\w./-]/g, '');
