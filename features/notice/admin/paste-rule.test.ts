// Pieces as Word and Hangul put them on the clipboard, and what the editor is given of them.
import { expect, it } from 'vitest';
import { plainPaste } from './paste-rule.ts';

const line = (bullet: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:20pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span lang=EN-US>${bullet}<span>&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`;

it('a paste from Word: its lists are lists, its styles and empty lines are gone', () => {
  const html = `<html xmlns:o="urn:x"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body><!--StartFragment--><p class=MsoNormal>점검 안내<o:p></o:p></p><p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>${line('·', '첫째')}\n${line('·', '둘째')}${line('1.', '하나')}<!--EndFragment--></body></html>`;
  expect(plainPaste(html)).toContain(
    '<p class=MsoNormal>점검 안내</p><ul><li><p>첫째</p></li><li><p>둘째</p></li></ul><ol><li><p>하나</p></li></ol>',
  );
  expect(plainPaste(html)).not.toMatch(/<style|<!--|o:p|MsoListParagraph/);
});

it('a paste from Hangul: empty lines go, tables stay, pictures of the own disk go', () => {
  const html =
    '<p class="HStyle0" style="line-height:160%;"><span style="font-family:함초롬바탕;">공지</span></p><p class="HStyle0"><span><br></span></p><table><tr><td colspan="2"><p>수수료</p></td></tr></table><img src="file:///C:/Temp/a.png"><img src="https://other.test/p.png">';
  expect(plainPaste(html)).toBe(
    '<p class="HStyle0" style="line-height:160%;"><span style="font-family:함초롬바탕;">공지</span></p><table><tr><td colspan="2"><p>수수료</p></td></tr></table>',
  );
  const own = `<img src="/api/file?id=${'a'.repeat(22)}" alt="">`;
  expect(plainPaste(own)).toBe(own);
});
