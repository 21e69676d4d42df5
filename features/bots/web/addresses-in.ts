// Addresses as a member types them: parted by commas, blanks or lines.

export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}
