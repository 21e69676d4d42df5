// A mail in the site's colours, beside its plain text: one column of tables, as mail programs have drawn them for twenty years.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Template } from './templates.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]);

/** Nothing is loaded from anywhere, and no address is made into a link: what was filled in stays text. */
export function mailPage(
  { name, theme }: Pick<SiteConfig, 'name' | 'theme'>,
  { subject, body }: Template,
  language: 'ko' | 'en',
  mode: 'light' | 'dark' = 'light',
): string {
  const colour = (token: string, usual: string) => escaped(theme[mode][token] ?? usual);
  const [ground, sheet, line, ink] = [
    colour('bg', '#F4F6F9'),
    colour('surface', '#FFFFFF'),
    colour('line', '#E3E7EE'),
    colour('text', '#14181F'),
  ];
  const paragraphs = body
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const font = "font-family:Pretendard,'Apple SD Gothic Neo','Malgun Gothic',Helvetica,Arial,sans-serif";
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head><body style="margin:0;background:${ground};color:${ink};${font}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:${sheet};border:1px solid ${line};border-radius:8px"><tr><td style="padding:20px 28px;border-bottom:2px solid ${colour('brand', ink)};font-size:18px;font-weight:700;color:${colour('brand', ink)}">${escaped(name[language])}</td></tr><tr><td style="padding:28px 28px 12px;font-size:15px;line-height:1.6;color:${ink};word-break:keep-all;overflow-wrap:anywhere">${paragraphs}</td></tr></table></td></tr></table></body></html>`;
}
