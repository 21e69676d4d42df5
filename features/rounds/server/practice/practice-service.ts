// The running part of practice on one server, as its calls see it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { serviceKey } from '@maru/kit/server/services.ts';
import type { PracticeBet } from '../../practice-contract.ts';

export interface PracticeService {
  /** A new bet: its round is to be looked at when it ends, and the member's other tabs hear of it. */
  placed(site: SiteConfig, member: number, bet: PracticeBet): void;
  /** Taken back or sold. */
  left(site: SiteConfig, member: number, bet: PracticeBet): void;
}

export const practiceService = serviceKey('rounds.practice').of<PracticeService>();
