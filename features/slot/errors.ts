// The slot refuses with what the engine says (rounds have the texts) and the common codes; nothing of its own.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const slotErrors = defineErrors({});
