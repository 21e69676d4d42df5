// Where a table of the desk is wider than a phone: what its rows are called and its acts stand still at either edge, over what scrolls below them.

/** Of every row: what stands still hides what it stands over. */
export const rowGround = 'max-laptop:bg-surface max-laptop:in-[.bg-raised]:bg-raised';

const still = 'max-laptop:sticky max-laptop:z-1 max-laptop:bg-inherit';

/** The cell that names its row. What passes below it fades within the next column's own padding. */
export const namingEdge = `${still} max-laptop:left-0 max-laptop:after:pointer-events-none max-laptop:after:absolute max-laptop:after:inset-y-0 max-laptop:after:-right-2 max-laptop:after:w-2 max-laptop:after:bg-inherit max-laptop:after:[mask-image:linear-gradient(to_right,black,transparent)]`;

/** Its acts. What ends below them fades and is not cut: no figure ends early. */
export const actsEdge = `${still} max-laptop:right-0 max-laptop:before:pointer-events-none max-laptop:before:absolute max-laptop:before:inset-y-0 max-laptop:before:-left-6 max-laptop:before:w-6 max-laptop:before:bg-inherit max-laptop:before:[mask-image:linear-gradient(to_left,black,transparent)]`;
