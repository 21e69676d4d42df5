// Korean gateways count an SMS in bytes of EUC-KR: up to 90 it is one SMS, above that an LMS.

const SMS_BYTES = 90;

/** Characters outside ASCII take two bytes in EUC-KR. */
export function eucKrBytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += character.charCodeAt(0) < 128 ? 1 : 2;
  return bytes;
}

export const smsTypeOf = (text: string): 'SMS' | 'LMS' => (eucKrBytes(text) <= SMS_BYTES ? 'SMS' : 'LMS');
