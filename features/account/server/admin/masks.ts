// Personal data as operators see it before they ask for more.

/** `010-4821-7730` becomes `010-****-7730`. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 8 ? '*'.repeat(phone.length) : `${digits.slice(0, 3)}-****-${digits.slice(-4)}`;
}

/** The first letter and the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email[0]}***${email.slice(at)}`;
}

/** The end of a bank account, nothing else. */
export function maskedBank(text: string): string {
  return text.length <= 8 ? '••••' : `•••• ${text.slice(-4)}`;
}
