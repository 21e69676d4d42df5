// Masks show enough to recognise somebody by and not enough to reach them.
import { describe, expect, it } from 'vitest';
import { maskedBank, maskedEmail, maskedPhone } from './masks.ts';

describe('what operators see before they ask for more', () => {
  it('keeps the start and the end of a phone number', () => {
    expect(maskedPhone('010-4821-7730')).toBe('010-****-7730');
    expect(maskedPhone('01048217730')).toBe('010-****-7730');
    expect(maskedPhone('12345')).toBe('*****');
  });

  it('keeps the first letter and the domain of an address', () => {
    expect(maskedEmail('hangyeol@example.com')).toBe('h***@example.com');
    expect(maskedEmail('nowhere')).toBe('***');
  });

  it('keeps four characters of a bank account, and none of a short one', () => {
    expect(maskedBank('국민 12345678901234')).toBe('•••• 1234');
    expect(maskedBank('1234')).toBe('••••');
  });
});
