// The stand-in's window as plain HTML: no script, no picture, and no doubt that it is not the bureau.

const head = `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>본인 확인 (대역)</title><style>
:root{color-scheme:light dark;--b:#3948e0;--e:#8a93a6;--m:#596175;--w:#fff3d6;--wt:#7a4d00}
@media (prefers-color-scheme:dark){:root{--b:#8f9bff;--e:#6b7488;--m:#a3abbd;--w:#3a2d10;--wt:#ffd98a}}
body{margin:0 auto;max-width:400px;padding:32px 20px;font:15px/1.6 system-ui,sans-serif}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 16px;color:var(--m);font-size:14px}
.w{background:var(--w);color:var(--wt);padding:12px 14px;border-radius:8px;margin-bottom:24px}
label{display:block;font-size:13px;font-weight:600;margin-bottom:14px}
input{display:block;width:100%;box-sizing:border-box;height:44px;margin-top:4px;padding:0 12px;font:inherit;border:1px solid var(--e);border-radius:4px;background:Canvas;color:CanvasText}
button{width:100%;height:48px;border:0;border-radius:8px;background:var(--b);color:Canvas;font:inherit;font-weight:700}
</style></head><body>`;
const standIn =
  '<p class="w" role="note"><b>진짜 NICE가 아니에요.</b> 시험용 대역이라 무엇을 적어도 확인된 것으로 답해요. · A stand-in, not NICE.</p>';

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const hidden = (query: URLSearchParams) =>
  ['token_version_id', 'enc_data', 'integrity_value']
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(query.get(name) ?? '')}">`)
    .join('');

export function consentPage(query: URLSearchParams): string {
  return `${head}<main><h1>본인 확인</h1><p>시험할 사람을 적고 동의해 주세요. Who is being tested?</p>${standIn}
<form method="post">${hidden(query)}
<label>이름 · Name<input name="name" autocomplete="off" required maxlength="40" pattern="[^\\d]+"></label>
<label>생년월일 8자리 · Birth date<input name="birthdate" inputmode="numeric" required pattern="(19|20)\\d{6}" placeholder="19920408"></label>
<label>휴대폰 번호 · Phone<input name="mobileno" inputmode="numeric" required pattern="01[\\d-]{8,11}" placeholder="01048217730"></label>
<button>동의하고 확인받기 · Agree</button></form></main></body></html>`;
}

export function refusalPage(): string {
  return `${head}<main><h1>열 수 없는 요청이에요</h1><p>이미 썼거나 시간이 지났거나, 다른 곳에서 만든 요청이에요. 창을 닫고 다시 시작해 주세요. This request cannot be opened.</p>${standIn}</main></body></html>`;
}
