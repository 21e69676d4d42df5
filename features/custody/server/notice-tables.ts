// Which steps of withdrawals a member was told: written with the step, so that a crash between the two forgets no message.
export const noticeTables = `
-- Some seconds for a million of rows: what happened before was told, or is too old to be.
ALTER TABLE custody_withdrawal_step ADD COLUMN is_told boolean NOT NULL DEFAULT true;
ALTER TABLE custody_withdrawal_step ALTER COLUMN is_told SET DEFAULT false;
CREATE INDEX custody_withdrawal_step_untold ON custody_withdrawal_step (step_id) WHERE NOT is_told;
`;
