// Tables of the desk: which request of a withdrawal waits for a second person.
export const deskTables = `
ALTER TABLE custody_withdrawal
  -- The request for a second person, who asked for it, and when: none is made beside one that waits.
  ADD COLUMN second_request bigint,
  ADD COLUMN second_by bigint,
  ADD COLUMN second_ms bigint;
`;
