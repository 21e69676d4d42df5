// What the slot knows of a site.
export interface SlotPart {
  /** The embedded slot, where `type` has binary: stakes of one spin, amounts of the BINARY wallet's currency as decimal text. */
  slot?: { isPlay: boolean; minStake: string; maxStake: string };
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends SlotPart {}
}
