// Where a table of the desk is wider than a phone: what its rows are called and its acts stand still at either edge, over what scrolls below them.

/** Of every row: what stands still hides what it stands over. */
export const rowGround = 'max-floor:bg-surface max-floor:in-[.bg-raised]:bg-raised';

const still = 'max-floor:sticky max-floor:z-1 max-floor:bg-inherit';

/** The cell that names its row. What passes below it fades within the next column's own padding. */
export const namingEdge = `${still} max-floor:left-0 max-floor:after:pointer-events-none max-floor:after:absolute max-floor:after:inset-y-0 max-floor:after:-right-2 max-floor:after:w-2 max-floor:after:bg-inherit max-floor:after:[mask-image:linear-gradient(to_right,black,transparent)]`;

/** Its acts. What ends below them fades and is not cut: no figure ends early. */
export const actsEdge = `${still} max-floor:right-0 max-floor:before:pointer-events-none max-floor:before:absolute max-floor:before:inset-y-0 max-floor:before:-left-6 max-floor:before:w-6 max-floor:before:bg-inherit max-floor:before:[mask-image:linear-gradient(to_left,black,transparent)]`;
