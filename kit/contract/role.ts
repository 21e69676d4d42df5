// Who may call a route or hear a topic. Every route names its roles; nothing is open by default.

export const roles = ['guest', 'member', 'trader', 'follower', 'partner', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Everyone who is logged in as a person of the site. */
export const members = ['member', 'trader', 'follower', 'partner'] as const satisfies readonly Role[];
/** Persons of the installation, whom no site has as members; what each may do where are rights, not roles. */
export const operators = ['operator'] as const satisfies readonly Role[];
/** Everyone, logged in or not. */
export const everyone = roles;
