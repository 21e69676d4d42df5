// What a refusal by a member's own limit of games says: the limit, and what is left of it today.
const MINUTE_MS = 60_000;

/** From the two figures of the engine's rejection; undefined for every other one. `amount` writes the BINARY wallet's currency. */
export function ownLimitFigures(
  name: string,
  limit: number,
  second: number,
  amount: (units: number) => string,
): Record<string, string> | undefined {
  if (name === 'OWN_STAKE_LIMIT' || name === 'OWN_LOSS_LIMIT') return { limit: amount(limit), left: amount(second) };
  if (name !== 'OWN_TIME_LIMIT') return undefined;
  return { limit: String(Math.floor(limit / MINUTE_MS)), left: '0', until: new Date(second).toISOString() };
}
