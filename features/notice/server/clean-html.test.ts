// Rich text keeps its form and loses everything that could run, dress itself up or tell others who reads.
import { describe, expect, it } from 'vitest';
import { cleanHtml, isEmptyHtml } from './clean-html.ts';

const picture = `/api/file?id=${'a'.repeat(22)}`;

describe('rich text', () => {
  it.each([
    ['<h2>점검</h2><p><strong>4시</strong>에<br />쉬어요</p>', '<h2>점검</h2><p><strong>4시</strong>에<br />쉬어요</p>'],
    [
      '<ul><li>하나</li></ul><table><tr><td colspan="2">둘</td></tr></table>',
      '<ul><li>하나</li></ul><table><tr><td colspan="2">둘</td></tr></table>',
    ],
    ['<a href="/future">거래</a>', '<a href="/future">거래</a>'],
    [
      '<a href="https://x.test/a" onclick="x()">밖</a>',
      '<a href="https://x.test/a" target="_blank" rel="noopener noreferrer nofollow">밖</a>',
    ],
    [
      '<style>p.MsoNormal{color:red}</style><p class="MsoNormal" style="mso-list:l0"><span lang="EN-US">Word<o:p></o:p></span></p>',
      '<p>Word</p>',
    ],
    ['<p class="HStyle0" style="line-height:160%"><span style="font-family:함초롬바탕">한글</span></p>', '<p>한글</p>'],
    [`<img src="${picture}" alt="표" onerror="x()">`, `<img src="${picture}" alt="표" />`],
  ])('%s stays readable', async (html, clean) => {
    expect(await cleanHtml(html)).toBe(clean);
  });

  it.each([
    '<script>fetch(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://evil.test/p.png">',
    '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.test">x</a>',
    '<a href="/\\evil.test">x</a>',
    '<p style="position:fixed;inset:0">x</p>',
    '<iframe src="https://evil.test"></iframe>',
    '<form action="https://evil.test"><input name=password></form>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<p id="floor" class="fixed">x</p>',
    '<base href="https://evil.test">',
  ])('%s loses what could harm', async (html) => {
    const clean = await cleanHtml(html);
    expect(clean).not.toMatch(/<(script|svg|iframe|form|input|style|base|math)|\son\w+=|style=|class=|id=|javascript:|data:|evil\.test"/i);
    expect(await cleanHtml(clean), 'a second time changes nothing').toBe(clean);
  });

  it('knows when nothing is left', async () => {
    expect(isEmptyHtml(await cleanHtml('<script>x</script> <p>&nbsp;</p>'))).toBe(true);
    expect(isEmptyHtml(await cleanHtml(`<p><img src="${picture}"></p>`))).toBe(false);
  });
});
