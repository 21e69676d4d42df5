// What mails know of a site.
export interface OutboxPart {
  /** Who the site's mails come from. SMS numbers are registered beforehand by law; without one the site sends no SMS. */
  senders?: { mail: string; sms?: string };
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends OutboxPart {}
}
