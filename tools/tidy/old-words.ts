// Words that meant something else once, and how a name is taken apart to find them.

/** Part of a name -> what it is called instead. */
export const wanted: Record<string, string> = {
  room: 'service, module, panel, capacity or space',
  door: 'gateway, entry point or routes',
  plank: 'skeleton, band or board',
  wish: 'requested',
  letter: 'mail, outgoing message; plain letters of an alphabet stay',
  carrier: 'transport',
  broom: 'cleanup',
  shelf: 'attachment store',
  seat: 'ticket slot',
  barred: 'restricted',
  house: 'counterparty, provider, site or project; the ledger’s own account stays',
  floor: 'exchange or page; numbers are rounded to a floor',
  gate: 'check; what a price or a consent must pass stays',
};

export const partsOf = (name: string) => (name.match(/[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());
const oldWord = (part: string) =>
  Object.keys(wanted).find((word) => part === word || part === `${word}s` || part === `${word}es` || part === `${word}ed`);
export const oldIn = (parts: readonly string[]) => parts.map(oldWord).find((word) => word !== undefined);
