// When a mark may be acted on after a start, a freeze or a gap: two samples that agree, and ten seconds after a large jump (rules 8.2, D-16).
import { mustHoldAfterFreeze, RESUME_HOLD_MS, samplesAgree } from '@maru/engine/market/mark.ts';

/** Two looks closer together than this count as one sample. */
const SAMPLE_EVERY_MS = 1000;

export class MarkGuard {
  #frozen = 0;
  #holdUntil = 0;
  #first = 0;
  #firstAt = 0;
  isConfirmed = false;

  /** The mark stands still at `mark` (0 = never had one): what comes next must be confirmed. */
  freeze(mark: number): void {
    this.isConfirmed = false;
    this.#frozen = mark;
    this.#first = 0;
  }

  see(mark: number, now: number): void {
    if (this.isConfirmed) return;
    if (this.#first === 0) {
      this.#first = mark;
      this.#firstAt = now;
      this.#holdUntil = this.#frozen > 0 && mustHoldAfterFreeze(this.#frozen, mark) ? now + RESUME_HOLD_MS : 0;
      return;
    }
    if (now - this.#firstAt < SAMPLE_EVERY_MS) return;
    const agrees = samplesAgree(this.#first, mark);
    if (agrees && now >= this.#holdUntil) this.isConfirmed = true;
    else {
      this.#first = mark;
      this.#firstAt = now;
      // Back where it stood: there was no jump to wait for.
      if (!mustHoldAfterFreeze(this.#frozen, mark)) this.#holdUntil = 0;
    }
  }
}
