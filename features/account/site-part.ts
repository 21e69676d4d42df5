// What accounts know of a site: who may sign up, and how.
export interface AccountPart {
  /** What sign-up asks beyond its form; absent: nothing. */
  signUp?: {
    /** Codes that must prove address and number. */
    proofs: ('MAIL' | 'SMS')[];
    /** New members wait until an operator lets them in. */
    needsApproval?: boolean;
    /** Offers to name the bank account of withdrawals. */
    asksBank?: boolean;
    /** Asks the bureau who somebody is: one person, one account. */
    asksIdentity?: boolean;
  };
  /** Years a member must have; absent: 19. */
  minAge?: number;
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends AccountPart {}
}
