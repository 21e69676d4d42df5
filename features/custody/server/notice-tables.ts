// What of its withdrawals and deposits a member was told: kept beside what happened, so that a crash between the two forgets no message.
export const noticeTables = `
-- Some seconds for a million of rows: what happened before was told, or is too old to be.
ALTER TABLE custody_withdrawal_step ADD COLUMN is_told boolean NOT NULL DEFAULT true;
ALTER TABLE custody_withdrawal_step ALTER COLUMN is_told SET DEFAULT false;
CREATE INDEX custody_withdrawal_step_untold ON custody_withdrawal_step (step_id) WHERE NOT is_told;
`;

export const depositNoticeTables = `
-- Some seconds for a million of rows: what happened before was told, or is too old to be.
ALTER TABLE custody_deposit ADD COLUMN told_state text;
UPDATE custody_deposit SET told_state = state;
ALTER TABLE custody_deposit ALTER COLUMN told_state SET NOT NULL, ALTER COLUMN told_state SET DEFAULT 'SEEN';
CREATE INDEX custody_deposit_untold ON custody_deposit (deposit_id) WHERE told_state <> state;
`;
