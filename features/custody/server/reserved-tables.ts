// What a transaction uses up of ours is reserved for it; a claim is an operator's, on a withdrawal (GLOSSARY).
export const reservedTables = `
ALTER TABLE custody_claim RENAME TO custody_reservation;
ALTER TABLE custody_reservation RENAME COLUMN claim TO reserved;
ALTER INDEX custody_claim_pkey RENAME TO custody_reservation_pkey;
ALTER INDEX custody_claim_of RENAME TO custody_reservation_of;
ALTER INDEX custody_claim_sweep RENAME TO custody_reservation_sweep;
ALTER TABLE custody_reservation RENAME CONSTRAINT custody_claim_withdrawal_id_fkey TO custody_reservation_withdrawal_id_fkey;
ALTER TABLE custody_reservation RENAME CONSTRAINT custody_claim_sweep_id_fkey TO custody_reservation_sweep_id_fkey;
ALTER TABLE custody_reservation RENAME CONSTRAINT custody_claim_check TO custody_reservation_check;
ALTER TABLE custody_payout RENAME COLUMN claims TO reserved;
`;
