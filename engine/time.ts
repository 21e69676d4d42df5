// The length of a day in the engine's unit of time: days of commands are whole multiples of it, whatever clocks on walls do.
export const DAY_MS = 86_400_000;
