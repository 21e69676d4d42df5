// Personal data as it is shown: enough to know one's own, not enough to use.

/** `010-1234-7730` → `010-****-7730` */
export function maskPhone(phone: string): string {
  return phone.replace(
    /^(\d+)-(\d+)-(\d+)$/,
    (_all, area: string, middle: string, end: string) => `${area}-${'*'.repeat(middle.length)}-${end}`,
  );
}

/** `hangyeol92@naver.com` → `ha*******2@naver.com`; short names keep one letter. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const shown = name.length > 4 ? [2, 1] : [1, 0];
  const hidden = Math.max(1, name.length - shown[0]! - shown[1]!);
  return `${name.slice(0, shown[0]).join('')}${'*'.repeat(hidden)}${shown[1] ? name.at(-1) : ''}${email.slice(at)}`;
}
